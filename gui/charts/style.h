// How curves can be told apart: also printed grey, and by eyes that see fewer colours.
#pragma once

#include <QColor>
#include <QFont>
#include <QPen>
#include <cstddef>

namespace qoslab::gui {

/// The eight colours of Okabe and Ito, "Color Universal Design" (2008), with black last and made light on dark ground;
/// neighbours differ also in their dashes.
QColor colour_of(std::size_t style, bool dark);
QPen pen_of(std::size_t style, bool dark);

/// Letters of equal width, as large as all others.
QFont fixed_font();

/// The window's palette is dark.
bool is_dark();

}  // namespace qoslab::gui
