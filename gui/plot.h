// qoslab plot: the pictures of the windows, without a window.
#pragma once

#include <QStringList>

namespace qoslab::gui {

/// `arguments`: the program's name, then those behind `plot`. Exit status: 0, 2 wrong arguments or unreadable results,
/// 4 the picture cannot be written.
int plot(const QStringList& arguments);

}  // namespace qoslab::gui
