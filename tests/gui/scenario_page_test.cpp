// The page of a scenario with its drawings, as a reader uses it.
#include "gui/views/scenario_page.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QWheelEvent>
#include <algorithm>
#include <set>

#include "gui/pictures/tree_results.h"
#include "gui/views/drawing_items.h"
#include "gui/views/scenario_text.h"
#include "gui/views/topology_view.h"
#include "gui/views/tree_view.h"
#include "tests/gui/saved_picture.h"

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

/// A page on the screen, its first check done.
class Opened {
 public:
  explicit Opened(const QString& path, QSize size = {1086, 640}) : page{path} {
    page.resize(size);
    page.show();
    page.activateWindow();
    wait([this] { return !topology().parts().empty(); });
  }

  template <typename Condition>
  static bool wait(Condition condition) {
    return QTest::qWaitFor(condition, 20'000);
  }

  TopologyView& topology() { return *page.findChild<TopologyView*>(); }
  TreeView& tree() { return *page.findChild<TreeView*>(); }
  ScenarioText& text() { return *page.findChild<ScenarioText*>(); }
  QTabWidget& tabs() { return *page.findChild<QTabWidget*>(); }
  QListWidget& problems() { return *page.findChild<QListWidget*>(); }
  QComboBox& combo(const QString& name) {
    for (auto* combo : page.findChildren<QComboBox*>())
      if (combo->accessibleName() == name) return *combo;
    throw std::out_of_range{name.toStdString()};
  }
  QStringList titles(DrawingView& view) {
    QStringList titles;
    for (const auto* box : view.boxes()) titles << box->title();
    return titles;
  }
  static void click(DrawingView& view, const DrawingItem& part) {
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.mapFromScene(part.place()));
  }
  static const DrawingItem* find(const DrawingView& view, Kind kind, const std::string& name) {
    for (const auto* part : view.parts())
      if (part->subject().kind == kind && part->subject().name == name) return part;
    return nullptr;
  }

  ScenarioPage page;
};

QString scenario(const QString& name) { return QString{QOSLAB_SOURCE_DIR} + "/scenarios/" + name + ".yaml"; }

class EachScenario : public testing::TestWithParam<std::string> {};

TEST_P(EachScenario, IsDrawnWithEachNodeOnceAndATreeForEachPort) {
  const auto path = QString::fromStdString(GetParam());
  const auto outcome = read_scenario(GetParam());
  ASSERT_FALSE(outcome.points.empty());
  Opened opened{path};
  std::multiset<std::string> nodes;
  for (const auto* part : opened.topology().boxes())
    if (part->subject().kind == Kind::node) nodes.insert(part->subject().name);
  std::multiset<std::string> wanted;
  for (const auto& node : outcome.points[0].nodes) wanted.insert(node.name);
  EXPECT_EQ(nodes, wanted);
  auto& ports = opened.combo("Port");
  EXPECT_EQ(ports.count(),
            static_cast<int>(2 * outcome.points[0].links.size() + outcome.points[0].gateways.gateways.size()));
  for (int i = 0; i < ports.count(); ++i) {
    ports.setCurrentIndex(i);
    EXPECT_GE(opened.tree().boxes().size(), 2U) << ports.currentText().toStdString();
  }
  ports.setCurrentIndex(0);
  if (!test::all_pictures_wanted()) return;
  const auto name = QFileInfo{path}.dir().dirName() + "-" + QFileInfo{path}.completeBaseName();
  test::save_picture(opened.page, name + "-topology");
  opened.tabs().setCurrentIndex(1);
  QCoreApplication::processEvents();
  test::save_picture(opened.page, name + "-tree");
}

