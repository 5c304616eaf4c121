#include "gui/data/subscriber_density.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>
#include <utility>

#include "gui/data/csv_fields.h"
#include "gui/data/input_file.h"
#include "gui/data/line_blocks.h"
#include "gui/data/subscriber_lines.h"

namespace qoslab::gui {
namespace {

constexpr std::size_t longest_header = 4096;

bool fares_worse(const SuffererRow& a, const SuffererRow& b) {
  return std::tie(a.share_percent, a.arrived_bps, a.subscriber) <
         std::tie(b.share_percent, b.arrived_bps, b.subscriber);
}

/// Sorts the values.
Bands bands_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  Bands bands;
  for (const int percent : band_percents) {
    if (values.empty()) break;
    const std::size_t rank = (values.size() * static_cast<std::size_t>(percent) + 99) / 100;
    bands[percent] = values[rank - 1];
  }
  return bands;
}

Density density_of(const std::vector<double>& sorted, double least_to, std::size_t bins) {
  Density density{0, least_to, std::vector<std::int64_t>(bins)};
  if (sorted.empty()) return density;
  density.from = std::min(0.0, sorted.front());
  density.to = std::max(least_to, sorted.back());
  const double per_value = static_cast<double>(bins) / (density.to - density.from);
  for (const double value : sorted) {
    const double bin = std::min((value - density.from) * per_value, static_cast<double>(bins - 1));
    ++density.counts[static_cast<std::size_t>(bin)];
  }
  return density;
}

/// A group as it fills.
struct Filling {
  SubscriberGroup group;
  std::vector<double> shares, arrived;

  void add(const SubscriberLine& line, std::size_t worst) {
    ++group.subscribers;
    if (!line.share_percent) return;
    ++group.loaded;
    shares.push_back(*line.share_percent);
    arrived.push_back(line.arrived_bps);
    SuffererRow row{line.subscriber,  {}, line.rate_bps, line.offered_bps, line.arrived_bps, *line.share_percent,
                    line.lost_packets};
    if (full_ && !fares_worse(row, limit_)) return;
    row.place = unquoted(line.place);
    group.worst.push_back(std::move(row));
    if (group.worst.size() >= 2 * worst + 16) prune(worst);
  }

  void prune(std::size_t worst) {
    std::sort(group.worst.begin(), group.worst.end(), fares_worse);
    if (group.worst.size() > worst) group.worst.resize(worst);
    full_ = group.worst.size() == worst;
    if (full_ && worst > 0) limit_ = group.worst.back();
  }

  SubscriberGroup finished(const DensityOptions& options) {
    prune(options.worst);
    group.share_bands = bands_of(shares);
    group.arrived_bands = bands_of(arrived);
    group.share_percent = density_of(shares, 100, options.bins);
    group.arrived_bps = density_of(arrived, 1, options.bins);
    return std::move(group);
  }

 private:
  bool full_ = false;
  SuffererRow limit_;  ///< who fares no worse is not in the list
};

/// Finds groups by what stands in the file: mostly that of the line before.
class Groups {
 public:
  Filling* of(const SubscriberKey& key) {
    const std::string text = std::string{key.group}
                                 .append(1, '\n')
                                 .append(key.direction)
                                 .append(1, '\n')
                                 .append(key.point)
                                 .append(1, '\n')
                                 .append(key.replication);
    if (last_ < all.size() && text == last_text_) return &all[last_];
    const auto [found, is_new] = numbers_.try_emplace(text, all.size());
    if (is_new) {
      if (all.size() == most_subscriber_groups) {
        numbers_.erase(found);
        return nullptr;
      }
      auto& group = all.emplace_back().group;
      group.group = unquoted(key.group);
      group.direction = unquoted(key.direction);
      group.point = unquoted(key.point);
      group.replication = unquoted(key.replication);
    }
    last_ = found->second;
    last_text_ = text;
    return &all[last_];
  }
  std::vector<Filling> all;

 private:
  std::map<std::string, std::size_t> numbers_;
  std::size_t last_ = 0;
  std::string last_text_;
};

SubscriberColumns columns_of(const InputFile& file, std::uint64_t& begin) {
  std::string text(longest_header, '\0');
  text.resize(file.read(0, text.data(), text.size()));
  const auto feed = text.find('\n');
  if (feed == std::string::npos)
    throw SubscribersError{file.path() + ": no subscribers.csv; it has no line of column names"};
  SubscriberColumns columns{std::string_view{text}.substr(0, feed)};
  if (!columns.missing.empty())
    throw SubscribersError{file.path() + ": no subscribers.csv; it has no column " + columns.missing};
  begin = feed + 1;
  return columns;
}

/// One line, its number in the file, from 1.
void take(std::string_view line, std::int64_t number, const SubscriberColumns& columns, Groups& groups,
          const DensityOptions& options, SubscriberDensity& density) {
  SubscriberLine read;
  const char* wrong = columns.read(line, read);
  Filling* group = wrong == nullptr ? groups.of(read.key) : nullptr;
  if (wrong == nullptr && group == nullptr) wrong = "there are more groups than can be shown";
  if (wrong == nullptr) return group->add(read, options.worst);
  if (density.bad_lines++ > 0) return;
  density.first_bad_line = number;
  density.first_bad_reason = wrong;
}

SubscriberDensity read_all(const InputFile& file, const DensityOptions& options) {
  std::uint64_t begin = 0;
  const auto columns = columns_of(file, begin);
  SubscriberDensity density;
  Groups groups;
  std::int64_t number = 1;
  LineBlocks blocks{file, begin, std::max(begin, file.size())};
  while (blocks.next()) {
    auto lines = blocks.lines();
    while (!lines.empty()) {
      const auto feed = lines.find('\n');
      if (++number > most_subscriber_lines)
        throw SubscribersError{file.path() + ": more than " + std::to_string(most_subscriber_lines) + " lines"};
      take(lines.substr(0, feed), number, columns, groups, options, density);
      lines.remove_prefix(feed + 1);
    }
  }
  density.path = file.path();
  density.cut_off = blocks.cut_off();
  density.bad_lines += blocks.overlong();
  if (density.first_bad_reason.empty() && blocks.overlong() > 0)
    density.first_bad_reason = "a line of more than a megabyte";
  for (auto& group : groups.all) density.groups.push_back(group.finished(options));
  return density;
}

}  // namespace

std::string SubscriberDensity::warning() const {
  std::string text;
  if (bad_lines > 0) {
    text = std::to_string(bad_lines) + (bad_lines == 1 ? " line was left out" : " lines were left out");
    if (first_bad_line > 0)
      text += (bad_lines == 1 ? ", line " : ", the first is line ") + std::to_string(first_bad_line);
    text += ": " + first_bad_reason;
  }
  if (cut_off) text += std::string{text.empty() ? "" : "; "} + "the file is cut off in its last line";
  return text.empty() ? text : path + ": " + text;
}

SubscriberDensity read_subscribers(const std::filesystem::path& path, const DensityOptions& options) {
  try {
    return read_all(InputFile{path, "subscribers.csv"}, options);
  } catch (const SubscribersError&) {
    throw;
  } catch (const std::exception& e) {
    throw SubscribersError{e.what()};
  }
}

}  // namespace qoslab::gui
