// What a window shows as a file, for reports.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>
#include <stdexcept>
#include <utility>

#include "gui/data/picture.h"

class QPainter;

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

/// By the ending of the name: .svg, .png, .pdf, or .csv (all points that are visible). Always on light ground.
/// Whole or not at all. Throws ExportError: another ending, or it cannot be written.
void export_picture(const Picture& picture, const QString& path, const ExportOptions& options = {});

/// By the ending of its name.
bool can_be_exported(const QString& path);

/// Anything that can be painted on light ground.
struct Sheet {
  QString title;
  QString description;
  QSize size;
  std::function<void(QPainter&)> paint;
};
/// As export_picture, but for .csv.
void export_sheet(const Sheet& sheet, const QString& path, int pixels = 2);

/// Something on the screen that can become a file.
struct Exportable {
  QString title;
  QString endings;                                 ///< of the file's name, with stars: "*.svg *.png"
  std::function<void(const QString& path)> write;  ///< throws ExportError
};
Exportable exportable(Picture picture, const ExportOptions& options);
Exportable exportable(Sheet sheet);

/// A line of cells as CSV has it (RFC 4180), with its end.
QString csv_line(const QStringList& cells);
/// Whole or not at all: what was there before stays until all is written. Devices and pipes are written as they are.
/// Throws ExportError.
void write_whole(const QByteArray& bytes, const QString& path);

}  // namespace qoslab::gui