std::vector<std::string> all_scenarios() {
  std::vector<std::string> paths;
  QDirIterator files{QString{QOSLAB_SOURCE_DIR} + "/scenarios", {"*.yaml"}, QDir::Files, QDirIterator::Subdirectories};
  while (files.hasNext())
    if (const auto path = files.next(); !path.contains("/parts/")) paths.push_back(path.toStdString());
  std::sort(paths.begin(), paths.end());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(OfTheLibrary, EachScenario, testing::ValuesIn(all_scenarios()), [](const auto& test) {
  auto name = QFileInfo{QString::fromStdString(test.param)}.completeBaseName();
  return name.replace(QRegularExpression{"[^A-Za-z0-9]"}, "_").toStdString() + "_" + std::to_string(test.index);
});

TEST(ScenarioPage, AClickOnAPortShowsItsTree) {
  Opened opened{scenario("planning/two-offices")};
  const auto* port = Opened::find(opened.topology(), Kind::port, "branch.uplink");
  ASSERT_NE(port, nullptr);
  Opened::click(opened.topology(), *port);
  EXPECT_EQ(opened.tabs().currentIndex(), 1);
  EXPECT_EQ(opened.combo("Port").currentText(), "branch.uplink");
  const auto titles = opened.titles(opened.tree());
  for (const auto* title : {"voice", "data", "business", "rest", "branch.uplink"})
    EXPECT_TRUE(titles.contains(title)) << title;
}

TEST(ScenarioPage, AClickInADrawingFindsTheLineInTheText) {
  Opened opened{scenario("planning/two-offices")};
  const auto line = [&] { return opened.text().textCursor().block().text().trimmed(); };
  Opened::click(opened.topology(), *Opened::find(opened.topology(), Kind::node, "centre"));
  EXPECT_EQ(line(), "centre: {kind: router}");
  Opened::click(opened.topology(), *Opened::find(opened.topology(), Kind::link, "uplink"));
  EXPECT_TRUE(line().startsWith("uplink: {between:"));
  Opened::click(opened.topology(), *Opened::find(opened.topology(), Kind::port, "branch.uplink"));
  EXPECT_EQ(line(), "branch.uplink:");
  Opened::click(opened.tree(), *Opened::find(opened.tree(), Kind::port_class, "rest"));
  EXPECT_TRUE(line().startsWith("rest: {rate:"));
}

TEST(ScenarioPage, KeysWalkFromNodeToPortAndOpenIt) {
  Opened opened{scenario("first/priority")};
  auto& view = opened.topology();
  view.setFocus();
  std::set<const DrawingItem*> seen;
  while (view.focusWidget() != nullptr && seen.size() < 100) {
    QTest::keyClick(&view, Qt::Key_Tab);
    if (view.current() == nullptr) break;
    EXPECT_TRUE(seen.insert(view.current()).second);
  }
  EXPECT_EQ(seen.size(), view.boxes().size() + 4);  // two links have four ports
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Home);
  ASSERT_NE(view.current(), nullptr);
  EXPECT_EQ(view.current()->subject().name, "home");
  for (const auto* port : {"home.lan", "router.lan"}) {
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.current()->subject().name, port);
  }
  QTest::keyClick(&view, Qt::Key_Right);
  EXPECT_EQ(view.current()->subject().name, "router");
  QTest::keyClick(&view, Qt::Key_Left);
  EXPECT_EQ(view.current()->subject().name, "router.lan");
  for (int i = 0; i < 2; ++i) QTest::keyClick(&view, Qt::Key_Right);
  EXPECT_EQ(view.current()->subject().name, "router.dsl");
  QTest::keyClick(&view, Qt::Key_Return);
  EXPECT_EQ(opened.tabs().currentIndex(), 1);
  EXPECT_EQ(opened.combo("Port").currentText(), "router.dsl");
}

TEST(ScenarioPage, WheelAndKeysEnlargeAndNullShowsAll) {
  Opened opened{scenario("first/priority")};
  auto& view = opened.topology();
  const double all = view.transform().m11();
  QTest::keyClick(&view, Qt::Key_Plus);
  EXPECT_GT(view.transform().m11(), all);
  const double more = view.transform().m11();
  QWheelEvent wheel{QPointF{50, 50},
                    view.mapToGlobal(QPoint{50, 50}),
                    {},
                    {0, 120},
                    Qt::NoButton,
                    Qt::NoModifier,
                    Qt::NoScrollPhase,
                    false};
  QCoreApplication::sendEvent(view.viewport(), &wheel);
  EXPECT_GT(view.transform().m11(), more);
  QTest::keyClick(&view, Qt::Key_0);
  EXPECT_DOUBLE_EQ(view.transform().m11(), all);
}

