#include "helpers/emulate/capture_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "helpers/emulate/relay_loop.h"
#include "helpers/emulate/session.h"
#include "model/emulation/gateway_passage.h"
#include "model/emulation/network_passage.h"
#include "tests/helpers/emulate/captures.h"
#include "tests/helpers/emulate/relayed.h"
#include "tests/model/bng/gateways.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using testing::HasSubstr;

namespace fs = std::filesystem;

constexpr std::int64_t today = 1'790'000'000'000'000'000;  ///< nanoseconds
constexpr std::int64_t way = 816'000 + 1'000'000 + 8'160'000 + 2'000'000;

class Captures : public OwnDirectory {
 protected:
  std::string faulty(const std::string& path) {
    try {
      const Captured captured{path};
      return "";
    } catch (const CaptureError& e) {
      return e.what();
    }
  }
};

/// A scenario between a and b, over what is in a.in and b.in.
class OverCaptures : public OwnDirectory {
 protected:
  EmulationResults run(const Scenario& scenario, const LoopOptions& options = {}) {
    NetworkPassage passage{scenario, {"a", "b"}, 1};
    return run(passage, options);
  }
  EmulationResults run(Passage& passage, const LoopOptions& options = {}) {
    StandingClock clock;
    const std::array<Captured, 2> captured{Captured{in("a")}, Captured{in("b")}};
    CapturePort a{"a", {in("a"), file("a.out")}, captured[0], Int128{today} * 1000, clock};
    CapturePort b{"b", {in("b"), file("b.out")}, captured[1], Int128{today} * 1000, clock};
    Relay relay{passage, {&a, &b}, clock, {}};
    run_over_captures(relay, clock, {&a, &b}, options);
    return relay.results();
  }
  /// Each so many nanoseconds after the beginning.
  void comes(const std::string& name, const std::vector<std::pair<std::int64_t, Frame>>& frames) {
    std::vector<CapturedFrame> captured;
    for (const auto& [ns, bytes] : frames) captured.push_back({today + ns, bytes});
    write_capture(file(name + ".in"), captured);
  }
  std::vector<CapturedFrame> out(const std::string& name) { return read_capture(file(name + ".out")); }

 private:
  std::string in(const std::string& name) { return fs::exists(file(name + ".in")) ? file(name + ".in") : ""; }
};

TEST_F(OverCaptures, FramesLeaveAtTheModelsNanosecond) {
  comes("a", {{0, of({.number = 1})}, {50'000'123, of({.number = 2})}});
  comes("b", {{7, of({.number = 3})}});
  run(small_network());
  EXPECT_EQ(out("b"), (std::vector<CapturedFrame>{{today + way, of({.number = 1})},
                                                  {today + 50'000'123 + way, of({.number = 2})}}));
  EXPECT_EQ(out("a"), (std::vector<CapturedFrame>{{today + 7 + way, of({.number = 3})}}));
}

TEST_F(OverCaptures, NothingIsLateAndNoHostIsMeasured) {
  comes("a", {{0, of({})}, {5'000'000'000, of({})}});
  const auto results = run(small_network());
  EXPECT_FALSE(results.host.real_time);
  EXPECT_EQ(results.host.lateness.most(), Duration{});
  EXPECT_EQ(results.host.clock_steps, 0);
  EXPECT_EQ(results.host.longest_turn, Duration{});
  EXPECT_EQ(results.host.late_in, 0);
  const auto& books = results.accounts.at(0);
  EXPECT_EQ(books.measured.most(), Duration::nanoseconds(way));
  EXPECT_EQ(books.modelled.most(), Duration::nanoseconds(way));
}

TEST_F(OverCaptures, AThousandFramesOfOneInstantStayInOrder) {
  std::vector<std::pair<std::int64_t, Frame>> burst;
  for (std::uint32_t i = 0; i < 1000; ++i) burst.emplace_back(0, of({.ip_size = 100, .number = i}));
  comes("a", burst);
  auto scenario = small_network();
  scenario.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 2000)})};
  auto first = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 2000)});
  first.node = "a";
  first.link = "first";
  scenario.ports.push_back(first);
  const auto results = run(scenario);
  EXPECT_EQ(results.host.late_in, 0);
  const auto sent = out("b");
  ASSERT_EQ(sent.size(), burst.size());
  for (std::size_t i = 0; i < sent.size(); ++i) EXPECT_EQ(sent[i].bytes, burst[i].second);
}

