#include "helpers/results/table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace qoslab {
namespace {

constexpr int gap = 2;

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::string cut(const std::string& text, int width) {
  if (width_of(text) <= width) return text;
  std::string front;
  int n = 0;
  for (const char c : text) {
    if (starts_code_point(c) && ++n >= width) break;
    front += c;
  }
  return front + "…";
}

std::string aligned(const Cell& cell, int width, bool right, const TextStyle& style) {
  const std::string text = cut(cell.text, width);
  const std::string padding(static_cast<std::size_t>(std::max(0, width - width_of(text))), ' ');
  const std::string shown = inked(text, cell.ink, style);
  return right ? padding + shown : shown + padding;
}

int total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0, [](int sum, int w) { return w > 0 ? sum + w + gap : sum; });
}

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::good:
      return "\033[32m";
    case Ink::bad:
      return "\033[31m";
    case Ink::faint:
      return "\033[2m";
    case Ink::strong:
      return "\033[1m";
    case Ink::plain:
      break;
  }
  return {};
}

}  // namespace

TextStyle style_for(int descriptor) {
  TextStyle style;
  const bool terminal = ::isatty(descriptor) != 0;
  const char* no_color = std::getenv("NO_COLOR");
  const char* type = std::getenv("TERM");
  style.color =
      terminal && (no_color == nullptr || *no_color == '\0') && (type == nullptr || std::string_view{type} != "dumb");
  winsize size{};
  const char* columns = std::getenv("COLUMNS");
  if (terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = size.ws_col;
  else if (columns != nullptr && std::atoi(columns) > 0)
    style.width = std::atoi(columns);
  return style;
}

std::string inked(std::string_view text, Ink ink, const TextStyle& style) {
  if (!style.color || ink == Ink::plain || text.empty()) return std::string{text};
  return std::string{code_of(ink)}.append(text).append("\033[0m");
}

int width_of(std::string_view utf8) {
  return static_cast<int>(std::count_if(utf8.begin(), utf8.end(), starts_code_point));
}

std::string harmless(std::string_view text) {
  std::string clean{text};
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < 0x20U || c == '\x7f') c = ' ';
  return clean;
}

Table::Table(std::vector<Column> columns) : columns_{std::move(columns)} {}

void Table::row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  for (auto& cell : cells) cell.text = harmless(cell.text);
  rows_.push_back(std::move(cells));
}

std::vector<int> Table::widths() const {
  std::vector<int> widths(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const auto& row : rows_) widths[c] = std::max(widths[c], width_of(row[c].text));
    if (widths[c] > 0) widths[c] = std::max(widths[c], width_of(columns_[c].title));
  }
  return widths;
}

void Table::fit(std::vector<int>& widths, int width) const {
  while (total(widths) > width) {
    std::size_t least = 0;
    for (std::size_t c = 1; c < widths.size(); ++c)
      if (widths[c] > 0 && columns_[c].importance < columns_[least].importance) least = c;
    if (least == 0) break;
    widths[least] = 0;
  }
  constexpr int narrowest = 8;
  if (const int excess = total(widths) - width; excess > 0)
    widths[0] = std::min(widths[0], std::max(narrowest, widths[0] - excess));
}

std::string Table::text(const TextStyle& style) const {
  if (rows_.empty()) return "";
  auto widths = this->widths();
  fit(widths, style.width);
  std::string text;
  const auto line = [&](const std::vector<Cell>& cells) {
    std::string built;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (widths[c] == 0) continue;
      const auto& cell = cells[c].text.empty() ? Cell{columns_[c].blank} : cells[c];
      built += std::string(gap, ' ') + aligned(cell, widths[c], columns_[c].right, style);
    }
    built.erase(built.find_last_not_of(' ') + 1);
    text += built + "\n";
  };
  std::vector<Cell> titles;
  for (const auto& column : columns_) titles.push_back({column.title, Ink::strong});
  line(titles);
  for (const auto& row : rows_) line(row);
  return text;
}

std::string wrapped(std::string_view first, std::string_view text, const TextStyle& style) {
  const std::string clean = harmless(text);
  std::string lines{first};
  const int indent = width_of(first);
  int used = indent;
  for (std::size_t begin = 0; begin < clean.size();) {
    const auto end = std::min(clean.find(' ', begin), clean.size());
    const auto word = std::string_view{clean}.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (used > indent && used + 1 + width_of(word) > style.width) {
      lines += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
      used = indent;
    } else if (used > indent) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += width_of(word);
  }
  return lines + "\n";
}

}  // namespace qoslab