TEST(ScenarioPage, AnErrorIsToldAndTheDrawingStaysGrey) {
  Opened opened{scenario("first/priority")};
  const auto before = opened.titles(opened.topology());
  EXPECT_FALSE(opened.topology().is_grey());
  opened.text().moveCursor(QTextCursor::End);
  QTest::keyClicks(&opened.text(), "nonsense: 1");
  ASSERT_TRUE(Opened::wait([&] { return opened.problems().count() > 0; }));
  EXPECT_TRUE(opened.problems().item(0)->text().contains("nonsense"));
  EXPECT_FALSE(opened.text().extraSelections().isEmpty());
  EXPECT_TRUE(opened.topology().is_grey());
  EXPECT_TRUE(opened.tree().is_grey());
  EXPECT_EQ(opened.titles(opened.topology()), before);
  test::save_picture(opened.page, "error");
  for (int i = 0; i < 11; ++i) QTest::keyClick(&opened.text(), Qt::Key_Backspace);
  ASSERT_TRUE(Opened::wait([&] { return opened.problems().count() == 0; }));
  EXPECT_FALSE(opened.topology().is_grey());
}

TEST(ScenarioPage, CorruptTextIsMarkedAndNothingIsDrawnOfIt) {
  const QTemporaryDir folder;
  const auto path = folder.filePath("broken.yaml");
  QFile file{path};
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QByteArray{"nodes: {a: [\n\x01\xff\xfe: }}}\n"} + QByteArray(2000, '[') + QByteArray(100, '\0'));
  file.close();
  ScenarioPage page{path};
  page.resize(800, 600);
  page.show();
  auto* problems = page.findChild<QListWidget*>();
  ASSERT_TRUE(Opened::wait([&] { return problems->count() > 0; }));
  EXPECT_TRUE(page.findChild<TopologyView*>()->parts().empty());
  page.findChild<ScenarioText*>()->setPlainText("");
  problems->clear();
  ASSERT_TRUE(Opened::wait([&] { return problems->count() > 0; }));
}

TEST(ScenarioPage, OfASweepOnePointIsDrawn) {
  Opened opened{scenario("planning/two-offices")};
  auto& points = opened.combo("Point of the sweep");
  ASSERT_EQ(points.count(), 3);
  EXPECT_TRUE(points.isVisible());
  EXPECT_EQ(points.itemText(1), "load = 1 Mbit/s ip");
  opened.tabs().setCurrentIndex(2);
  const auto understood = [&] {
    for (auto* text : opened.page.findChildren<QPlainTextEdit*>())
      if (text->accessibleName() == "As understood") return text->toPlainText();
    return QString{};
  };
  ASSERT_TRUE(Opened::wait([&] { return understood().contains("two-offices load=500 kbit/s ip"); }));
  points.setCurrentIndex(2);
  ASSERT_TRUE(Opened::wait([&] { return understood().contains("two-offices load=1500 kbit/s ip"); }));
  test::save_picture(opened.page, "as-understood");
}

TEST(TreeView, ResultsFillBoxesAndAreTold) {
  const auto outcome = read_scenario(scenario("planning/two-offices").toStdString());
  TreeView view;
  view.resize(900, 500);
  view.show_trees(
      with_results(trees_of_port(outcome.points.at(0), "branch.uplink"), {{"voice", {0.04, {"never waited"}}},
                                                                          {"data", {0.993, {"waited for its parent"}}},
                                                                          {"business", {0.72, {}}},
                                                                          {port_key, {0.998, {}}},
                                                                          {"other", {1, {}}}}));
  std::map<std::string, double> used;
  for (const auto* box : view.boxes())
    if (box->box().used) used[box->box().key] = *box->box().used;
  EXPECT_EQ(used,
            (std::map<std::string, double>{{"voice", 0.04}, {"data", 0.993}, {"business", 0.72}, {port_key, 0.998}}));
  for (const auto* box : view.boxes()) {
    if (box->box().key != "data") continue;
    EXPECT_EQ(box->box().lines.back(), "waited for its parent");
  }
  view.show();
  test::save_picture(view, "tree-with-results");
}

TEST(ScenarioPage, PicturesForPeople) {
  if (!test::all_pictures_wanted()) GTEST_SKIP() << "nobody wants to look";
  const auto both = [](const QString& name, const QString& path, QSize size, int pixels) {
    Opened opened{scenario(path), size};
    test::save_picture(opened.page, name + "-topology", pixels);
    opened.tabs().setCurrentIndex(1);
    QCoreApplication::processEvents();
    test::save_picture(opened.page, name + "-tree", pixels);
  };
  for (const auto* path : {"planning/two-offices", "planning/bng-voip-and-file", "intserv-diffserv/table5-diffserv"}) {
    const auto name = QString{path}.section('/', 1);
    both("large-" + name, path, {1640, 980}, 2);
    const test::Darkness darkness;
    both("dark-" + name, path, {1086, 640}, 1);
  }
}

}  // namespace
}  // namespace qoslab::gui
