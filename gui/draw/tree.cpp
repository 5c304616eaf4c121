#include "gui/draw/tree.h"

#include <algorithm>
#include <utility>

namespace qoslab::gui {
namespace {

constexpr double around = 20;
constexpr double between_columns = 44;
constexpr double between_rows = 14;
constexpr double between_trees = 30;
constexpr double mouth = 16;  // where a queue's places are shown
constexpr double letters_in_a_line = 27;

/// A part with its box, in a list where children come behind their parents.
struct Placed {
  Box box;
  std::size_t depth = 0;
  std::vector<std::size_t> children;
  double extent = 0;  // height of all that hangs on it
  double top = 0;     // of that
};

class TreeLayout {
 public:
  TreeLayout(const TreePart& root, const TextSize& size) : size_{size} {
    place(root);
    for (auto i = placed_.rbegin(); i != placed_.rend(); ++i) {
      i->box.area = area_for(i->box, size);
      double below = 0;
      for (const auto child : i->children) below += placed_[child].extent;
      i->extent = std::max(i->box.area.height + between_rows, below);
      if (i->box.look == Look::queue) i->box.area.width += mouth;
      if (columns_.size() <= i->depth) columns_.resize(i->depth + 1);
      columns_[i->depth] = std::max(columns_[i->depth], i->box.area.width);
    }
  }

  /// The tree's width.
  [[nodiscard]] double width() const {
    double sum = -between_columns;
    for (const auto column : columns_) sum += column + between_columns;
    return sum;
  }

  void draw(double top, Drawing& drawing) {
    std::vector<double> left(columns_.size());
    double x = around;
    for (auto d = columns_.size(); d-- > 0;) {
      left[d] = x;
      x += columns_[d] + between_columns;
    }
    placed_.front().top = top;
    for (auto& part : placed_) {
      double below = 0;
      for (const auto child : part.children) below += placed_[child].extent;
      double at = part.top + (part.extent - below) / 2;
      for (const auto child : part.children) {
        placed_[child].top = at;
        at += placed_[child].extent;
      }
    }
    for (auto i = placed_.rbegin(); i != placed_.rend(); ++i) stand(*i, left[i->depth]);
    for (const auto& part : placed_) connect(part, drawing);
    for (auto& part : placed_) drawing.boxes.push_back(std::move(part.box));
    drawing.width = std::max(drawing.width, width() + 2 * around);
    drawing.height = top + placed_.front().extent + around;
  }

 private:
  std::size_t place(const TreePart& part, std::size_t depth = 0) {
    const auto number = placed_.size();
    Placed placed;
    placed.depth = depth;
    placed.box = {.subject = part.subject,
                  .look = part.look,
                  .title = part.title,
                  .lines = {},
                  .area = {},
                  .tip = part.tip,
                  .key = part.key,
                  .used = part.used};
    const auto widest = size_.width("n", false) * letters_in_a_line;
    for (const auto& phrase : part.phrases)
      for (auto& line : wrapped(phrase, widest, size_)) placed.box.lines.push_back(std::move(line));
    placed_.push_back(std::move(placed));
    for (const auto& child : part.children) {
      const auto below = place(child, depth + 1);
      placed_[number].children.push_back(below);
    }
    return number;
  }

  /// Beside the middle of its children; matches stand close to what they match, all boxes of a column are as wide.
  void stand(Placed& part, double left) {
    auto& area = part.box.area;
    area.x = left;
    area.width = columns_[part.depth];
    double middle = part.top + part.extent / 2;
    if (!part.children.empty()) {
      const auto& first = placed_[part.children.front()].box.area;
      const auto& last = placed_[part.children.back()].box.area;
      middle = (first.centre().y + last.centre().y) / 2;
    }
    const auto half = area.height / 2;
    middle = std::clamp(middle, part.top + half, std::max(part.top + half, part.top + part.extent - half));
    area.y = middle - half;
  }

  void connect(const Placed& part, Drawing& drawing) const {
    const auto& to = part.box.area;
    for (const auto child : part.children) {
      const auto& from = placed_[child].box.area;
      const double bend = to.x - between_columns / 2;
      Wire wire;
      wire.points = {
          {from.right(), from.centre().y}, {bend, from.centre().y}, {bend, to.centre().y}, {to.x, to.centre().y}};
      wire.arrow = true;
      drawing.wires.push_back(std::move(wire));
    }
  }

  const TextSize& size_;
  std::vector<Placed> placed_;
  std::vector<double> columns_;  // widths, by depth
};

}  // namespace

Drawing draw_trees(const std::vector<TitledTree>& trees, const TextSize& size) {
  Drawing drawing;
  double top = around;
  for (const auto& tree : trees) {
    drawing.headings.push_back({tree.title, {around, top}});
    drawing.width = std::max(drawing.width, size.width(tree.title, true) + 2 * around);
    top += size.line * 1.5;
    TreeLayout{tree.root, size}.draw(top, drawing);
    top = drawing.height - around + between_trees;
  }
  return drawing;
}

}  // namespace qoslab::gui
