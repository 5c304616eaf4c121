// Aligned columns of text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qoslab {

struct TextStyle {
  bool color = false;
  int width = 100;
};

/// For a descriptor: colours on a terminal unless the environment has NO_COLOR; as wide as the terminal, else $COLUMNS,
/// else 100.
TextStyle style_for(int descriptor);

enum class Ink { plain, good, bad, faint, strong };

std::string inked(std::string_view text, Ink ink, const TextStyle& style);

/// Columns that a text takes up: its code points.
int width_of(std::string_view utf8);

struct Cell {
  std::string text;
  Ink ink = Ink::plain;
};

struct Column {
  std::string title;
  bool right = true;   ///< aligned
  int importance = 9;  ///< where it is too narrow for all, the least important columns are left out
};

/// Columns that are empty in all rows do not appear. If the most important columns are still too wide, the first is
/// cut.
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

/// Words in lines no wider than the style says; the lines after the first are indented by `indent`.
std::string wrapped(std::string_view text, int indent, const TextStyle& style);

}  // namespace qoslab
