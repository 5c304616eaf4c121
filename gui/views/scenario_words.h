// A scenario's parts in the words of `qoslab show`.
#pragma once

#include "gui/draw/parts.h"

namespace qoslab::gui {

const Words& scenario_words();

}  // namespace qoslab::gui
