#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string nodes(const std::string& h, const std::string& r1, const std::string& g) {
  return "version: 1\nnodes:\n  h: {kind: host" + h + "}\n  r1: {kind: router" + r1 + "}\n  g: {kind: host" + g + R"(}
links:
  left: {between: [h, r1], rate: 10 Mbit/s line}
  right: {between: [r1, g], rate: 10 Mbit/s line}
)";
}
const std::string all_rsvp = nodes(", rsvp: true", ", rsvp: true", ", rsvp: true");

std::string reserve(const std::string& spec) {
  return all_rsvp + "flows:\n  f: {from: h, to: g, start: 1 s, traffic: {kind: voice}, reserve: {" + spec + "}}\n";
}

TEST(CheckReservations, TokenBucketsThatContradictThemselves) {
  test::expect_complaints(reserve("service: controlled_load, rate: 100 kbit/s ip, peak: @99 kbit/s ip, bucket: @1499 "
                                  "B, min: @1501 B, max: 1500 B"),
                          {"error: the peak lies below the rate; at least 100 kbit/s",
                           "error: the bucket holds no packet of the largest size; at least 1500 B",
                           "error: the smallest policed size exceeds the largest packet; at most 1500 B"});
}

TEST(CheckReservations, PacketsLargerThanDeclaredNeverConform) {
  // 160 B of voice are 200 B of IP.
  test::expect_complaints(
      reserve(
          "service: controlled_load, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: @199 B"),
      {"error: flow 'f' sends packets of 200 B: they never conform; at least 200 B"});
  test::read_legal(reserve(
      "service: controlled_load, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: 200 B"));
}

TEST(CheckReservations, TheReservedRateIsNoSmallerThanTheDeclared) {
  test::expect_complaints(
      reserve("service: guaranteed, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: "
              "200 B, reserved_rate: @99 kbit/s ip"),
      {"error: the reserved rate lies below the token bucket's (RFC 2212); at least 100 kbit/s"});
  test::expect_complaints(
      reserve("service: controlled_load, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: "
              "200 B, @reserved_rate: 99 kbit/s ip"),
      {"error: 'reserved_rate' does not apply to reserve of flow 'f' with service controlled_load; it "
       "belongs to service guaranteed"});
}

TEST(CheckReservations, AreGivenUpAfterTheStart) {
  test::expect_complaints(
      reserve("service: controlled_load, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: "
              "200 B, torn_down_at: @1 s"),
      {"error: given up before the flow starts; after 1 s"});
}

TEST(CheckReservations, BothEndsTakePart) {
  test::expect_complaints(nodes("", ", rsvp: true", ", rsvp: true") + R"(flows:
  f:
    from: h
    to: g
    traffic: {kind: voice}
    @@reserve: {service: controlled_load, rate: 100 kbit/s ip, peak: 1 Mbit/s ip, bucket: 500 B, min: 60 B, max: 200 B}
)",
                          {"warning: flow 'f' reserves nothing: 'h' takes no part in RSVP; write rsvp: true for 'h'",
                           "warning: no port on the way of flow 'f' promises anything: it stays best effort; write "
                           "'reservable' at the narrow ports"});
}

std::string port(const std::string& r1, const std::string& reservable) {
  return nodes("", r1, "") + R"(flows: {f: {from: h, to: g, traffic: {kind: voice}}}
ports:
  r1.right:
    shape: {rate: 1 Mbit/s ip}
    scheduler: cbq
    classes: {all: {rate: 800 kbit/s ip, classes: {be: {rate: 400 kbit/s ip}}}}
    classify: [{class: be}]
    )" + reservable +
         "\n";
}

TEST(CheckReservable, TheRouterTakesPart) {
  test::expect_complaints(port("", "@reservable: {bandwidth: 400 kbit/s ip}"),
                          {"error: 'r1' takes no part in RSVP: nobody can reserve here; write rsvp: true for 'r1'"});
}

TEST(CheckReservable, NoMoreIsPromisedThanThereIs) {
  test::expect_complaints(port(", rsvp: true", "reservable: {bandwidth: @1001 kbit/s ip}"),
                          {"error: the port has less than may be promised here; at most 1 Mbit/s"});
  test::expect_complaints(port(", rsvp: true", "reservable: {bandwidth: @801 kbit/s ip, parent: all}"),
                          {"error: class 'all' has less than may be promised here; at most 800 kbit/s"});
  test::read_legal(port(", rsvp: true", "reservable: {bandwidth: 800 kbit/s ip, parent: all}"));
}

TEST(CheckReservable, TheParentIsAClassWithoutPackets) {
  test::expect_complaints(port(", rsvp: true", "reservable: {bandwidth: 400 kbit/s ip, parent: @non}"),
                          {"error: no class 'non'; name a class of this port"});
  test::expect_complaints(
      port(", rsvp: true", "reservable: {bandwidth: 400 kbit/s ip, parent: @be}"),
      {"error: class 'be' has packets of its own; put reserved classes beside it, or under another"});
}

TEST(CheckReservable, OneSchedulerForAll) {
  test::expect_complaints(
      nodes("", ", rsvp: true", "") + R"(flows: {f: {from: h, to: g, traffic: {kind: voice}}}
ports:
  r1.right:
    scheduler: wf2q+
    classes: {be: {rate: 400 kbit/s ip, scheduler: priority, classes: {low: {}}}}
    classify: [{class: low}]
    @reservable: {bandwidth: 400 kbit/s ip}
)",
      {"error: reservations need one scheduler for all classes; remove 'scheduler' from the classes"});
}

}  // namespace
}  // namespace qoslab
