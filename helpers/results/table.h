// Aligned columns of text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qoslab {

struct TextStyle {
  bool color = false;
  int width = 120;
};

/// For a descriptor: colours on a terminal unless the environment has NO_COLOR or TERM=dumb; as wide as the terminal,
/// else $COLUMNS, else 120.
TextStyle style_for(int descriptor);

enum class Ink { plain, good, bad, faint, strong };

std::string inked(std::string_view text, Ink ink, const TextStyle& style);

/// Columns that a text takes up: its code points.
int width_of(std::string_view utf8);

/// With a space for every control character: a name from a file must not steer the terminal.
std::string harmless(std::string_view text);

struct Cell {
  std::string text;
  Ink ink = Ink::plain;
};

struct Column {
  std::string title;
  bool right = true;       ///< aligned
  int importance = 9;      ///< where it is too narrow for all, the least important columns are left out
  const char* blank = "";  ///< what empty cells show
};

/// Columns that are empty in all rows do not appear, nor does a table without rows. If the most important columns are
/// still too wide, the first is cut.
class Table {
 public:
  explicit Table(std::vector<Column> columns);
  void row(std::vector<Cell> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string text(const TextStyle& style) const;

 private:
  [[nodiscard]] std::vector<int> widths() const;
  void fit(std::vector<int>& widths, int width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

/// Words in lines no wider than the style says, the first after `first`, the others after as many spaces as that takes.
std::string wrapped(std::string_view first, std::string_view text, const TextStyle& style);

}  // namespace qoslab
