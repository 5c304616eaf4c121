#include "gui/draw/drawing.h"

#include <algorithm>

namespace qoslab::gui {
namespace {

constexpr double margin = 10;

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos;
}

/// Pieces that may stand on different lines.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c == ' ' && is_number(word)) {
      word += c;
    } else if (c == ' ') {
      if (!word.empty()) words.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

bool ends_phrase(const std::string& word) { return word.back() == ',' || word.back() == ';'; }

}  // namespace

std::vector<std::string> wrapped(const std::string& text, double width, const TextSize& size) {
  const auto words = words_of(text);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < words.size();) {
    std::string line = words[i];
    std::size_t end = i + 1;        // behind the last word that fits
    std::size_t end_of_phrase = 0;  // behind the last that ends a phrase
    std::string phrase;
    if (ends_phrase(line)) end_of_phrase = end, phrase = line;
    while (end < words.size() && size.width(line + " " + words[end], false) <= width) {
      line += " " + words[end++];
      if (ends_phrase(line)) end_of_phrase = end, phrase = line;
    }
    const bool all = end == words.size();
    if (!all && end_of_phrase != 0) {
      line = phrase;
      end = end_of_phrase;
    }
    if (end < words.size() && line.back() == ',') line.pop_back();
    lines.push_back(line);
    i = end;
  }
  return lines;
}

Area area_for(const Box& box, const TextSize& size) {
  double width = size.width(box.title, true);
  for (const auto& line : box.lines) width = std::max(width, size.width(line, false));
  const auto lines = static_cast<double>(box.lines.size() + (box.title.empty() ? 0 : 1));
  return {.width = width + 2 * margin, .height = lines * size.line + margin};
}

}  // namespace qoslab::gui
