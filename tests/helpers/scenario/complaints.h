// Tests of the scenario reader: YAML texts in which @ marks where a diagnostic is expected.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "helpers/scenario/read.h"

namespace qoslab::test {

/// The text without its marks, and "line:column" of each.
struct Marked {
  std::string text;
  std::vector<std::string> places;
};

inline Marked marked(const std::string& with_marks) {
  Marked result;
  int line = 1;
  int column = 1;
  for (const char c : with_marks) {
    if (c == '@') {
      result.places.push_back(std::to_string(line) + ":" + std::to_string(column));
      continue;
    }
    result.text += c;
    ++column;
    if (c == '\n') {
      ++line;
      column = 1;
    }
  }
  return result;
}

inline std::vector<std::string> printed(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> lines;
  for (const auto& d : diagnostics) lines.push_back(to_string(d));
  return lines;
}

/// Expects exactly these diagnostics ("error: what; fix"), one at each mark, in the order of the file.
inline void expect_complaints(const std::string& with_marks, const std::vector<std::string>& messages) {
  const auto yaml = marked(with_marks);
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    expected.push_back("test:" + (i < yaml.places.size() ? yaml.places[i] : "no mark") + ": " + messages[i]);
  }
  EXPECT_THAT(printed(read_scenario_text(yaml.text, "test").diagnostics), ::testing::ElementsAreArray(expected))
      << with_marks;
}

/// The only point of a text that is sound and gives no warning.
inline Scenario read_sound(const std::string& yaml, const ReadOptions& options = {}) {
  const auto outcome = read_scenario_text(yaml, "test", options);
  EXPECT_THAT(printed(outcome.diagnostics), ::testing::IsEmpty()) << yaml;
  if (outcome.points.empty()) return {};
  EXPECT_EQ(outcome.points.size(), 1U);
  return outcome.points.front();
}

/// The first point of a text that has no errors; the linter may speak.
inline Scenario read_legal(const std::string& yaml) {
  const auto outcome = read_scenario_text(yaml, "test");
  EXPECT_FALSE(has_errors(outcome.diagnostics)) << yaml << ::testing::PrintToString(printed(outcome.diagnostics));
  return outcome.points.empty() ? Scenario{} : outcome.points.front();
}

/// Two hosts, two routers and a flow, to which a test adds what it is about.
inline const std::string network = R"(version: 1
nodes:
  h: {kind: host}
  r1: {kind: router}
  r2: {kind: router}
  g: {kind: host}
links:
  left: {between: [h, r1], rate: 10 Mbit/s line}
  mid: {between: [r1, r2], rate: 10 Mbit/s line}
  right: {between: [r2, g], rate: 10 Mbit/s line}
)";
inline const std::string flows = R"(flows:
  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}
)";

}  // namespace qoslab::test
