#include "gui/data/series_segment.h"

#include <algorithm>

namespace qoslab::gui {

void halve(std::vector<Piece>& pieces) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pieces.size(); i += 2) {
    pieces[kept] = pieces[i];
    if (i + 1 < pieces.size()) pieces[kept].add(pieces[i + 1]);
    ++kept;
  }
  pieces.resize(kept);
}

void SeriesSegment::take(const LineBlocks& block) {
  const char* const begin = block.lines().data();
  const char* const end = begin + block.lines().size();
  const auto place = [&](const char* at) { return block.offset() + static_cast<std::uint64_t>(at - begin); };
  for (const char *at = begin, *next; at != end; at = next) {
    ++lines;
    Point sample;
    // Curves take turns in the order in which they did before: the next one is not searched for but tried.
    if (!curves.empty()) {
      const std::size_t guess = curves[last_].follower;
      Curve& curve = curves[guess];
      next = read_series_line_of({curve.name, curve.rest}, at, end, sample);
      if (next != nullptr) {
        add(curve, sample, place(at), place(next));
        last_ = guess;
        continue;
      }
    }
    const SeriesLine line = read_series_line(at, end, columns_);
    next = line.end;
    if (line.wrong != nullptr) {
      if (bad_lines++ == 0) {
        first_bad_line = lines;
        first_bad_reason = line.wrong;
      }
    } else if (Curve* curve = curve_of(line.key)) {
      add(*curve, line.sample, place(at), place(next));
    } else {
      ++values_of_more_curves;
    }
  }
}

SeriesSegment::Curve* SeriesSegment::curve_of(const SeriesKey& key) {
  auto whole = std::string{key.name}.append(1, '\n').append(key.rest);
  const auto found = numbers_.find(whole);
  std::size_t number = curves.size();
  if (found != numbers_.end()) {
    number = found->second;
  } else {
    if (number == limits_.curves) return nullptr;
    numbers_.emplace(std::move(whole), number);
    curves.push_back({std::string{key.name}, std::string{key.rest}, {}, 1, number});
  }
  curves[last_].follower = number;
  last_ = number;
  return &curves[number];
}

void SeriesSegment::add(Curve& curve, Point sample, std::uint64_t begin, std::uint64_t end) {
  auto& pieces = curve.pieces;
  if (!pieces.empty() && pieces.back().stroke.count < curve.samples_a_piece) {
    pieces.back().stroke.add(stroke_of(sample));
    pieces.back().end = end;
    return;
  }
  if (pieces.size() >= limits_.pieces_of_curve) {
    pieces_ -= pieces.size();
    halve(pieces);
    curve.samples_a_piece *= 2;
    pieces_ += pieces.size();
    if (pieces.back().stroke.count < curve.samples_a_piece) return add(curve, sample, begin, end);
    if (pieces.size() >= limits_.pieces_of_curve) {  // a limit of one
      pieces.back().stroke.add(stroke_of(sample));
      pieces.back().end = end;
      curve.samples_a_piece *= 2;
      return;
    }
  }
  pieces.push_back({stroke_of(sample), begin, end});
  if (++pieces_ > limits_.pieces && limits_.pieces_of_curve > 1 && pieces_ > curves.size()) coarsen();
}

void SeriesSegment::coarsen() {
  limits_.pieces_of_curve /= 2;
  pieces_ = 0;
  for (auto& curve : curves) {
    while (curve.pieces.size() > limits_.pieces_of_curve) {
      halve(curve.pieces);
      curve.samples_a_piece *= 2;
    }
    curve.pieces.shrink_to_fit();
    pieces_ += curve.pieces.size();
  }
}

}  // namespace qoslab::gui
