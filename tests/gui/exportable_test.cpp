// What pages can write into files.
#include "gui/views/page.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include "gui/views/results_page.h"
#include "gui/views/scenario_page.h"
#include "gui/views/table_view.h"
#include "tests/gui/example_results.h"
#include "tests/gui/saved_picture.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds = 20'000;

class OnTheScreen : public testing::Test {
 public:
  QByteArray written(const Exportable& shown, const QString& name) {
    shown.write(folder.filePath(name));
    QFile file{folder.filePath(name)};
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
  }
  QString scenario() {
    const auto path = folder.filePath("example.yaml");
    write_file(path,
               "version: 1\nquestion: Who waits?\nnodes:\n  branch: {kind: host}\n  b: {kind: host}\n"
               "links:\n  wire: {between: [branch, b], rate: 1 Mbit/s line, delay: 1 ms}\n"
               "flows:\n  call: {from: branch, to: b, traffic: {kind: voice}}\n");
    return path;
  }

  QTemporaryDir folder;
};

TEST_F(OnTheScreen, ADrawingBecomesWhatIsVisible) {
  ScenarioPage page{scenario()};
  EXPECT_FALSE(page.picture()) << "nothing is drawn yet";
  page.resize(1100, 700);
  page.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page.picture().has_value(); }, milliseconds));
  EXPECT_TRUE(written(*page.picture(), "topology.svg").contains(">branch<"));
  EXPECT_TRUE(written(*page.picture(), "topology.pdf").startsWith("%PDF"));
  EXPECT_FALSE(page.table());
  auto* tabs = page.findChild<QTabWidget*>();
  tabs->setCurrentIndex(1);
  EXPECT_EQ(page.picture()->title, "What leaves on wire");
  tabs->setCurrentIndex(2);
  EXPECT_FALSE(page.picture()) << "words";
}

TEST_F(OnTheScreen, DrawingsAreOnLightGroundFromDarkWindowsToo) {
  const test::Darkness dark;
  ScenarioPage page{scenario()};
  page.resize(1100, 700);
  page.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page.picture().has_value(); }, milliseconds));
  const auto image = QImage::fromData(written(*page.picture(), "topology.png"));
  ASSERT_FALSE(image.isNull());
  EXPECT_EQ(image.pixelColor(0, 0), Qt::white);
  bool words = false;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) words = words || image.pixelColor(x, y) == Qt::black;
  EXPECT_TRUE(words);
}

TEST_F(OnTheScreen, ATableIsWrittenInTheOrderShown) {
  write_example_results(folder.filePath("results"));
  ResultsPage page{{folder.filePath("results")}};
  page.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !page.views().empty(); }, milliseconds));
  page.show_view("summary");
  auto* table = page.findChild<TableView*>();
  ASSERT_GE(table->model()->rowCount(), 2);
  for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
    table->sortByColumn(0, order);
    const auto lines = written(*page.table(), "table.csv").split('\n');
    ASSERT_EQ(lines.size(), table->model()->rowCount() + 2);
    EXPECT_TRUE(lines[1].startsWith(table->model()->index(0, 0).data().toString().toUtf8()));
  }
  EXPECT_THROW(page.table()->write(folder.filePath("no/folder/table.csv")), ExportError);
}

}  // namespace
}  // namespace qoslab::gui
