#include "gui/data/lesson_note.h"

namespace qoslab::gui {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \n\t");
  if (first == std::string_view::npos) return {};
  return std::string{text.substr(first, text.find_last_not_of(" \n\t") - first + 1)};
}

/// As those of views: a source in brackets, "[2544]", is text.
bool is_id(const std::string& view) {
  constexpr auto letters = "abcdefghijklmnopqrstuvwxyz_-0123456789";
  return view.front() >= 'a' && view.front() <= 'z' && view.find_first_not_of(letters) == std::string::npos;
}

}  // namespace

LessonNote lesson_note(const std::string& written) {
  LessonNote note{.text = trimmed(written), .view = {}, .curves = {}};
  const auto open = note.text.rfind('[');
  if (open == std::string::npos || !note.text.ends_with(']')) return note;
  std::string_view inside{note.text};
  inside = inside.substr(open + 1, inside.size() - open - 2);
  constexpr std::string_view of = " of ";
  const auto list = inside.find(of);
  std::string view = trimmed(inside.substr(0, list));
  std::vector<std::string> curves;
  if (list != std::string_view::npos)
    for (auto rest = inside.substr(list + of.size()); !rest.empty();) {
      const auto comma = rest.find(',');
      if (auto name = trimmed(rest.substr(0, comma)); !name.empty()) curves.push_back(std::move(name));
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
  if (!view.empty() && !is_id(view)) return note;
  return {.text = trimmed(std::string_view{note.text}.substr(0, open)),
          .view = std::move(view),
          .curves = std::move(curves)};
}

std::vector<std::string> curves_of(const LessonNote& note) {
  if (note.results.empty()) return note.curves;
  if (note.curves.empty()) return {note.results};
  std::vector<std::string> names;
  for (const auto& curve : note.curves) names.push_back(note.results + ": " + curve);
  return names;
}

bool names_curve(std::string_view wanted, std::string_view curve) {
  if (!curve.starts_with(wanted)) return false;
  const auto rest = curve.substr(wanted.size());
  return rest.empty() || rest.starts_with(", ") || rest.starts_with(" at ") || rest.starts_with(": ");
}

}  // namespace qoslab::gui
