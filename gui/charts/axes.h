// The axes of a chart: numbers, or their logarithms.
#pragma once

#include <string>

#include "gui/charts/extent.h"
#include "gui/data/picture.h"

class QAbstractAxis;

namespace qoslab::gui {

/// Without labels if it has names. The caller owns it.
QAbstractAxis* axis_of(const Axis& wanted);

void set_range(QAbstractAxis& axis, Range range);

/// "goodput, Mbit/s".
std::string title_of(const Axis& axis, const Prefix& prefix);

}  // namespace qoslab::gui
