#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

/// A port of 1 Mbit/s whose leaf is called c.
std::string tree(const std::string& scheduler, const std::string& classes, const std::string& more = "") {
  return test::network + test::flows +
         "ports:\n  r1.mid:\n    shape: {rate: 1 Mbit/s ip}\n    scheduler: " + scheduler +
         "\n    classes: " + classes + "\n    classify: [{class: c}" + more + "]\n";
}
std::string two(const std::string& scheduler, const std::string& c, const std::string& d) {
  return test::network +
         "flows:\n  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}\n  rest: {from: h, to: g, traffic: {kind: "
         "voice}}\n" +
         "ports:\n  r1.mid:\n    shape: {rate: 1 Mbit/s ip}\n    scheduler: " + scheduler + "\n    classes: @{c: {" +
         c + "}, d: {" + d + "}}\n    classify: [{dscp: EF, class: c}, {class: d}]\n";
}

TEST(CheckTrees, CbqClassesFitTheirParent) {
  test::expect_complaints(
      tree("cbq", "@{c: {rate: 1001 kbit/s ip}}"),
      {"error: the classes below the port add up to 1001 kbit/s, it has 1 Mbit/s; lower their rates"});
  test::expect_complaints(
      two("cbq", "rate: 600 kbit/s ip", "rate: 401 kbit/s ip"),
      {"error: the classes below the port add up to 1001 kbit/s, it has 1 Mbit/s; lower their rates"});
  test::expect_complaints(
      tree("cbq", "{top: {rate: @300 kbit/s ip, classes: {c: {rate: 301 kbit/s ip}}}}"),
      {"error: the classes below class 'top' add up to 301 kbit/s, it has 300 kbit/s; lower theirs or raise its own"});
  test::read_legal(test::marked(two("cbq", "rate: 600 kbit/s ip", "rate: 400 kbit/s ip")).text);
}

TEST(CheckTrees, CbqOverAnUnshapedLink) {
  // 10 Mbit/s of line are 9.752 of IP for packets of 1500 B.
  auto text = tree("cbq", "@{c: {rate: 9753 kbit/s ip}}");
  text.erase(text.find("    shape"), std::string{"    shape: {rate: 1 Mbit/s ip}\n"}.size());
  test::expect_complaints(
      text, {"error: the classes below the port add up to 9753 kbit/s, it has 9.752925 Mbit/s; lower their rates"});
}

TEST(CheckTrees, CbqBursts) {
  test::expect_complaints(tree("cbq", "{c: {rate: 100 kbit/s ip, maxburst: @3, minburst: 4}}"),
                          {"error: 'maxburst' lies below 'minburst'; at least 4"});
}

TEST(CheckTrees, ACeilIsNoSmallerThanItsRate) {
  for (const auto* scheduler : {"htb", "ideal"}) {
    test::expect_complaints(tree(scheduler, "{c: {rate: 100 kbit/s ip, ceil: @99 kbit/s ip}}"),
                            {"error: the ceil of class 'c' lies below its rate; at least 100 kbit/s"});
  }
}

TEST(CheckTrees, HfscRealTimeCurvesAddUpToTheLink) {
  test::expect_complaints(two("hfsc", "real_time: 600 kbit/s ip", "real_time: 401 kbit/s ip"),
                          {"error: real-time curves add up to 1001 kbit/s, the port has 1 Mbit/s; lower them"});
  test::read_legal(test::marked(two("hfsc", "real_time: 600 kbit/s ip", "real_time: 400 kbit/s ip")).text);
}

TEST(CheckTrees, HfscRealTimeCurvesFitAtEveryTime) {
  // In 10 ms: 6 + 5 kbit of 10; in the long run they fit.
  test::expect_complaints(
      two("hfsc", "real_time: {m1: 600 kbit/s ip, d: 10 ms, m2: 10 kbit/s ip}", "real_time: 500 kbit/s ip"),
      {"error: within 10 ms real-time curves promise more than the port's 1 Mbit/s; lower their first slopes"});
  // A slow start leaves room for a fast one.
  test::read_legal(test::marked(two("hfsc", "real_time: {m1: 900 kbit/s ip, d: 10 ms, m2: 100 kbit/s ip}",
                                    "real_time: {m1: 0 bit/s ip, d: 10 ms, m2: 900 kbit/s ip}"))
                       .text);
}

TEST(CheckTrees, HfscClassesNeedACurve) {
  test::expect_complaints(tree("hfsc", "{@c: {}}"),
                          {"error: class 'c' has no curve by which it would be served; write real_time or link_share"});
  test::expect_complaints(tree("hfsc", "{@top: {classes: {c: {link_share: 1 kbit/s ip}}}}"),
                          {"error: class 'top' has no curve by which it would be served; write link_share"});
}

TEST(CheckTrees, HfscRealTimeIsForLeaves) {
  test::expect_complaints(
      tree("hfsc",
           "{top: {real_time: @1 kbit/s ip, link_share: 1 kbit/s ip, classes: {c: {link_share: 1 kbit/s ip}}}}"),
      {"error: inner class 'top' has a real-time curve; give it to its leaves; an inner class shares by link_share"});
}

TEST(CheckTrees, HfscUpperLimitsLeaveTheGuarantee) {
  test::expect_complaints(tree("hfsc", "{c: {real_time: 100 kbit/s ip, upper_limit: @99 kbit/s ip}}"),
                          {"error: class 'c' may never have what it is guaranteed; at least 100 kbit/s"});
}

}  // namespace
}  // namespace qoslab
