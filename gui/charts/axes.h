// The axes of a chart: numbers, logarithms or names.
#pragma once

#include <string>

#include "gui/charts/extent.h"
#include "gui/data/picture.h"

class QAbstractAxis;
class QFont;

namespace qoslab::gui {

/// The caller owns it.
QAbstractAxis* axis_of(const Axis& wanted);

void set_range(QAbstractAxis& axis, Range range);

/// Names that have no room side by side stand upright, as small as they have to.
void fit_names(QAbstractAxis& axis, const Axis& names, Range visible, int pixels, const QFont& font);

/// "goodput, Mbit/s".
std::string title_of(const Axis& axis, const Prefix& prefix);

}  // namespace qoslab::gui
