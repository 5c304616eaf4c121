#include "helpers/scenario/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace qoslab {
namespace {

std::string lower(std::string_view s) {
  std::string result{s};
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Damerau's distance with adjacent swaps (optimal string alignment), three rows at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::vector<std::size_t>, 3> row;  // of i-2, i-1, i
  for (auto& r : row) r.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[1][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[2][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[2][j] = std::min({row[1][j] + 1, row[2][j - 1] + 1, row[1][j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[2][j] = std::min(row[2][j], row[0][j - 2] + 1);
    }
    std::rotate(row.begin(), row.begin() + 1, row.end());
  }
  return row[1][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise) {
  constexpr std::size_t longest_word = 64;
  constexpr std::size_t longest_list = 12;
  const std::string* best = nullptr;
  std::size_t least = 0;
  for (const auto& k : known) {
    if (word.size() > longest_word || k.size() > longest_word) continue;
    const auto d = distance(lower(word), lower(k));
    if (d <= std::max<std::size_t>(1, k.size() / 3) && d < k.size() && (best == nullptr || d < least)) {
      best = &k;
      least = d;
    }
  }
  if (best != nullptr) return fmt::format("did you mean '{}'?", *best);
  if (known.empty() || known.size() > longest_list) return std::string{otherwise};
  return fmt::format("known: {}", fmt::join(known, ", "));
}

}  // namespace qoslab
