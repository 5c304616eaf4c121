#include "gui/views/find_line.h"

#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

constexpr const char* text = R"(version: 1
# nodes: in a comment
nodes: {a: {kind: host}, "b": {kind: router}}
links:
  line: {between: [a, b], rate: 1 Mbit/s line}
ports:
  b.line:  # a: comment
    scheduler: priority
    classes:
      a: {priority: 1}
      data:
        classes: {inner: {}}
  a.line:
    classes:
      inner: {}
profiles:
  home:
    classes:
      voice: {}
    arbiters: {up: {rate: 1 Mbit/s}}
gateways:
  bng:
    access: {scheduler: {levels: {8: {rate: 1 Mbit/s frame}}, aggregates: [{name: pon}]}}
flows:
  line: {from: a, to: b}
)";

std::optional<int> line(Kind kind, const char* name, const char* owner = "") {
  return line_of(text, ScenarioPart{kind, name, owner});
}

TEST(LineOf, NamesAreLookedForInTheirSection) {
  EXPECT_EQ(line(Kind::node, "a"), 3);
  EXPECT_EQ(line(Kind::node, "b"), 3);
  EXPECT_EQ(line(Kind::link, "line"), 5);
  EXPECT_EQ(line(Kind::port, "b.line"), 7);
  EXPECT_EQ(line(Kind::gateway, "bng"), 22);
  EXPECT_EQ(line(Kind::gateway_port, "bng"), 22);
  EXPECT_EQ(line(Kind::profile, "home"), 17);
}

TEST(LineOf, ClassesAreLookedForInTheirPort) {
  EXPECT_EQ(line(Kind::port_class, "a", "b.line"), 10);
  EXPECT_EQ(line(Kind::port_class, "inner", "b.line"), 12);
  EXPECT_EQ(line(Kind::port_class, "inner", "a.line"), 15);
  EXPECT_EQ(line(Kind::profile_class, "voice", "home"), 19);
  EXPECT_EQ(line(Kind::arbiter, "up", "home"), 20);
  EXPECT_EQ(line(Kind::level, "level8", "bng"), 23);
  EXPECT_EQ(line(Kind::aggregate, "pon", "bng"), 23);
}

TEST(LineOf, WhatThisTextDoesNotSayHasNoLine) {
  EXPECT_FALSE(line(Kind::node, "c"));
  EXPECT_FALSE(line(Kind::node, ".*"));
  EXPECT_FALSE(line(Kind::port_class, "a", "c.line"));
  EXPECT_FALSE(line(Kind::subscribers, "homes"));
  EXPECT_FALSE(line(Kind::none, "a"));
  EXPECT_FALSE(line_of("", ScenarioPart{Kind::node, "a", ""}));
}

}  // namespace
}  // namespace qoslab::gui
