#include "gui/data/series_lines.h"

#include <cstring>

#include "gui/data/csv_fields.h"

namespace qoslab::gui {
namespace {

/// Behind the line feed at `at`, or behind a carriage return; null if the line goes on.
const char* behind_line(const char* at, const char* end) {
  if (at != end && *at == '\r') ++at;
  return at != end && *at == '\n' ? at + 1 : nullptr;
}

bool stands_at(std::string_view text, const char* at, const char* end) {
  return static_cast<std::size_t>(end - at) >= text.size() && std::memcmp(at, text.data(), text.size()) == 0;
}

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

std::optional<SeriesColumns> series_columns(std::string_view header) {
  if (header.ends_with('\r')) header.remove_suffix(1);
  if (header.starts_with("\xEF\xBB\xBF")) header.remove_prefix(3);
  constexpr std::string_view first = "time_s,flow,metric,value", point = ",point", replication = ",replication";
  if (!header.starts_with(first)) return std::nullopt;
  header.remove_prefix(first.size());
  SeriesColumns columns;
  if (header.starts_with(point)) {
    columns.point = true;
    header.remove_prefix(point.size());
  }
  if (header.starts_with(replication)) {
    columns.replication = true;
    header.remove_prefix(replication.size());
  }
  if (!header.empty()) return std::nullopt;
  return columns;
}

SeriesLine read_series_line(const char* begin, const char* end, const SeriesColumns& columns) {
  SeriesLine line;
  line.end = static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin))) + 1;
  const auto wrong = [&](const char* what) {
    line.wrong = what;
    return line;
  };
  const char* at = read_number(begin, line.end, line.sample.x);
  if (at == nullptr || *at != ',') return wrong("time_s is no number");
  const char* const name = ++at;
  for (int field = 0; field < 2; ++field) {
    at = field_end(field == 0 ? at : at + 1, line.end);
    if (at == nullptr) return wrong("quotes that do not fit");
    if (*at != ',') return wrong("too few columns");
  }
  line.key.name = between(name, at);
  at = read_number(at + 1, line.end, line.sample.y);
  if (at == nullptr || (*at != ',' && behind_line(at, line.end) == nullptr)) return wrong("value is no number");
  const char* const rest = at;
  for (int field = 0; field < static_cast<int>(columns.point) + static_cast<int>(columns.replication); ++field) {
    if (*at != ',') return wrong("too few columns");
    at = field_end(at + 1, line.end);
    if (at == nullptr) return wrong("quotes that do not fit");
  }
  if (behind_line(at, line.end) == nullptr) return wrong("too many columns");
  line.key.rest = between(rest, at);
  return line;
}

const char* read_series_line_of(const SeriesKey& key, const char* begin, const char* end, Point& sample) {
  const char* at = read_number(begin, end, sample.x);
  if (at == nullptr || at == end || *at++ != ',') return nullptr;
  if (!stands_at(key.name, at, end)) return nullptr;
  at += key.name.size();
  if (at == end || *at++ != ',') return nullptr;
  at = read_number(at, end, sample.y);
  if (at == nullptr || !stands_at(key.rest, at, end)) return nullptr;
  return behind_line(at + key.rest.size(), end);
}

}  // namespace qoslab::gui
