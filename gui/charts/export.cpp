#include "gui/charts/export.h"

#include <QBuffer>
#include <QChart>
#include <QFileInfo>
#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QXYSeries>

#include "gui/charts/build.h"

namespace qoslab::gui {
namespace {

constexpr double scale_of_images = 2;  // pixels a unit: for print and for large screens

/// A chart outside any window.
class Sheet {
 public:
  Sheet(const Picture& picture, const ExportOptions& options) {
    scene_.addItem(&chart_);
    chart_.resize(options.size);
    scene_.setSceneRect({{0, 0}, options.size});
    const auto parts = build_chart(chart_, picture, {});
    const auto visible = options.visible.value_or(span_of(picture));
    for (std::size_t i = 0; i < parts.curves.size(); ++i)
      parts.curves[i]->replace(drawn_points(picture, picture.curves[i], visible, options.size.width()));
    set_range(*parts.x, visible);
    set_range(*parts.y, height_of(picture, parts.curves, visible));
  }
  ~Sheet() { scene_.removeItem(&chart_); }
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  void paint(QPaintDevice& device) {
    QPainter painter{&device};
    painter.setRenderHint(QPainter::Antialiasing);
    scene_.render(&painter);
  }

 private:
  QGraphicsScene scene_;
  QChart chart_;
};

QByteArray svg(const Picture& picture, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer{&bytes};
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(options.size);
  generator.setViewBox(QRect{{0, 0}, options.size});
  generator.setTitle(QString::fromStdString(picture.title));
  generator.setDescription(QString::fromStdString(picture.note));
  Sheet{picture, options}.paint(generator);
  return bytes;
}

QByteArray png(const Picture& picture, const ExportOptions& options) {
  QImage image{options.size * scale_of_images, QImage::Format_ARGB32};
  image.fill(Qt::white);
  Sheet{picture, options}.paint(image);
  QByteArray bytes;
  QBuffer buffer{&bytes};
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray pdf(const Picture& picture, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer{&bytes};
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer{&buffer};
    writer.setTitle(QString::fromStdString(picture.title));
    writer.setResolution(144);
    writer.setPageSize(QPageSize{QSizeF{options.size} * 0.5, QPageSize::Point});
    writer.setPageMargins({});
    Sheet{picture, options}.paint(writer);
  }
  return bytes;
}

QString field(const std::string& text) {
  QString value = QString::fromStdString(text);
  if (!value.contains(QChar{','}) && !value.contains(QChar{'"'}) && !value.contains(QChar{'\n'})) return value;
  return "\"" + value.replace("\"", "\"\"") + "\"";
}

/// RFC 4180; in place of numbers the names that an axis has.
QByteArray csv(const Picture& picture, const ExportOptions& options) {
  QString text = "curve," + field(picture.x.title) + "," + field(picture.y.title) + "\r\n";
  const auto visible = options.visible.value_or(span_of(picture));
  for (auto curve : picture.curves) {
    curve.shape = Curve::Shape::line;
    for (const auto& point : drawn_points(picture, curve, visible, options.size.width())) {
      if (point.x() < visible.first || point.x() > visible.second) continue;
      const auto& names = picture.x.names;
      const auto place = names.empty() ? QString::number(point.x(), 'g', 12)
                                       : field(names[std::min(names.size() - 1, static_cast<std::size_t>(point.x()))]);
      text += field(curve.name) + "," + place + "," + QString::number(point.y(), 'g', 12) + "\r\n";
    }
  }
  return text.toUtf8();
}

}  // namespace

void export_picture(const Picture& picture, const QString& path, const ExportOptions& options) {
  const auto fail = [&](const QString& why) { throw ExportError{(path + ": " + why).toStdString()}; };
  const auto ending = QFileInfo{path}.suffix().toLower();
  QByteArray bytes;
  if (ending == "svg")
    bytes = svg(picture, options);
  else if (ending == "png")
    bytes = png(picture, options);
  else if (ending == "pdf")
    bytes = pdf(picture, options);
  else if (ending == "csv")
    bytes = csv(picture, options);
  else
    fail("the name has to end with .svg, .png, .pdf or .csv");
  QSaveFile file{path};
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    fail("cannot be written: " + file.errorString());
}

}  // namespace qoslab::gui
