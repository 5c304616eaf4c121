#include "gui/data/series_file.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

#include "gui/data/csv_fields.h"
#include "gui/data/input_file.h"
#include "gui/data/series_parts.h"
#include "gui/data/series_segment.h"

namespace qoslab::gui {
namespace {

constexpr std::uint64_t smallest_segment = std::uint64_t{1} << 20;
constexpr std::size_t segments_a_thread = 4;
constexpr std::size_t longest_header = 256;

/// The header's columns; `begin`: where the first line behind it begins.
SeriesColumns columns_of(const InputFile& file, std::uint64_t& begin) {
  std::string text(longest_header, '\0');
  text.resize(file.read(0, text.data(), text.size()));
  const auto feed = text.find('\n');
  const auto columns = series_columns(std::string_view{text}.substr(0, feed));
  if (!columns || feed == std::string::npos)
    throw SeriesError{
        file.path() +
        ": no series.csv; its first line is to be time_s,flow,metric,value, and then point or replication "
        "if it has them"};
  begin = feed + 1;
  return *columns;
}

/// Reads the segments of a file, several at a time.
class Loader {
 public:
  Loader(const InputFile& file, const SeriesLoading& loading) : file_{file}, loading_{loading} {
    columns = columns_of(file, begin_);
    const auto size = file.size() > begin_ ? file.size() - begin_ : 0;
    const auto threads = static_cast<std::size_t>(std::clamp(loading.threads, 1, 64));
    const auto wanted = static_cast<std::uint64_t>(threads == 1 ? 1 : threads * segments_a_thread);
    const auto count = static_cast<std::size_t>(std::clamp<std::uint64_t>(size / smallest_segment, 1, wanted));
    segments.assign(
        count, {columns, {most_pieces / count, std::max<std::size_t>(1, most_pieces_of_curve / count), most_curves}});
    threads_ = std::min(threads, count);
  }

  void load() {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads_; ++i) others.emplace_back([this] { work(); });
    work();
    others.clear();
    if (failure_) std::rethrow_exception(failure_);
    if (stopped()) throw SeriesError{file_.path() + ": loading was stopped"};
  }

  SeriesColumns columns;
  std::vector<SeriesSegment> segments;
  bool cut_off = false;

 private:
  [[nodiscard]] bool stopped() const { return loading_.stop != nullptr && loading_.stop->load(); }

  [[nodiscard]] std::uint64_t boundary(std::size_t segment) const {
    if (segment == 0) return begin_;
    if (segment == segments.size()) return std::max(file_.size(), begin_);
    return std::max(begin_, line_from(file_, begin_ + (file_.size() - begin_) / segments.size() * segment));
  }

  void work() {
    try {
      read_segments();
    } catch (...) {
      const std::lock_guard lock{mutex_};
      failure_ = std::current_exception();
    }
  }

  void read_segments() {
    for (std::size_t i = next_++; i < segments.size(); i = next_++) {
      LineBlocks blocks{file_, boundary(i), boundary(i + 1)};
      while (!stopped() && blocks.next()) {
        segments[i].take(blocks);
        advance(blocks.lines().size());
      }
      add_flaws(segments[i], blocks);
    }
  }

  void add_flaws(SeriesSegment& segment, const LineBlocks& blocks) {
    if (blocks.overlong() > 0 && segment.bad_lines == 0) segment.first_bad_reason = "a line of more than a megabyte";
    segment.bad_lines += blocks.overlong();
    if (!blocks.cut_off()) return;
    const std::lock_guard lock{mutex_};
    cut_off = true;
  }

  void advance(std::size_t bytes) {
    if (!loading_.progress) return;
    const std::lock_guard lock{mutex_};
    done_ += bytes;
    loading_.progress(std::min(1.0, static_cast<double>(done_) / static_cast<double>(file_.size())));
  }

  const InputFile& file_;
  const SeriesLoading& loading_;
  std::uint64_t begin_ = 0;
  std::size_t threads_ = 1;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::exception_ptr failure_;
};

SeriesFlaws flaws_of(const Loader& loader) {
  SeriesFlaws flaws;
  flaws.cut_off = loader.cut_off;
  std::int64_t before = 1;  // the header
  for (const auto& segment : loader.segments) {
    if (flaws.bad_lines == 0 && segment.bad_lines > 0) {
      flaws.first_bad_line = segment.first_bad_line == 0 ? 0 : before + segment.first_bad_line;
      flaws.first_bad_reason = segment.first_bad_reason;
    }
    flaws.bad_lines += segment.bad_lines;
    flaws.values_of_more_curves += segment.values_of_more_curves;
    before += segment.lines;
  }
  return flaws;
}

/// Times that go back, which no run writes: pieces that overlap become one.
void put_in_order(std::vector<Piece>& pieces) {
  const auto overlaps = [](const Piece& a, const Piece& b) { return b.stroke.begin < a.stroke.end; };
  if (std::adjacent_find(pieces.begin(), pieces.end(), overlaps) == pieces.end()) return;
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.stroke.begin < b.stroke.begin; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    Piece& last = pieces[kept];
    if (!overlaps(last, pieces[i])) {
      pieces[++kept] = pieces[i];
      continue;
    }
    last.stroke.add(pieces[i].stroke);
    last.begin = std::min(last.begin, pieces[i].begin);
    last.end = std::max(last.end, pieces[i].end);
  }
  pieces.resize(kept + 1);
}

