#include "gui/run/run.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "gui/run/run_queue.h"
#include "tests/gui/stand_in.h"

namespace qoslab::gui {
namespace {

using ChildRun = Run;  // in a test its base has another Run

constexpr int milliseconds = 20'000;  // at most: on a busy machine

RunOrder order_in(const StandIn& program) {
  RunOrder order;
  order.path = "scenario.yaml";
  order.out = program.path("out");
  QDir{}.mkpath(order.out);
  return order;
}

/// Waits until it has ended.
void see_the_end_of(Run& run) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return run.ended(); }, milliseconds));
}

Run::State state_after(const QString& script) {
  const StandIn program{script};
  Run run{program.program(), order_in(program)};
  run.start();
  see_the_end_of(run);
  return run.state();
}

TEST(Run, EndsAsTheExitStatusSays) {
  EXPECT_EQ(state_after("exit 0"), ChildRun::State::fine);
  EXPECT_EQ(state_after("exit 1"), ChildRun::State::deviates);
  EXPECT_EQ(state_after("exit 2"), ChildRun::State::refused);
  EXPECT_EQ(state_after("exit 4"), ChildRun::State::failed);
  EXPECT_EQ(state_after("exit 130"), ChildRun::State::interrupted);
  EXPECT_EQ(state_after("exit 77"), ChildRun::State::failed);
  EXPECT_EQ(state_after("kill -SEGV $$"), ChildRun::State::failed);
}

TEST(Run, TellsHowFarItIsAndWhatItMeasures) {
  const StandIn program{R"(
    echo '{"scenario":"one","time_s":1,"live":{"call":{"goodput_bps":64000}}}' >&2
    echo '{"scenario":"one","done":0.5,"elapsed_s":1,"left_s":1}' >&2
    echo 'scenario.yaml:1:1: warning: odd' >&2
    touch "$OUT/results.json")"};
  ChildRun run{program.program(), order_in(program)};
  const QSignalSpy live{&run, &ChildRun::live};
  run.start();
  see_the_end_of(run);
  EXPECT_EQ(live.count(), 1);
  EXPECT_DOUBLE_EQ(run.done(), 0.5);
  EXPECT_EQ(run.messages(), QStringList{"scenario.yaml:1:1: warning: odd"});
  EXPECT_TRUE(run.has_results());
}

TEST(Run, OfAFolderTellsHowFarAllOfItIs) {
  const StandIn program{R"(
    echo '{"scenario":"/lab/one.yaml","done":1,"elapsed_s":1,"left_s":0}' >&2
    echo '{"scenario":"/lab/two.yaml","done":0.5,"elapsed_s":1,"left_s":1}' >&2
    while :; do sleep 0.05; done)"};
  const auto folder = program.path("lab");
  QDir{}.mkpath(folder + "/parts");
  for (const char* name : {"one", "two", "three", "four"})
    QFile{folder + "/" + name + ".yaml"}.open(QIODevice::WriteOnly);
  auto order = order_in(program);
  order.path = folder;
  ChildRun run{program.program(), order};
  run.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run.done() > 0.3; }, milliseconds));
  EXPECT_DOUBLE_EQ(run.done(), 1.5 / 4);
  EXPECT_TRUE(run.words().startsWith("two, 2 of 4: about ")) << run.words().toStdString();
}

TEST(Run, HandsOnWhatTheReaderChanged) {
  const StandIn program{R"(printf '%s\n' "$*" >&2)"};
  auto order = order_in(program);
  order.seed = 7;
  order.replications = 3;
  order.duration = "20 s";
  order.values["rate"] = "5 Mbit/s";
  ChildRun run{program.program(), order};
  run.start();
  see_the_end_of(run);
  EXPECT_EQ(run.messages().value(0), "run scenario.yaml --out " + order.out +
                                         " --force --all-series --progress json --seed 7 --runs 3 --duration 20 s "
                                         "--set rate=5 Mbit/s");
}

