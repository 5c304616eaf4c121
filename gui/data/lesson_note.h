// One note of a scenario's lesson, and the chart that belongs to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qoslab::gui {

/// "EF waits behind a whole file. [delay of voice, video]": the text without the brackets, the view, the curves.
/// Without brackets the note belongs to no view; without "of" to all curves.
struct LessonNote {
  std::string text;
  std::string view;
  std::vector<std::string> curves;
  std::string results = {};  ///< of several side by side: whose note it is
  bool operator==(const LessonNote&) const = default;
};

/// Only brackets at the end count.
LessonNote lesson_note(const std::string& written);

/// The curves as they are called in a view; none: all.
std::vector<std::string> curves_of(const LessonNote& note);

/// "call" names the curves "call", "call, goodput" and "call at rate=1"; "run" also "run: call".
bool names_curve(std::string_view wanted, std::string_view curve);

}  // namespace qoslab::gui