TEST_F(OverCaptures, ThroughAGateway) {
  auto spec = bng::imix_gateway(40, 0, 1'000);
  spec.groups[0].traffic.clear();
  spec.gateways[0].processor.reset();
  spec.groups[0].outer.reset();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  comes("a", {{0, of({.ip_size = 500, .host = 3})}, {1'000'000'000, of({.ip_size = 500, .host = 4})}});
  const auto results = run(passage);
  const auto sent = out("b");
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].ns, today + 20'000 + 4304) << "forwarding, and 538 B on a line of 1 Gbit/s";
  EXPECT_EQ(sent[1].ns, sent[0].ns + 1'000'000'000);
  EXPECT_LT(results.until, Instant{} + 1020_ms) << "ends when the last frame has left";
}

TEST_F(OverCaptures, AnEndInMidRunLeavesFramesInside) {
  comes("a", {{0, of({})}, {10'000'000, of({})}, {90'000'000, of({})}});
  LoopOptions options;
  options.until = Instant{} + 15_ms;
  const auto results = run(small_network(), options);
  EXPECT_EQ(results.until, Instant{} + 15_ms);
  const auto& books = results.accounts.at(0);
  EXPECT_EQ(books.offered.packets, 2);
  EXPECT_EQ(books.delivered.packets, 1);
  EXPECT_EQ(books.inside.packets, 1);
  EXPECT_EQ(out("b").size(), 1U);
}

TEST_F(OverCaptures, AStopIsHeededAndWhatIsWrittenIsKept) {
  comes("a", {{0, of({})}});
  const std::atomic<bool> stop{true};
  LoopOptions options;
  options.stop = &stop;
  run(small_network(), options);
  EXPECT_TRUE(out("b").empty());
}

TEST_F(Captures, OfBothFormatsAreReadInOrderOfTime) {
  write_capture(file("in"), {{today + 5, of({.number = 1})}, {today, of({.number = 2})}});
  const Captured captured{file("in")};
  ASSERT_EQ(captured.frames().size(), 2U);
  EXPECT_EQ(captured.frames()[0].ps, Int128{today} * 1000);
  const auto bytes = captured.bytes(captured.frames()[0]);
  EXPECT_EQ(Frame(bytes.begin(), bytes.end()), of({.number = 2}));
}

TEST_F(Captures, ThatAreNoneSaySo) {
  EXPECT_EQ(faulty(file("missing")), file("missing") + ": cannot be read: No such file or directory");
  EXPECT_EQ(faulty(file("")), file("") + ": is a directory, not a capture");
  std::ofstream{file("empty")};
  EXPECT_THAT(faulty(file("empty")), HasSubstr("empty: the file is empty"));
  std::ofstream{file("garbage")} << "frames of all kinds, but in English";
  EXPECT_THAT(faulty(file("garbage")), HasSubstr("garbage: neither pcap nor pcapng"));
  EXPECT_EQ(faulty(""), "");
}

TEST_F(Captures, WhatIsCutOffIsCounted) {
  write_capture(file("in"), {{today, of({})}, {today, of({})}});
  fs::resize_file(file("in"), fs::file_size(file("in")) - 1);
  const Captured captured{file("in")};
  EXPECT_EQ(captured.frames().size(), 1U);
  EXPECT_EQ(captured.faults(), (std::map<std::string, std::int64_t>{{"cut off by the end of the file", 1}}));
  EXPECT_TRUE(captured.ends_early());
}

TEST_F(Captures, RecordsOfPartsOfFramesAndOfNothingAreCounted) {
  const auto header = of({.ip_size = 60});
  write_capture(file("in"), {{today, header}, {today, header}, {today, {}}});
  std::fstream in{file("in"), std::ios::in | std::ios::out | std::ios::binary};
  in.seekp(24 + 12);
  in.write("\x70\0\0\0", 4);
  in.close();
  const Captured captured{file("in")};
  EXPECT_EQ(captured.frames().size(), 1U);
  EXPECT_EQ(captured.faults(), (std::map<std::string, std::int64_t>{{"captured only in part", 1},
                                                                    {"unreadable, with the rest of the file", 1}}));
  EXPECT_TRUE(captured.ends_early());
}

/// Bit P of the link type says that each record ends with a check sequence: of 4 bytes here, more than there are.
TEST_F(Captures, ARecordShorterThanItsCheckSequence) {
  write_capture(file("in"), {{today, {1, 2}}});
  std::fstream in{file("in"), std::ios::in | std::ios::out | std::ios::binary};
  in.seekp(23);
  in.put(0x24);
  in.close();
  EXPECT_TRUE(Captured{file("in")}.frames().empty());
}

TEST_F(Captures, ThatGoBackInTimeAreSortedAndSaySo) {
  write_capture(file("in"),
                {{today, of({})}, {today + 3, of({})}, {today + 1, of({})}, {today + 2, of({})}, {today + 3, of({})}});
  const Captured captured{file("in")};
  EXPECT_EQ(captured.out_of_order(), 2);
  NetworkPassage passage{small_network(), {"a", "b"}, 1};
  const auto results =
      emulate_over_captures(passage, {{"a", "capture:" + file("in") + ":"}, {"b", "capture::"}}, SessionOptions{});
  EXPECT_EQ(results.notes,
            std::vector<std::string>{"a: 2 frames of the capture stood behind later ones; all come in at their times"});
}

TEST_F(Captures, TooFarApartAreRefused) {
  write_capture(file("in"), {{today, of({})}, {today + std::int64_t{101} * 86'400'000'000'000, of({})}});
  StandingClock clock;
  const Captured captured{file("in")};
  try {
    const CapturePort port{"a", {file("in"), ""}, captured, Int128{today} * 1000, clock};
    FAIL();
  } catch (const CaptureError& e) {
    EXPECT_EQ(std::string{e.what()}, file("in") +
                                         ": its last frame is 101 days after the first one of all captures; "
                                         "100 days at most can be emulated. Captures that are used together "
                                         "are of the same time");
  }
}

class WrittenCaptures : public OwnDirectory {
 protected:
  std::string refused(const std::string& path) {
    try {
      CaptureFile out{path};
      for (int i = 0; i < 100; ++i) out.write(today, of({}));
      out.finish();
      return "";
    } catch (const CaptureNotWritten& e) {
      return e.what();
    }
  }
};

TEST_F(WrittenCaptures, AppearOnlyWhenTheyAreWhole) {
  std::ofstream{file("out")} << "earlier";
  {
    CaptureFile out{file("out")};
    for (int i = 0; i < 1000; ++i) out.write(today, of({}));
    EXPECT_EQ(fs::file_size(file("out")), 7U);
  }
  EXPECT_EQ(fs::file_size(file("out")), 7U) << "given up: the earlier one is still there";
  EXPECT_EQ(names(), std::vector<std::string>{"out"});
  CaptureFile out{file("out")};
  out.write(today, of({}));
  out.finish();
  EXPECT_EQ(read_capture(file("out")), (std::vector<CapturedFrame>{{today, of({})}}));
  EXPECT_EQ(names(), std::vector<std::string>{"out"});
}

TEST_F(WrittenCaptures, SayWhyTheyCannotBe) {
  EXPECT_EQ(refused("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(refused(file("no/out")), file("no/out") + ": cannot be written: No such file or directory");
  std::ofstream{file("plain")};
  EXPECT_EQ(refused(file("plain/out")), file("plain/out") + ": cannot be written: Not a directory");
  EXPECT_THAT(refused(file("")), HasSubstr("Is a directory"));
  EXPECT_EQ(names(), std::vector<std::string>{"plain"});
}

TEST_F(WrittenCaptures, BeyondTheLimitOfAFilesSizeNothingIsLeft) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{50'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto message = refused(file("out"));
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(message, file("out") + ": cannot be written: File too large");
  EXPECT_TRUE(names().empty());
}

TEST_F(WrittenCaptures, DevicesStayDevicesAndLinksStayLinks) {
  EXPECT_EQ(refused("/dev/null"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  std::ofstream{file("real")};
  fs::create_symlink(file("real"), file("link"));
  EXPECT_EQ(refused(file("link")), "");
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_EQ(read_capture(file("real")).size(), 100U);
}

}  // namespace
}  // namespace qoslab::emulation