TEST(Run, CancelKeepsResultsSoFar) {
  const StandIn program{
      R"(trap 'touch "$OUT/results.json"; exit 130' INT; echo '{"done":0.1}' >&2; while :; do sleep 0.05; done)"};
  ChildRun run{program.program(), order_in(program)};
  run.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run.done() > 0; }, milliseconds));
  run.cancel();
  see_the_end_of(run);
  EXPECT_EQ(run.state(), ChildRun::State::interrupted);
  EXPECT_TRUE(run.has_results());
}

TEST(Run, OneThatDoesNotListenEndsAtTheSecondCancel) {
  const StandIn program{R"(trap '' INT; echo '{"done":0.1}' >&2; while :; do sleep 0.05; done)"};
  ChildRun run{program.program(), order_in(program)};
  run.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run.done() > 0; }, milliseconds));
  run.cancel();
  EXPECT_EQ(run.state(), ChildRun::State::stops);
  run.cancel();
  see_the_end_of(run);
  EXPECT_EQ(run.state(), ChildRun::State::interrupted);
}

TEST(Run, AFloodLeavesTheWindowAlive) {
  const StandIn program{
      "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done >&2"};
  ChildRun run{program.program(), order_in(program)};
  run.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return run.messages().size() == 200; }, milliseconds));
  run.cancel();
  run.cancel();
  see_the_end_of(run);
  EXPECT_EQ(run.messages().size(), 200);
}

TEST(Run, EndsWhenItsProcessDoesAndNotWhenOthersLetGoOfThePipe) {
  EXPECT_EQ(state_after("sleep 2 & exit 1"), ChildRun::State::deviates);
}

TEST(Run, WithoutAnyWordItStillEnds) { EXPECT_EQ(state_after("exec 1>&- 2>&-; exit 0"), ChildRun::State::fine); }

TEST(Run, AProgramThatIsNotThereIsNamed) {
  RunOrder order;
  order.out = "/nowhere";
  ChildRun run{"/nowhere/qoslab", order};
  run.start();
  see_the_end_of(run);
  EXPECT_EQ(run.state(), ChildRun::State::failed);
  EXPECT_TRUE(run.words().contains("/nowhere/qoslab"));
}

TEST(Run, ItsProcessDoesNotOutliveIt) {
  qint64 process = 0;
  const StandIn program{R"(echo "$$" >&2; while :; do sleep 0.05; done)"};
  {
    ChildRun run{program.program(), order_in(program)};
    run.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !run.messages().isEmpty(); }, milliseconds));
    process = run.messages().value(0).toLongLong();
  }
  EXPECT_FALSE(QDir{"/proc/" + QString::number(process)}.exists());
}

TEST(RunQueue, OneAfterTheOther) {
  const StandIn program{"exit 0"};
  RunQueue queue{program.program()};
  QList<ChildRun*> ended;
  QObject::connect(&queue, &RunQueue::ended, [&](ChildRun* run) {
    ended << run;
    EXPECT_TRUE(ended.size() == 3 || queue.runs()[2]->state() == ChildRun::State::waits);
  });
  for (int i = 0; i < 3; ++i) queue.add(order_in(program));
  ASSERT_TRUE(QTest::qWaitFor([&] { return queue.idle(); }, milliseconds));
  EXPECT_EQ(ended, (QList<ChildRun*>{queue.runs()[0].get(), queue.runs()[1].get(), queue.runs()[2].get()}));
  queue.forget_ended();
  EXPECT_TRUE(queue.runs().empty());
}

TEST(RunQueue, CancelAllAlsoTakesThoseThatWait) {
  const StandIn program{"while :; do sleep 0.05; done"};
  RunQueue queue{program.program()};
  auto& first = queue.add(order_in(program));
  auto& second = queue.add(order_in(program));
  ASSERT_TRUE(QTest::qWaitFor([&] { return first.state() == ChildRun::State::runs; }, milliseconds));
  queue.cancel_all();
  queue.cancel_all();
  ASSERT_TRUE(QTest::qWaitFor([&] { return queue.idle(); }, milliseconds));
  EXPECT_EQ(second.words(), "not begun");
}

}  // namespace
}  // namespace qoslab::gui
