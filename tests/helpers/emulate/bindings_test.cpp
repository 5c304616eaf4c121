#include "helpers/emulate/bindings.h"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/helpers/emulate/captures.h"
#include "tests/model/ns3/home_network.h"

namespace qoslab::emulation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Bindings : public OwnDirectory {
 protected:
  /// What is wrong with them.
  std::string complaint(const Scenario& scenario, const std::vector<std::string>& texts) {
    try {
      bindings = two_ends(texts, " (or so)");
      passage = passage_of(scenario, bindings, 1, notes);
      return "";
    } catch (const CannotEmulate& e) {
      return e.what();
    }
  }

  std::vector<Binding> bindings;
  std::vector<std::string> notes;
  std::unique_ptr<Passage> passage;
};

Scenario gateway() {
  auto scenario = home_network();
  scenario.nodes.clear();
  scenario.links.clear();
  scenario.gateways.hosts.clear();
  return scenario;
}

TEST_F(Bindings, OfTwoHosts) {
  EXPECT_EQ(complaint(small_network(), {"b=eth2", "a=eth1"}), "");
  EXPECT_EQ(bindings[0].name, "b");
  passage->arrive({Instant{}, 1, 0}, {});
  EXPECT_THAT(passage->accounts(), ElementsAre("b-a.not_ip")) << "port 0 is what was bound first";
  EXPECT_TRUE(notes.empty());
}

TEST_F(Bindings, OfAGatewayHaveTheAccessSideFirst) {
  EXPECT_EQ(complaint(gateway(), {"network=eth2", "access=eth1"}), "");
  EXPECT_EQ(bindings[0].device, "eth1");
  EXPECT_EQ(bindings[1].name, "network");
}

TEST_F(Bindings, ThatAreNoneAreAllNamed) {
  EXPECT_EQ(complaint(small_network(), {"a", "=eth1", "a=", "a=capture:in.pcap"}),
            "--bind a: NAME=DEVICE is wanted, as in access=eth1\n"
            "--bind =eth1: NAME=DEVICE is wanted, as in access=eth1\n"
            "--bind a=: NAME=DEVICE is wanted, as in access=eth1\n"
            "--bind a=capture:in.pcap: capture:IN:OUT is wanted, two pcap files of which one may be left out");
}

TEST_F(Bindings, AreTwo) {
  EXPECT_EQ(complaint(small_network(), {"a=eth1"}),
            "two bindings are wanted, the two ends between which frames pass, not 1: --bind NAME=DEVICE twice "
            "(or so)");
  EXPECT_THAT(complaint(small_network(), {"a=eth1", "b=eth2", "c=eth3"}), HasSubstr("not 3"));
}

TEST_F(Bindings, HaveDifferentEnds) {
  EXPECT_EQ(complaint(small_network(), {"c=eth1", "c=eth1"}),
            "both devices are bound to 'c': the two ends have different names\n"
            "device 'eth1' is bound twice: the two ends are different devices");
  EXPECT_EQ(complaint(small_network(), {"c=eth1", "d=eth2"}),
            "nothing is called 'c' that could be bound; there is: a, b\n"
            "nothing is called 'd' that could be bound; there is: a, b");
  EXPECT_THAT(complaint(gateway(), {"a=eth1", "network=eth2"}),
              "nothing is called 'a' that could be bound; there is: access, network");
  EXPECT_THAT(complaint(small_network(), {"a=eth1", "b=capture:in.pcap:"}), HasSubstr("cannot be bound together"));
}

TEST_F(Bindings, OfAMeasurementAreHostsAtDevices) {
  const auto refusal = [](const Scenario& scenario, const std::vector<Binding>& bound) -> std::string {
    try {
      check_measured(scenario, bound);
      return "";
    } catch (const CannotEmulate& e) {
      return e.what();
    }
  };
  EXPECT_EQ(refusal(small_network(), {{"a", "eth1"}, {"b", "eth2"}}), "");
  EXPECT_EQ(refusal(small_network(), {{"a", "eth1"}, {"bb", "eth2"}}),
            "nothing is called 'bb' that could be bound; there is: a, b");
  EXPECT_THAT(refusal(small_network(), {{"a", "capture:x:"}, {"b", "capture::y"}}), HasSubstr("a device is wanted"));
  EXPECT_THAT(refusal(gateway(), {{"access", "eth1"}, {"network", "eth2"}}), HasSubstr("a gateway cannot be measured"));
}

TEST_F(Bindings, ARouterIsNoEnd) {
  EXPECT_THAT(complaint(small_network(), {"a=eth1", "r=eth2"}), HasSubstr("nothing is called 'r'"));
}

TEST_F(Bindings, HaveAWayBetweenThem) {
  auto scenario = small_network();
  scenario.links.pop_back();
  EXPECT_EQ(complaint(scenario, {"a=eth1", "b=eth2"}),
            "there is no way from 'a' to 'b'\nthere is no way from 'b' to 'a'");
}

