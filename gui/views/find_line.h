// Where a scenario's text says what a drawing shows.
#pragma once

#include <QString>
#include <optional>

#include "gui/draw/drawing.h"

namespace qoslab::gui {

/// The line, from 1, of the key that names it; nothing if it is not in this text but in a part that it includes.
std::optional<int> line_of(const QString& text, const ScenarioPart& subject);

}  // namespace qoslab::gui
