#include "gui/data/pyramid.h"

#include <algorithm>
#include <utility>

namespace qoslab::gui {
namespace {

std::size_t samples_in(std::size_t level) {
  std::size_t count = Pyramid::lowest;
  while (level-- > 0) count *= Pyramid::fan_out;
  return count;
}

}  // namespace

Pyramid::Pyramid(std::vector<Point> samples) : samples_{std::move(samples)} {
  for (std::size_t level = 0; samples_.size() >= samples_in(level); ++level) {
    auto& nodes = levels_.emplace_back();
    nodes.reserve(samples_.size() / samples_in(level));
    for (std::size_t i = 0; i < samples_.size() / samples_in(level); ++i) nodes.push_back(node_of(level, i));
  }
}

void Pyramid::add(Point sample) {
  samples_.push_back(sample);
  for (std::size_t level = 0; samples_.size() % samples_in(level) == 0; ++level) {
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level].push_back(node_of(level, levels_[level].size()));
  }
}

Pyramid::Node Pyramid::node_of(std::size_t level, std::size_t number) const {
  if (level == 0) {
    const std::size_t first = number * lowest;
    Node node{samples_[first].x, samples_[first].y, samples_[first].y, 0};
    for (std::size_t i = first; i < first + lowest; ++i) {
      node.min = std::min(node.min, samples_[i].y);
      node.max = std::max(node.max, samples_[i].y);
      node.sum += samples_[i].y;
    }
    return node;
  }
  const Node* parts = &levels_[level - 1][number * fan_out];
  Node node = parts[0];
  for (std::size_t i = 1; i < fan_out; ++i) node.add(parts[i]);
  return node;
}

Envelope Pyramid::envelope(double from, double to, int pixels) const {
  const auto before = [](const Point& s, double time) { return s.x < time; };
  const auto after = [](double time, const Point& s) { return time < s.x; };
  const auto first_in = std::lower_bound(samples_.begin(), samples_.end(), from, before);
  const auto behind_in = std::upper_bound(first_in, samples_.end(), to, after);
  auto first = static_cast<std::size_t>(first_in - samples_.begin());
  auto behind = static_cast<std::size_t>(behind_in - samples_.begin());
  const auto wanted = nodes_a_pixel * static_cast<std::size_t>(pixels);
  std::size_t level = 0;
  const std::size_t count = behind - first;
  if (first > 0) --first;
  if (behind < samples_.size()) ++behind;
  if (count < wanted * lowest) return of_samples(first, behind, from, to, pixels);
  while (level + 1 < levels_.size() && count >= wanted * samples_in(level + 1)) ++level;
  return of_nodes(first, behind, level, from, to, pixels);
}

std::vector<Point> Pyramid::between(double from, double to, int pixels) const {
  return outline(envelope(from, to, pixels).strokes);
}

std::optional<std::pair<double, double>> Pyramid::span() const {
  if (samples_.empty()) return std::nullopt;
  return std::pair{samples_.front().x, samples_.back().x};
}

Envelope Pyramid::of_samples(std::size_t first, std::size_t behind, double from, double to, int pixels) const {
  Envelope envelope{strokes_of(samples().subspan(first, behind - first), from, to, pixels), true};
  envelope.exact = envelope.strokes.size() == behind - first;
  return envelope;
}

Envelope Pyramid::of_nodes(std::size_t first, std::size_t behind, std::size_t level, double from, double to,
                           int pixels) const {
  const std::size_t width = samples_in(level);
  const auto& nodes = levels_[level];
  const std::size_t end = std::min((behind + width - 1) / width, nodes.size());
  std::vector<Stroke> strokes;
  PixelRuns runs{from, to, pixels};
  for (std::size_t i = first / width; i < end;) {
    runs.begins(nodes[i].begin);
    const std::size_t begin = i;
    Node all = nodes[i];
    for (++i; i < end && !runs.is_beyond(nodes[i].begin); ++i) all.add(nodes[i]);
    const Point first_sample = samples_[begin * width], last_sample = samples_[i * width - 1];
    strokes.push_back({all.begin, last_sample.x, first_sample.y, last_sample.y, all.min, all.max, all.sum,
                       static_cast<std::int64_t>((i - begin) * width)});
  }
  // What no full node has. It may go on in the pixel of the last one.
  for (std::size_t i = std::max(end * width, first); i < behind; ++i) {
    if (runs.begins(samples_[i].x))
      strokes.push_back(stroke_of(samples_[i]));
    else
      strokes.back().add(stroke_of(samples_[i]));
  }
  return {std::move(strokes), false};
}

}  // namespace qoslab::gui
