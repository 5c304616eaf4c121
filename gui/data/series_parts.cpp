#include "gui/data/series_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace qoslab::gui {
namespace {

constexpr std::size_t most_remembered = 4'000'000;  // samples

constexpr std::uint64_t near = std::uint64_t{64} << 10;  // bytes

using Pieces = std::vector<Piece>;

struct Range {
  std::size_t first, end;
};

/// The pieces that reach into from..to.
Range pieces_between(const Pieces& pieces, double from, double to) {
  const auto first =
      std::partition_point(pieces.begin(), pieces.end(), [&](const Piece& p) { return p.stroke.end < from; });
  const auto end = std::partition_point(first, pieces.end(), [&](const Piece& p) { return p.stroke.begin <= to; });
  return {static_cast<std::size_t>(first - pieces.begin()), static_cast<std::size_t>(end - pieces.begin())};
}

/// What of the file has these pieces, each byte once. What lies between near ones is read with them.
std::vector<std::pair<std::uint64_t, std::uint64_t>> places_of(const Pieces& pieces, Range range) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (std::size_t i = range.first; i < range.end; ++i) places.emplace_back(pieces[i].begin, pieces[i].end);
  std::sort(places.begin(), places.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> merged;
  for (const auto& [begin, end] : places) {
    if (!merged.empty() && begin <= merged.back().second + near)
      merged.back().second = std::max(merged.back().second, end);
    else
      merged.emplace_back(begin, end);
  }
  return merged;
}

std::uint64_t bytes_of(const Pieces& pieces, Range range) {
  std::uint64_t bytes = 0;
  for (const auto& [begin, end] : places_of(pieces, range)) bytes += end - begin;
  return bytes;
}

bool all_single(const Pieces& pieces, Range range) {
  return std::all_of(pieces.begin() + static_cast<std::ptrdiff_t>(range.first),
                     pieces.begin() + static_cast<std::ptrdiff_t>(range.end),
                     [](const Piece& p) { return p.stroke.count == 1; });
}

/// Twice as many on each side, so that who moves a little finds them read.
Range widened(const Pieces& pieces, Range range) {
  const std::size_t more = range.end - range.first;
  return {range.first - std::min(range.first, more), std::min(pieces.size(), range.end + more)};
}

}  // namespace

SeriesParts::Part SeriesParts::read_again(const SeriesCurve& curve, std::size_t first, std::size_t end,
                                          const Wanted& wanted) const {
  Part part{first, end, {}, false, false};
  std::int64_t expected = 0;
  for (std::size_t i = first; i < end; ++i) expected += curve.pieces[i].stroke.count;
  for (const auto& [begin, behind] : places_of(curve.pieces, {first, end})) {
    LineBlocks blocks{file, begin, behind};
    while (blocks.next()) {
      const char* const stop = blocks.lines().data() + blocks.lines().size();
      for (const char* at = blocks.lines().data(); at != stop;) {
        Point sample;
        const char* next = read_series_line_of({curve.name, curve.rest}, at, stop, sample);
        if (next == nullptr) {
          at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(stop - at))) + 1;
          continue;
        }
        at = next;
        --expected;
        if (sample.x < wanted.from || sample.x > wanted.to) continue;
        part.too_many = part.samples.size() == wanted.most;
        if (part.too_many) return part;
        part.samples.push_back(sample);
      }
    }
  }
  const auto before = [](Point a, Point b) { return a.x < b.x; };
  if (!std::is_sorted(part.samples.begin(), part.samples.end(), before))
    std::stable_sort(part.samples.begin(), part.samples.end(), before);
  part.holds = expected <= 0;
  return part;
}

const SeriesParts::Part& SeriesParts::remembered(std::size_t curve, std::size_t first, std::size_t end) const {
  const auto found = memory_.find(curve);
  if (found != memory_.end() && found->second.first <= first && found->second.end >= end) return found->second;
  const auto& pieces = curves[curve].pieces;
  auto wide = widened(pieces, {first, end});
  if (bytes_of(pieces, wide) > largest_part) wide = {first, end};
  auto part = read_again(curves[curve], wide.first, wide.end, {-HUGE_VAL, HUGE_VAL, most_remembered});
  if (found != memory_.end()) remembered_samples_ -= found->second.samples.size();
  if (remembered_samples_ + part.samples.size() > most_remembered) {
    memory_.clear();
    remembered_samples_ = 0;
  }
  remembered_samples_ += part.samples.size();
  return memory_.insert_or_assign(curve, std::move(part)).first->second;
}

Envelope SeriesParts::envelope(std::size_t curve, double from, double to, int pixels) const {
  const auto& pieces = curves[curve].pieces;
  const auto range = pieces_between(pieces, from, to);
  PixelStrokes strokes{from, to, pixels};
  std::int64_t samples = 0;
  const auto add = [&](const Stroke& stroke) {
    strokes.add(stroke);
    samples += stroke.count;
  };
  const auto& [name, rest, all] = curves[curve];
  const bool few = range.end - range.first < 2 * static_cast<std::size_t>(pixels);
  const std::lock_guard lock{mutex_};
  const Part* part = nullptr;
  if (few && !all_single(pieces, range) && bytes_of(pieces, range) <= largest_part)
    part = &remembered(curve, range.first, range.end);
  if (part != nullptr && part->holds) {
    auto first = std::partition_point(part->samples.begin(), part->samples.end(), [&](Point p) { return p.x < from; });
    auto end = std::partition_point(first, part->samples.end(), [&](Point p) { return p.x <= to; });
    if (first != part->samples.begin())
      add(stroke_of(*(first - 1)));
    else if (part->first > 0)
      add(stroke_of({all[part->first - 1].stroke.end, all[part->first - 1].stroke.last}));
    std::for_each(first, end, [&](Point p) { add(stroke_of(p)); });
    if (end != part->samples.end())
      add(stroke_of(*end));
    else if (part->end < all.size())
      add(stroke_of({all[part->end].stroke.begin, all[part->end].stroke.first}));
  } else {
    if (range.first > 0) add(all[range.first - 1].stroke);
    for (std::size_t i = range.first; i < range.end; ++i) add(all[i].stroke);
    if (range.end < all.size()) add(all[range.end].stroke);
  }
  Envelope envelope{strokes.take(), false};
  envelope.exact = static_cast<std::int64_t>(envelope.strokes.size()) == samples;
  return envelope;
}

std::vector<Point> SeriesParts::exact(std::size_t curve, double from, double to, std::size_t most) const {
  const auto range = pieces_between(curves[curve].pieces, from, to);
  auto part = read_again(curves[curve], range.first, range.end, {from, to, most});
  if (part.too_many) throw SeriesError{file.path() + ": more than " + std::to_string(most) + " values in this range"};
  if (!part.holds) throw SeriesError{file.path() + ": the file was changed since it was loaded"};
  return std::move(part.samples);
}

}  // namespace qoslab::gui
