#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string with(const std::string& rest) { return test::network + test::flows + rest; }

TEST(CheckReferences, IdsAreUnique) {
  test::expect_complaints(
      with(R"(reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %}
  - {id: @x, metric: call.loss, documented: 1 %, within: 1 %}
)"),
      {"error: reference 'x' for the second time; line 14 has it already: give it an id of its own"});
}

TEST(CheckReferences, AreMetOneWay) {
  test::expect_complaints(
      with(R"(reference:
  - @{id: x, metric: call.loss, documented: 1 %}
  - {id: y, metric: call.loss, documented: 1 %, within: @1 %, at_most: 2 %}
)"),
      {"error: nothing says when reference 'x' is met; write within: 3 % of it, or at_least or at_most",
       "error: a tolerance and bounds; keep one of them"});
}

TEST(CheckReferences, WhenNamesSweptValues) {
  test::expect_complaints(
      with(R"(parameters: {mark: {value: 1, why: x}, other: {value: 1, why: x}}
sweep: {mark: [1, 2]}
runs: {seed: $mark, replications: $other}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, when: {@marc: 1}}
  - {id: y, metric: call.loss, documented: 1 %, within: 1 %, when: {@other: 1}}
  - {id: z, metric: call.loss, documented: 1 %, within: 1 %, when: {mark: @3}}
expect: [{metric: call.loss, at_most: 1 %, when: {mark: @3}}]
)"),
      {"error: 'marc' is not swept; did you mean 'mark'?", "error: 'other' is not swept; known: mark",
       "error: 'mark' never has the value '3'; known: 1, 2", "error: 'mark' never has the value '3'; known: 1, 2"});
}

TEST(CheckCalibration, ACalibratedReferenceHasItsParameter) {
  test::expect_complaints(
      with("reference:\n  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, kind: @calibrated}\n"),
      {"error: no calibrated parameter was set for reference 'x'; name it: for: [x]"});
}

TEST(CheckCalibration, WhatWasSetForIsNotPredicted) {
  test::expect_complaints(with(R"(parameters: {p: {value: 1, kind: calibrated, for: [x, y]}}
runs: {seed: $p}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, kind: @predicted}
  - @{id: y, metric: call.loss, documented: 1 %, within: 1 %}
)"),
                          {"error: parameter 'p' was set for reference 'x'; write kind: calibrated",
                           "error: parameter 'p' was set for reference 'y'; write kind: calibrated"});
}

TEST(CheckCalibration, TheNamedParameterExistsAndIsCalibrated) {
  test::expect_complaints(
      with(R"(parameters: {p: {value: 1, why: x}}
runs: {seed: $p}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, kind: calibrated, parameter: @p}
  - {id: y, metric: call.loss, documented: 1 %, within: 1 %, kind: calibrated, parameter: @q}
)"),
      {"error: parameter 'p' is not calibrated; write kind: calibrated for it", "error: no parameter 'q'; known: p"});
}

TEST(CheckParameters, HaveTheStoryOfTheirKind) {
  test::expect_complaints(
      with(R"(parameters:
  @a: {value: 1, kind: documented}
  @b: {value: 1, kind: calibrated}
  c: {value: 1, why: x, for: @[x]}
  d: {value: 1, kind: calibrated, for: [@y]}
runs: {seed: $a, replications: $b, duration: "${c}0 s", record: "${d} s"}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %}
)"),
      {"error: parameter 'a' is documented, but not where; write source: \"table 3\"",
       "error: parameter 'b' is calibrated, but not for what; write for: [ID] with the ids of the references "
       "that it makes fit",
       "error: parameter 'c' is not calibrated; write kind: calibrated, or remove 'for'",
       "error: no reference 'y'; known: x"});
}

}  // namespace
}  // namespace qoslab
