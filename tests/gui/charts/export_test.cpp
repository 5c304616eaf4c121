#include "gui/charts/export.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <cmath>

namespace qoslab::gui {
namespace {

/// What stands in the .csv of a picture.
QString csv_of(const Picture& picture, const ExportOptions& options = {}) {
  const QTemporaryDir folder;
  const auto path = folder.filePath("picture.csv");
  export_picture(picture, path, options);
  QFile file{path};
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  return QString::fromUtf8(file.readAll());
}

Picture rates(Curve curve) {
  Picture picture;
  picture.x.title = "time";
  picture.x.unit = "s";
  picture.y.title = "rate";
  picture.curves = {std::move(curve)};
  return picture;
}

TEST(Export, CommaSeparatedValuesAreWhatIsVisible) {
  ExportOptions options;
  options.visible = {1, 2};
  EXPECT_EQ(csv_of(rates({.name = "call, loud", .points = {{0, 5}, {1, 6}, {2, 7.5}, {3, 8}}}), options),
            "curve,\"time, s\",rate\r\n\"call, loud\",1,6\r\n\"call, loud\",2,7.5\r\n");
}

TEST(Export, ConfidenceIntervalsStandBesideTheirMeans) {
  const Curve curve{.name = "call", .points = {{0, 5}, {1, 6}}, .band = {{0, 4, 6}, {1, NAN, NAN}}};
  EXPECT_EQ(csv_of(rates(curve)), "curve,\"time, s\",rate,low,high\r\ncall,0,5,4,6\r\ncall,1,6,,\r\n");
  auto named = rates({.name = "call", .points = {{0, 5}}, .whiskers = {{0, 4.5, 5.5}}});
  named.x.names = {"EF"};
  EXPECT_EQ(csv_of(named), "curve,\"time, s\",rate,low,high\r\ncall,EF,5,4.5,5.5\r\n");
}

TEST(Export, ANameThatTellsNoFormatIsRefused) {
  EXPECT_THROW(export_picture(rates({}), "picture.doc", {}), ExportError);
}

TEST(Export, AFullDiskIsSaidAndItsDeviceStays) {
  const QFileInfo full{"/dev/full"};
  ASSERT_TRUE(full.exists() && !full.isFile());
  for (const QByteArray& bytes : {QByteArray{"x"}, QByteArray{1'000'000, 'x'}}) {
    try {
      write_whole(bytes, full.filePath());
      ADD_FAILURE() << "was written";
    } catch (const ExportError& e) {
      EXPECT_TRUE(QString{e.what()}.startsWith("/dev/full: cannot be written: No space left")) << e.what();
    }
  }
  EXPECT_FALSE(QFileInfo{"/dev/full"}.isFile());
}

TEST(Export, WhatCannotBeWrittenLeavesWhatWasThere) {
  const QTemporaryDir folder;
  const auto path = folder.filePath("a.csv");
  write_whole("before", path);
  EXPECT_THROW(write_whole("after", folder.filePath("no/folder/a.csv")), ExportError);
  EXPECT_THROW(write_whole("after", folder.path()), ExportError) << "a folder";
  write_whole("after", path);
  QFile file{path};
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll(), "after");
  EXPECT_EQ(QDir{folder.path()}.entryList(QDir::Files), QStringList{"a.csv"}) << "nothing else is left";
}

}  // namespace
}  // namespace qoslab::gui
