#include "gui/charts/export.h"

#include <QBuffer>
#include <QChartView>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "gui/charts/drawing.h"

namespace qoslab::gui {
namespace {

/// A chart outside any window.
class Sheet {
 public:
  Sheet(const Picture& picture, const ExportOptions& options) {
    view_.setFrameShape(QFrame::NoFrame);
    view_.setRenderHint(QPainter::Antialiasing);
    view_.resize(options.size);
    Drawing drawing{*view_.chart(), picture, {}};
    drawing.show(options.visible.value_or(drawing.whole()), options.size.width());
    view_.grab();  // lays it out
  }

  void paint(QPaintDevice& device) {
    QPainter painter{&device};
    painter.setRenderHint(QPainter::Antialiasing);
    view_.QGraphicsView::render(&painter);
  }

 private:
  QChartView view_;
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
  QImage image{options.size * options.pixels, QImage::Format_ARGB32};
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

/// Of a bar or a band, if the curve has one there.
QString interval_at(const Curve& curve, double x) {
  for (const auto* intervals : {&curve.band, &curve.whiskers}) {
    const auto found = std::find_if(intervals->begin(), intervals->end(), [&](const Whisker& w) { return w.x == x; });
    if (found == intervals->end() || !std::isfinite(found->low) || !std::isfinite(found->high)) continue;
    return "," + QString::number(found->low, 'g', 12) + "," + QString::number(found->high, 'g', 12);
  }
  return ",,";
}

/// RFC 4180: what is drawn, of long curves not every sample; in place of numbers the names that an axis has.
QByteArray csv(const Picture& picture, const ExportOptions& options) {
  const auto titled = [](const Axis& axis) {
    return field(axis.unit.empty() ? axis.title : axis.title + ", " + axis.unit);
  };
  const bool intervals = std::any_of(picture.curves.begin(), picture.curves.end(),
                                     [](const Curve& c) { return !c.band.empty() || !c.whiskers.empty(); });
  QString text = "curve," + titled(picture.x) + "," + titled(picture.y) + (intervals ? ",low,high\r\n" : "\r\n");
  const auto [from, to] = options.visible.value_or(span_of(picture));
  for (const auto& curve : picture.curves)
    for (const auto& [x, y] : curve.source ? curve.source->between(from, to, options.size.width()) : curve.points) {
      if (x < from || x > to) continue;
      const auto& names = picture.x.names;
      const auto place = static_cast<std::size_t>(std::max(0.0, std::round(x)));
      text += field(curve.name) + "," + (place < names.size() ? field(names[place]) : QString::number(x, 'g', 12)) +
              "," + QString::number(y, 'g', 12) + (intervals ? interval_at(curve, x) : "") + "\r\n";
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