CurveFacts facts_of(const SeriesCurve& curve, const SeriesColumns& columns) {
  CurveFacts facts;
  const char* const end = curve.name.data() + curve.name.size();
  const char* const comma = field_end(curve.name.data(), end);
  facts.name.subject = unquoted({curve.name.data(), static_cast<std::size_t>(comma - curve.name.data())});
  facts.name.metric = unquoted({comma + 1, static_cast<std::size_t>(end - comma - 1)});
  std::string_view rest = curve.rest;
  const auto take = [&] {
    rest.remove_prefix(1);
    const char* const behind = field_end(rest.data(), rest.data() + rest.size());
    const auto length = static_cast<std::size_t>(behind - rest.data());
    auto text = unquoted(rest.substr(0, length));
    rest.remove_prefix(length);
    return text;
  };
  if (columns.point) facts.name.point = take();
  if (columns.replication) facts.name.replication = take();
  Stroke all = curve.pieces.front().stroke;
  for (std::size_t i = 1; i < curve.pieces.size(); ++i) all.add(curve.pieces[i].stroke);
  facts.begin = all.begin;
  facts.end = all.end;
  facts.min = all.min;
  facts.max = all.max;
  facts.values = all.count;
  return facts;
}

/// The segments' curves of the same key become one. Empties the segments.
std::vector<SeriesCurve> joined(std::vector<SeriesSegment>& segments, std::int64_t& left_out) {
  std::vector<SeriesCurve> curves;
  std::unordered_map<std::string, std::size_t> numbers;
  for (auto& segment : segments) {
    for (auto& [name, rest, pieces, each, follower] : segment.curves) {
      const auto [found, is_new] = numbers.try_emplace(name + '\n' + rest, curves.size());
      if (is_new && curves.size() == most_curves) {
        for (const auto& piece : pieces) left_out += piece.stroke.count;
        numbers.erase(found);
        continue;
      }
      if (is_new) curves.push_back({name, rest, {}});
      auto& all = curves[found->second].pieces;
      all.insert(all.end(), pieces.begin(), pieces.end());
      pieces = {};
    }
    segment = SeriesSegment{{}, {}};
  }
  for (auto& curve : curves) put_in_order(curve.pieces);
  return curves;
}

std::string counted(std::int64_t number, const char* one, const char* many) {
  return std::to_string(number) + (number == 1 ? one : many);
}

}  // namespace

SeriesFile::SeriesFile(const std::filesystem::path& path, const SeriesLoading& loading) {
  try {
    auto parts = std::make_shared<SeriesParts>(path);
    Loader loader{parts->file, loading};
    loader.load();
    parts->flaws = flaws_of(loader);
    parts->curves = joined(loader.segments, parts->flaws.values_of_more_curves);
    for (const auto& curve : parts->curves) parts->facts.push_back(facts_of(curve, loader.columns));
    parts_ = std::move(parts);
  } catch (const SeriesError&) {
    throw;
  } catch (const std::exception& e) {
    throw SeriesError{e.what()};
  }
}

const std::vector<CurveFacts>& SeriesFile::curves() const { return parts_->facts; }

const SeriesFlaws& SeriesFile::flaws() const { return parts_->flaws; }

std::string SeriesFile::warning() const {
  const auto& flaws = parts_->flaws;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (flaws.bad_lines > 0)
    add(counted(flaws.bad_lines, " line was", " lines were") + " left out" +
        (flaws.first_bad_line > 0
             ? (flaws.bad_lines == 1 ? ", line " : ", the first is line ") + std::to_string(flaws.first_bad_line)
             : "") +
        ": " + flaws.first_bad_reason);
  if (flaws.cut_off) add("the file is cut off in its last line");
  if (flaws.values_of_more_curves > 0)
    add(counted(flaws.values_of_more_curves, " value", " values") + " of more than " + std::to_string(most_curves) +
        " curves were left out");
  return text.empty() ? text : parts_->file.path() + ": " + text;
}

Envelope SeriesFile::envelope(std::size_t curve, double from, double to, int pixels) const {
  return parts_->envelope(curve, from, to, pixels);
}

std::vector<Point> SeriesFile::exact(std::size_t curve, double from, double to, std::size_t most) const {
  return parts_->exact(curve, from, to, most);
}

std::optional<std::vector<Point>> SeriesFile::in_memory(std::size_t curve) const {
  std::vector<Point> values;
  for (const auto& [stroke, begin, end] : parts_->curves[curve].pieces) {
    if (stroke.count > 1) return std::nullopt;
    values.push_back({stroke.begin, stroke.first});
  }
  return values;
}

std::shared_ptr<const CurveSource> SeriesFile::source(std::size_t curve) const {
  return std::make_shared<SeriesCurveSource>(parts_, curve);
}

}  // namespace qoslab::gui
