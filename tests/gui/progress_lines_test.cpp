#include "gui/run/progress_lines.h"

#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

TEST(ProgressLines, ArriveInPiecesAndAreReadWhole) {
  ProgressReader reader;
  EXPECT_TRUE(reader.read(R"({"scenario":"one","done":0.)").progress.empty());
  const auto lines = reader.read("25,\"elapsed_s\":1,\"left_s\":3}\n{\"sce");
  ASSERT_EQ(lines.progress.size(), 1U);
  EXPECT_EQ(lines.progress[0].scenario, "one");
  EXPECT_DOUBLE_EQ(lines.progress[0].done, 0.25);
  EXPECT_DOUBLE_EQ(lines.progress[0].left_s, 3);
}

TEST(ProgressLines, LiveValuesAreKnownBySubjectAndMetric) {
  ProgressReader reader;
  const auto lines =
      reader.read("{\"scenario\":\"one\",\"time_s\":2.5,\"live\":{\"call\":{\"goodput_bps\":64000,\"odd\":\"x\"}}}\n");
  ASSERT_EQ(lines.live.size(), 1U);
  EXPECT_DOUBLE_EQ(lines.live[0].time_s, 2.5);
  ASSERT_EQ(lines.live[0].values["call"].size(), 1);
  EXPECT_DOUBLE_EQ(lines.live[0].values["call"]["goodput_bps"], 64000);
}

TEST(ProgressLines, WhatIsNoProgressIsAMessage) {
  ProgressReader reader;
  const auto lines = reader.read("file.yaml:3:1: error: what\n[]\n{}\n{broken\n\n");
  EXPECT_TRUE(lines.progress.empty() && lines.live.empty());
  EXPECT_EQ(reader.messages(), (QStringList{"file.yaml:3:1: error: what", "[]", "{}", "{broken"}));
}

TEST(ProgressLines, AFloodIsForgottenButForItsEnd) {
  ProgressReader reader;
  for (int i = 0; i < 10'000; ++i) reader.read("line " + QByteArray::number(i) + "\n");
  EXPECT_EQ(reader.messages().size(), 200);
  EXPECT_EQ(reader.messages().last(), "line 9999");
}

TEST(ProgressLines, ALineWithoutEndDoesNotFillTheMemory) {
  ProgressReader reader;
  for (int i = 0; i < 100; ++i) reader.read(QByteArray{100'000, 'x'});
  EXPECT_EQ(reader.read("tail\n{\"done\":1}\n").progress.size(), 1U);
  EXPECT_TRUE(reader.messages().isEmpty());
}

TEST(ProgressLines, ShareIsBetweenNothingAndAll) {
  ProgressReader reader;
  const auto lines = reader.read("{\"done\":7}\n{\"done\":-1}\n{\"done\":\"x\"}\n");
  ASSERT_EQ(lines.progress.size(), 3U);
  EXPECT_EQ(lines.progress[0].done, 1);
  EXPECT_EQ(lines.progress[1].done, 0);
  EXPECT_EQ(lines.progress[2].done, 0);
}

TEST(ProgressLines, TimesCanBeWritten) {
  ProgressReader reader;
  const auto lines = reader.read("{\"done\":0,\"left_s\":1e308,\"elapsed_s\":-5}\n");
  ASSERT_EQ(lines.progress.size(), 1U);
  EXPECT_EQ(lines.progress[0].left_s, 1e9);
  EXPECT_EQ(lines.progress[0].elapsed_s, 0);
}

}  // namespace
}  // namespace qoslab::gui
