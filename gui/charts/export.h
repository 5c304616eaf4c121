// A picture as a file, for reports.
#pragma once

#include <QSize>
#include <QString>
#include <stdexcept>
#include <utility>

#include "gui/data/picture.h"

namespace qoslab::gui {

class ExportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Of x, as it is on the screen; the whole without.
struct ExportOptions {
  QSize size{1200, 700};
  int pixels = 2;  ///< of a .png, to a unit of its size: for print and for large screens
  std::optional<std::pair<double, double>> visible;
};

/// By the ending of the name: .svg, .png, .pdf, or .csv (the curves' points as they are drawn). Always on light ground.
/// Whole or not at all. Throws ExportError: another ending, or it cannot be written.
void export_picture(const Picture& picture, const QString& path, const ExportOptions& options = {});

}  // namespace qoslab::gui
