// What a chart draws of curves of any length.
#include <gtest/gtest.h>

#include <QAbstractAxis>
#include <QChart>
#include <QChartView>
#include <QImage>
#include <QLegend>
#include <QValueAxis>
#include <QXYSeries>
#include <random>
#include <tuple>

#include "gui/charts/chart_drawing.h"
#include "gui/charts/chart_view.h"
#include "gui/charts/name_layer.h"
#include "gui/charts/style.h"
#include "gui/data/pyramid.h"
#include "tests/gui/saved_picture.h"

namespace qoslab::gui {
namespace {

Picture of_curves(std::vector<Curve> curves) {
  Picture picture;
  picture.title = "Curves";
  picture.x.title = "time";
  picture.x.unit = "s";
  picture.y.title = "throughput";
  picture.y.unit = "bit/s";
  picture.curves = std::move(curves);
  return picture;
}

Curve noise(unsigned seed, double from, double to) {
  std::vector<Point> samples;
  std::mt19937 random{seed};
  for (int i = 0; i < 100'000; ++i)
    samples.push_back({i * 0.01, from + (to - from) * static_cast<double>(random() % 1000) / 1000});
  Curve curve;
  curve.name = "noise";
  curve.source = std::make_shared<Pyramid>(std::move(samples));
  return curve;
}

/// Pixels of the plot that have about this colour.
double share_of(const QImage& image, const QRect& plot, const QColor& colour) {
  int found = 0;
  for (int y = plot.top(); y <= plot.bottom(); ++y)
    for (int x = plot.left(); x <= plot.right(); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
  return static_cast<double>(found) / (plot.width() * plot.height());
}

struct Shown {
  explicit Shown(const Picture& picture) {
    view.resize(800, 500);
    view.show();
    view.show_picture(picture);
    QCoreApplication::processEvents();
  }
  QImage image() { return view.grab().toImage(); }
  QRect plot() { return view.chart()->plotArea().toAlignedRect(); }
  const QXYSeries& series(int number) { return *qobject_cast<QXYSeries*>(view.chart()->series().at(number)); }
  ChartView view;
};

NameLayer& names(Shown& shown) {
  for (auto* item : shown.view.chart()->childItems())
    if (auto* layer = dynamic_cast<NameLayer*>(item)) return *layer;
  throw std::out_of_range{"no names"};
}

TEST(ChartDrawing, NoiseFillsWhatItReaches) {
  Shown shown{of_curves({noise(1, 0, 4e6), noise(2, 2e6, 3e6)})};
  const auto image = shown.image();
  test::save_picture(shown.view, "chart-noise");
  // The axis goes to 4 M; the second curve lies over a quarter of that.
  EXPECT_NEAR(share_of(image, shown.plot(), colour_of(1, false)), 0.25, 0.005);
  EXPECT_NEAR(share_of(image, shown.plot(), colour_of(0, false)), 0.75, 0.015);
  EXPECT_EQ(shown.series(0).pen().style(), Qt::SolidLine);
  EXPECT_EQ(shown.series(1).pen().style(), Qt::SolidLine);
  EXPECT_EQ(shown.series(1).count(), 0);
}

TEST(ChartDrawing, ZoomedInItIsALineWithItsDashesAgain) {
  Shown shown{of_curves({noise(1, 0, 4e6), noise(2, 2.0e6, 2.1e6)})};
  shown.view.show_range(500, 500.3);
  EXPECT_EQ(shown.series(1).pen().style(), Qt::DashLine);
  EXPECT_GT(shown.series(1).count(), 20);
  EXPECT_LT(share_of(shown.image(), shown.plot(), colour_of(0, false)), 0.2);
}

TEST(ChartDrawing, APictureAfterNoiseHasNothingOfIt) {
  Shown shown{of_curves({noise(1, 0, 4e6)})};
  Curve flat;
  flat.points = {{0, 1e6}, {1, 1e6}};
  flat.style = 2;
  shown.view.show_picture(of_curves({flat}));
  EXPECT_EQ(share_of(shown.image(), shown.plot(), colour_of(0, false)), 0);
}

TEST(ChartDrawing, ASingleValueIsADot) {
  Curve curve;
  curve.points = {{2, 1e6}};
  Shown shown{of_curves({curve})};
  EXPECT_LT(shown.view.visible().first, 2);
  EXPECT_GT(shown.view.visible().second, 2);
  EXPECT_GT(share_of(shown.image(), shown.plot(), colour_of(0, false)), 0);
}

/// As `plot` draws, which shows nothing on a screen.
TEST(ChartDrawing, BeforeAChartIsLaidOutCornersAreKept) {
  Curve curve;
  curve.points = {{0, 0}, {1, 0}, {2, 27}};
  ChartView view;
  view.show_picture(of_curves({curve}));
  EXPECT_EQ(qobject_cast<QXYSeries*>(view.chart()->series().at(0))->count(), 3);
}

TEST(ChartDrawing, DotsAreSeen) {
  Curve curve;
  curve.shape = Curve::Shape::dots;
  curve.points = {{0, 1e6}, {1, 2e6}};
  Shown shown{of_curves({curve})};
  EXPECT_GT(share_of(shown.image(), shown.plot(), colour_of(0, false)), 0);
}

TEST(ChartDrawing, ALegendThatDoesNotFitIntoARowStandsBesideTheChart) {
  Curve curve;
  curve.points = {{0, 1e6}, {1, 2e6}};
  curve.name = "a call";
  Shown shown{of_curves({curve, curve})};
  EXPECT_EQ(shown.view.chart()->legend()->alignment(), Qt::AlignBottom);
  curve.name = "all calls of the households behind the second optical network";
  shown.view.show_picture(of_curves({curve, curve, curve}));
  EXPECT_EQ(shown.view.chart()->legend()->alignment(), Qt::AlignRight);
  shown.view.show_legend(false);
  EXPECT_FALSE(shown.view.chart()->legend()->isVisible());
}

TEST(ChartDrawing, NamesStandUprightWhereTheyHaveNoRoomAndSomeAreLeftOutWhereTheyCannotBeRead) {
  const auto named = [](int count, const std::string& name) {
    Curve curve;
    curve.shape = Curve::Shape::dots;
    auto picture = of_curves({curve});
    for (int i = 0; i < count; ++i) {
      picture.x.names.push_back(name);
      picture.curves[0].points.push_back({static_cast<double>(i), 1e6});
    }
    return picture;
  };
  Shown shown{named(4, "voice")};
  EXPECT_FALSE(names(shown).upright());
  shown.view.show_picture(named(20, "homes.downstream"));
  EXPECT_TRUE(names(shown).upright());
  EXPECT_EQ(names(shown).shown().size(), 20) << "though all are alike";
  shown.view.show_picture(named(200, "homes.downstream"));
  EXPECT_GT(names(shown).step(), 1);
  EXPECT_LT(names(shown).step(), 10);
  shown.view.show_range(0, 10);
  EXPECT_EQ(names(shown).step(), 1);
  EXPECT_EQ(names(shown).shown().value(3), "homes.downstream");
}

TEST(ChartDrawing, NamesAreWhollyInTheChart) {
  auto picture = of_curves({Curve{.name = "a", .shape = Curve::Shape::dots}, Curve{.name = "b"}});
  for (int i = 0; i < 27; ++i) {
    picture.x.names.push_back("a subject with a name that is far too long at rate=" + std::to_string(i));
    picture.curves[0].points.push_back({static_cast<double>(i), 1e6});
  }
  picture.x.title = "(rate)";
  Shown shown{picture};
  shown.view.resize(520, 360);
  QCoreApplication::processEvents();
  test::save_picture(shown.view, "chart-names");
  const auto& layer = names(shown);
  ASSERT_EQ(layer.shown().size(), 27);
  EXPECT_TRUE(layer.shown()[26].startsWith("a sub") && layer.shown()[26].endsWith("=26"))
      << layer.shown()[26].toStdString();
  EXPECT_LE(layer.boundingRect().bottom(), shown.view.chart()->size().height() + 1);
  EXPECT_GT(shown.plot().height(), 100);
  const auto margins = shown.view.chart()->margins();
  shown.view.show_picture(of_curves({noise(1, 0, 1)}));
  EXPECT_LT(shown.view.chart()->margins().bottom(), margins.bottom()) << "numbers want no room for names";
}

TEST(ChartDrawing, ALineBetweenTwoSamplesStaysInTheChart) {
  Shown shown{of_curves({Curve{.name = "call", .points = {{0, 5000}, {100, 7000}}}})};
  shown.view.show_range(50, 50.001);
  const auto* y = qobject_cast<QValueAxis*>(shown.view.chart()->axes(Qt::Vertical).at(0));
  EXPECT_LE(y->min(), 6000);
  EXPECT_GE(y->max(), 6000);
  auto* x = qobject_cast<QValueAxis*>(shown.view.chart()->axes(Qt::Horizontal).at(0));
  EXPECT_NE(QString::asprintf(qPrintable(x->labelFormat()), 50.0002),
            QString::asprintf(qPrintable(x->labelFormat()), 50.0004))
      << "ticks look alike";
}

/// Of a corrupt file, or of a child that makes them up.
TEST(ChartDrawing, ValuesThatNobodyMeasuredNeitherStopNorBreakIt) {
  const auto time_axis_of = [](std::vector<Point> points) {
    Curve curve;
    curve.name = "odd";
    curve.points = std::move(points);
    QChartView view;
    const auto picture = of_curves({curve});
    ChartDrawing drawing{*view.chart(), picture, {}};
    drawing.show(drawing.whole(), 600);
    view.grab();
    const auto* axis = qobject_cast<QValueAxis*>(view.chart()->axes(Qt::Horizontal).value(0));
    return std::tuple{axis->min(), axis->max(), axis->tickInterval()};
  };
  EXPECT_EQ(time_axis_of({{-1.7e308, 0}, {0, 1.7e308}, {1, -1.7e308}, {2, 1}, {1.7e308, 0}}),
            (std::tuple{0., 2., 0.5}));
  const auto [low, high, tick] = time_axis_of({{1e18, 1}, {1e18 + 128, 2}});
  EXPECT_GT(high, low);
  EXPECT_GT(high + tick, high) << "an axis that adds it comes to its end";
}

}  // namespace
}  // namespace qoslab::gui
