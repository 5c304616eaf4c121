#include "gui/charts/export.h"

#include <QBuffer>
#include <QChartView>
#include <QFileInfo>
#include <QGraphicsLayout>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>
#include <memory>

#include "gui/charts/chart_drawing.h"

namespace qoslab::gui {
namespace {

constexpr int every_value = 1 << 28;  // pixels: more than a file has values

/// A chart outside any window.
Sheet sheet_of(const Picture& picture, const ExportOptions& options) {
  auto view = std::make_shared<QChartView>();
  view->setFrameShape(QFrame::NoFrame);
  view->setRenderHint(QPainter::Antialiasing);
  view->resize(options.size);
  view->chart()->resize(options.size);
  ChartDrawing drawing{*view->chart(), picture, {}};
  drawing.show(options.visible.value_or(drawing.whole()), options.size.width());
  view->chart()->layout()->invalidate();
  view->chart()->layout()->activate();
  view->grab();
  return {.title = QString::fromStdString(picture.title),
          .description = QString::fromStdString(picture.note),
          .size = options.size,
          .paint = [view](QPainter& painter) { view->QGraphicsView::render(&painter); }};
}

void paint(const Sheet& sheet, QPaintDevice& device) {
  QPainter painter{&device};
  painter.setRenderHint(QPainter::Antialiasing);
  sheet.paint(painter);
}

QByteArray svg(const Sheet& sheet) {
  QByteArray bytes;
  QBuffer buffer{&bytes};
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(sheet.size);
  generator.setViewBox(QRect{{0, 0}, sheet.size});
  generator.setTitle(sheet.title);
  generator.setDescription(sheet.description);
  paint(sheet, generator);
  return bytes;
}

QByteArray png(const Sheet& sheet, int pixels) {
  QImage image{sheet.size * pixels, QImage::Format_ARGB32};
  if (image.isNull()) throw ExportError{"there is not enough memory for so many pixels"};
  image.fill(Qt::white);
  paint(sheet, image);
  QByteArray bytes;
  QBuffer buffer{&bytes};
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray pdf(const Sheet& sheet) {
  QByteArray bytes;
  QBuffer buffer{&bytes};
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer{&buffer};
    writer.setTitle(sheet.title);
    writer.setResolution(144);
    writer.setPageSize(QPageSize{QSizeF{sheet.size} * 0.5, QPageSize::Point});
    writer.setPageMargins({});
    paint(sheet, writer);
  }
  return bytes;
}

[[noreturn]] void fail(const QString& path, const QString& why) {
  throw ExportError{(path + ": " + why).toStdString()};
}

QString ending_of(const QString& path) { return QFileInfo{path}.suffix().toLower(); }

/// Of a bar or a band, if the curve has one there.
QStringList interval_at(const Curve& curve, double x) {
  for (const auto* intervals : {&curve.band, &curve.whiskers}) {
    const auto found = std::find_if(intervals->begin(), intervals->end(), [&](const Whisker& w) { return w.x == x; });
    if (found == intervals->end() || !std::isfinite(found->low) || !std::isfinite(found->high)) continue;
    return {QString::number(found->low, 'g', 12), QString::number(found->high, 'g', 12)};
  }
  return {"", ""};
}

QString head_of(const Axis& axis) {
  return QString::fromStdString(axis.unit.empty() ? axis.title : axis.title + ", " + axis.unit);
}

/// What is visible; in place of numbers the names that an axis has.
QString csv(const Picture& picture, const ExportOptions& options) {
  const bool intervals = std::any_of(picture.curves.begin(), picture.curves.end(),
                                     [](const Curve& c) { return !c.band.empty() || !c.whiskers.empty(); });
  QStringList cells{"curve", head_of(picture.x), head_of(picture.y)};
  if (intervals)
    cells << "low"
          << "high";
  auto text = csv_line(cells);
  const auto [from, to] = options.visible.value_or(span_of(picture));
  for (const auto& curve : picture.curves) {
    auto points = curve.source ? curve.source->between(from, to, every_value) : curve.points;
    if (curve.shape == Curve::Shape::area && !points.empty()) points.pop_back();
    for (const auto& [x, y] : points) {
      if (x < from || x > to) continue;
      const auto& names = picture.x.names;
      const auto place = static_cast<std::size_t>(std::max(0.0, std::round(x)));
      cells = {QString::fromStdString(curve.name),
               place < names.size() ? QString::fromStdString(names[place]) : QString::number(x, 'g', 12),
               QString::number(y, 'g', 12)};
      if (intervals) cells += interval_at(curve, x);
      text += csv_line(cells);
    }
  }
  return text;
}

}  // namespace

bool can_be_exported(const QString& path) { return QStringList{"svg", "png", "pdf", "csv"}.contains(ending_of(path)); }

void export_picture(const Picture& picture, const QString& path, const ExportOptions& options) {
  if (!can_be_exported(path)) fail(path, "the name has to end with .svg, .png, .pdf or .csv");
  if (ending_of(path) == "csv") return write_whole(csv(picture, options).toUtf8(), path);
  export_sheet(sheet_of(picture, options), path, options.pixels);
}

void export_sheet(const Sheet& sheet, const QString& path, int pixels) {
  const auto ending = ending_of(path);
  if (ending == "svg") return write_whole(svg(sheet), path);
  if (ending == "png") return write_whole(png(sheet, pixels), path);
  if (ending == "pdf") return write_whole(pdf(sheet), path);
  fail(path, "the name has to end with .svg, .png or .pdf");
}

Exportable exportable(Picture picture, const ExportOptions& options) {
  const auto title = QString::fromStdString(picture.title);
  return {title, "*.svg *.png *.pdf *.csv",
          [picture = std::move(picture), options](const QString& path) { export_picture(picture, path, options); }};
}

Exportable exportable(Sheet sheet) {
  const auto title = sheet.title;
  return {title, "*.svg *.png *.pdf", [sheet = std::move(sheet)](const QString& path) { export_sheet(sheet, path); }};
}

QString csv_line(const QStringList& cells) {
  QStringList fields;
  for (auto cell : cells) {
    const bool quoted = cell.contains(QChar{','}) || cell.contains(QChar{'"'}) || cell.contains(QChar{'\n'}) ||
                        cell.contains(QChar{'\r'});
    fields << (quoted ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell);
  }
  return fields.join(',') + "\r\n";
}

void write_whole(const QByteArray& bytes, const QString& path) {
  const QFileInfo info{path};
  const auto put = [&](auto& file) { return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(); };
  if (info.exists() && !info.isDir() && (!info.isFile() || path.startsWith("/dev/"))) {
    QFile device{path};
    if (!put(device) || !device.flush()) fail(path, "cannot be written: " + device.errorString());
    return;
  }
  QSaveFile file{path};
  if (!put(file) || !file.commit()) fail(path, "cannot be written: " + file.errorString());
}

}  // namespace qoslab::gui
