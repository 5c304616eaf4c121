#include "gui/data/subscriber_lines.h"

#include <charconv>

#include "gui/data/csv_fields.h"

namespace qoslab::gui {
namespace {

/// In the order of SubscriberColumns::Column.
constexpr std::array<std::string_view, 11> names{"group",       "direction",     "subscriber",   "offered_bps",
                                                 "arrived_bps", "share_percent", "lost_packets", "rate_bps",
                                                 "place",       "point",         "replication"};
constexpr std::size_t required = 6;

/// The fields of a line; the number of them, or 0 if quotes are wrong or there are too many.
std::size_t split(std::string_view line, std::array<std::string_view, 64>& fields) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const char* at = line.data();
  const char* const end = at + line.size();
  for (std::size_t count = 0; count < fields.size();) {
    const char* const behind = field_end(at, end);
    if (behind == nullptr) return 0;
    fields[count++] = {at, static_cast<std::size_t>(behind - at)};
    if (behind == end) return count;
    if (*behind != ',') return 0;
    at = behind + 1;
  }
  return 0;
}

bool read_whole(std::string_view field, std::int64_t& number) {
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return error == std::errc{} && end == field.data() + field.size();
}

/// Within what rates and shares can be, so that sums and differences stay finite.
bool read_real(std::string_view field, double& number) {
  constexpr double most = 1e18;
  const char* const end = field.data() + field.size();
  return read_number(field.data(), end, number) == end && std::abs(number) <= most;
}

bool read_if_any(std::string_view field, std::optional<double>& number) {
  if (field.empty()) return true;
  return read_real(field, number.emplace());
}

}  // namespace

SubscriberColumns::SubscriberColumns(std::string_view header) {
  std::array<std::string_view, most> fields;
  count_ = split(header, fields);
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t column = 0; column < columns; ++column)
      if (fields[i] == names[column]) place_of_[column] = i;
  for (std::size_t column = 0; column < required && missing.empty(); ++column)
    if (!place_of_[column]) missing = names[column];
}

const char* SubscriberColumns::read(std::string_view line, SubscriberLine& read) const {
  std::array<std::string_view, most> fields;
  const std::size_t found = split(line, fields);
  if (found == 0) return "quotes that do not fit";
  if (found != count_) return found < count_ ? "too few columns" : "too many columns";
  const auto field = [&](Column column) { return place_of_[column] ? fields[*place_of_[column]] : std::string_view{}; };
  read.key = {field(group), field(direction), field(point), field(replication)};
  read.place = field(place);
  read.rate_bps.reset();
  read.share_percent.reset();
  read.lost_packets = 0;
  if (!read_whole(field(subscriber), read.subscriber)) return "subscriber is no number";
  if (!read_real(field(offered), read.offered_bps)) return "offered_bps is no number";
  if (!read_real(field(arrived), read.arrived_bps)) return "arrived_bps is no number";
  if (!read_if_any(field(share), read.share_percent)) return "share_percent is no number";
  if (!read_if_any(field(rate), read.rate_bps)) return "rate_bps is no number";
  if (place_of_[lost] && !read_whole(field(lost), read.lost_packets)) return "lost_packets is no number";
  return nullptr;
}

}  // namespace qoslab::gui
