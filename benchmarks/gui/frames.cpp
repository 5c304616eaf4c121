#include "benchmarks/gui/frames.h"

#include <QApplication>
#include <QImage>
#include <QKeyEvent>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/gui/table.h"
#include "gui/charts/chart_view.h"
#include "gui/data/pyramid.h"

namespace qoslab::bench {
namespace {

using namespace gui;

constexpr std::size_t samples = 10'000'000;

/// Noise around a wave: every pixel has something to draw.
std::shared_ptr<const Pyramid> noise(unsigned seed) {
  std::vector<Point> points(samples);
  std::mt19937 random{seed};
  for (std::size_t i = 0; i < samples; ++i) {
    const auto x = static_cast<double>(i);
    points[i] = {x * 1e-3, static_cast<double>(seed) * 1e6 + 1e6 * std::sin(x * 2e-6) +
                               static_cast<double>(random() % 1'000'000)};
  }
  return std::make_shared<const Pyramid>(std::move(points));
}

Picture picture_of(const std::vector<std::shared_ptr<const Pyramid>>& sources) {
  Picture picture{.title = "Ten million samples",
                  .note = {},
                  .x = {.title = "time", .unit = "s", .names = {}},
                  .y = {.title = "throughput", .unit = "bit/s", .names = {}},
                  .curves = {}};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Curve curve;
    curve.name = "curve " + std::to_string(i);
    curve.source = sources[i];
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

void press(QWidget& widget, Qt::Key key) {
  QKeyEvent event{QEvent::KeyPress, key, Qt::NoModifier};
  QApplication::sendEvent(&widget, &event);
}

}  // namespace

Frames frames_of(QWidget& widget, int pixels, int count, const std::function<void(int)>& step) {
  using Clock = std::chrono::steady_clock;
  double slowest = 0;
  QImage image{widget.size() * pixels, QImage::Format_RGB32};
  image.setDevicePixelRatio(pixels);
  const auto begin = Clock::now();
  for (int i = 0; i < count; ++i) {
    const auto before = Clock::now();
    step(i);
    widget.render(&image);
    slowest = std::max(slowest, std::chrono::duration<double, std::milli>(Clock::now() - before).count());
  }
  return {count / std::chrono::duration<double>(Clock::now() - begin).count(), slowest};
}

Frames zoom_and_move(ChartView& chart, QWidget& painted, int pixels) {
  constexpr int of_each = 20;
  return frames_of(painted, pixels, 3 * of_each, [&](int i) {
    press(chart, i < of_each ? Qt::Key_Plus : i < 2 * of_each ? Qt::Key_Right : Qt::Key_Minus);
  });
}

void report_frames() {
  int count = 1;
  char name[] = "bench";
  char* names[] = {name, nullptr};
  const QApplication app{count, names};
  const auto first = noise(0), second = noise(2), third = noise(4);
  const auto report = [](const std::string& what, QSize size, int pixels,
                         const std::vector<std::shared_ptr<const Pyramid>>& sources) {
    ChartView chart;
    chart.resize(size);
    chart.show();
    chart.show_picture(picture_of({}));
    const auto empty = zoom_and_move(chart, chart, pixels);
    chart.show_picture(picture_of(sources));
    const auto frames = zoom_and_move(chart, chart, pixels);
    print_row(
        what, number(frames.a_second, "frames/s"), "≥ 30",
        "slowest frame " + number(frames.slowest_ms, "ms") + "; empty axes " + number(empty.a_second, "frames/s"));
  };
  report("one curve of 10 million samples, 1920 × 1080", {1920, 1080}, 1, {first});
  report("the same, 3840 × 2160", {3840, 2160}, 1, {first});
  report("the same, 3840 × 2160 with two pixels to a point", {1920, 1080}, 2, {first});
  report("three such curves, 1920 × 1080", {1920, 1080}, 1, {first, second, third});
  report("the same, 3840 × 2160 with two pixels to a point", {1920, 1080}, 2, {first, second, third});
}

}  // namespace qoslab::bench
