// How curves can be told apart: also printed grey, and by eyes that see fewer colours.
#pragma once

#include <QColor>
#include <QPen>
#include <cstddef>

namespace qoslab::gui {

/// The eight colours of Okabe and Ito, "Color Universal Design" (2008), with black last and made light on dark ground;
/// neighbours differ also in their dashes.
QColor colour_of(std::size_t style, bool dark);
QPen pen_of(std::size_t style, bool dark);

/// The window's palette is dark.
bool is_dark();

}  // namespace qoslab::gui
