// A piece of a curve, as a sign for it beside its name.
#pragma once

#include <QIcon>
#include <QSize>
#include <cstddef>

#include "gui/data/picture.h"

namespace qoslab::gui {

constexpr QSize size_of_sample{30, 12};

QIcon sample_of(Curve::Shape shape, std::size_t style, bool dark);

}  // namespace qoslab::gui