TEST_F(Bindings, CapturesAreNotWrittenOverEachOther) {
  std::ofstream{file("in")};
  const auto in = file("in");
  EXPECT_EQ(complaint(small_network(), {"a=capture:" + in + ":" + in, "b=capture::" + file("./in")}),
            "'" + in + "' would be written over what is read: name another file\n" +                //
                "'" + file("./in") + "' would be written over what is read: name another file\n" +  //
                "'" + in + "' is to be written by both ends: name two files");
  EXPECT_EQ(complaint(small_network(), {"a=capture:" + in + ":out", "b=capture:" + in + ":out"}),
            "'out' is to be written by both ends: name two files");
  EXPECT_EQ(complaint(small_network(), {"a=capture:" + in + ":new.pcap", "b=capture:" + in + ":./new.pcap"}),
            "'new.pcap' is to be written by both ends: name two files");
  std::filesystem::create_directory_symlink(".", file("here"));
  EXPECT_THAT(
      complaint(small_network(), {"a=capture:" + in + ":" + file("new"), "b=capture:" + in + ":" + file("here/new")}),
      HasSubstr("is to be written by both ends: name two files"));
  EXPECT_EQ(complaint(small_network(), {"a=capture:" + in + ":", "b=capture:" + in + ":"}), "");
  EXPECT_EQ(complaint(small_network(), {"a=capture:" + in + ":/dev/null", "b=capture:" + in + ":/dev/null"}), "");
}

TEST_F(Bindings, SomethingComesIn) {
  EXPECT_EQ(complaint(small_network(), {"a=capture::out", "b=capture::"}),
            "neither end has a capture to read, so that nothing comes in");
}

TEST_F(Bindings, WhatHasNoEmulationIsNamedWithWhatToDo) {
  auto scenario = small_network();
  scenario.nodes[1].fails_at = Instant{};
  EXPECT_EQ(complaint(scenario, {"a=eth1", "b=eth2"}),
            "node 'r' fails in mid-run: take the cable out instead, or use --role mixed");
  EXPECT_THAT(complaint(home_network(), {"access=eth1", "network=eth2"}),
              HasSubstr("Leave out 'nodes', 'links', 'flows' and 'hosts', and bind real hosts in their place"));
  auto several = gateway();
  several.gateways.gateways.push_back(several.gateways.gateways[0]);
  EXPECT_THAT(complaint(several, {"access=eth1", "network=eth2"}), HasSubstr("has several gateways"));
}

TEST_F(Bindings, WhatIsLeftOutIsNoted) {
  auto scenario = small_network();
  scenario.nodes[1].rsvp = true;
  scenario.flows = {stream("f", Rate::kbps(100))};
  EXPECT_EQ(complaint(scenario, {"a=eth1", "b=eth2"}), "");
  EXPECT_THAT(notes,
              ElementsAre("node 'r' does not speak RSVP here: reservations are not made (--role mixed makes them)"));
  notes.clear();
  auto loaded = gateway();
  add_background(loaded, 0.1);
  EXPECT_EQ(complaint(loaded, {"access=eth1", "network=eth2"}), "");
  EXPECT_THAT(notes, ElementsAre(HasSubstr("takes its part of every rate")));
}

std::string mixed_complaint(const Scenario& scenario, const std::vector<std::string>& texts) {
  std::vector<std::string> notes;
  try {
    check_mixed(scenario, several_ends(texts), notes);
  } catch (const CannotEmulate& e) {
    return e.what();
  }
  return "";
}

TEST(MixedBindings, AreOneOrMoreHostsWithOneLinkEach) {
  auto scenario = small_network();
  EXPECT_EQ(mixed_complaint(scenario, {"a=eth1"}), "");
  EXPECT_EQ(mixed_complaint(scenario, {"a=eth1", "b=eth2"}), "");
  EXPECT_EQ(mixed_complaint(scenario, {}), "a binding is wanted for each real host: --bind NAME=DEVICE");
  EXPECT_EQ(mixed_complaint(scenario, {"r=eth1"}), "nothing is called 'r' that could be bound; there is: a, b");
  EXPECT_EQ(mixed_complaint(scenario, {"a=eth1", "a=eth1"}),
            "'a' is bound twice: each real host has a place of its own\n"
            "device 'eth1' is bound twice: each real host has a device of its own");
  EXPECT_EQ(mixed_complaint(scenario, {"a=capture:x:y", "b=capture:z:x"}),
            "'x' would be written over what is read: name another file");
  EXPECT_EQ(mixed_complaint(scenario, {"a=capture::y", "b=eth1"}),
            "a device and a capture cannot be bound together: one has the time of day, the other its own");
  scenario.links.push_back({"third", "a", "r", Rate::mbps(10), {}});
  EXPECT_EQ(mixed_complaint(scenario, {"a=eth1"}), "'a' has 2 links: a real host has one device, and so one link");
}

TEST(MixedBindings, NothingButTheGatewayIsComplainedOfWhereOneStands) {
  const auto complaint = mixed_complaint(gateway(), {"access=eth1", "network=eth2"});
  EXPECT_THAT(complaint, HasSubstr("a gateway stands between two devices"));
  EXPECT_THAT(complaint, Not(HasSubstr("could be bound")));
}

}  // namespace
}  // namespace qoslab::emulation
