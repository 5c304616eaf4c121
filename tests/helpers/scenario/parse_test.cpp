#include "helpers/scenario/parse.h"

#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(Parse, KeepsOrderAndPlaces) {
  Diagnostics out;
  const auto root = parse_yaml("b: 1\na:\n  - x\n  - [y, 'z']\n", "f", out);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->entries[0].key, "b");
  EXPECT_EQ(root->entries[1].key, "a");
  EXPECT_EQ(root->entries[0].value.position, (Position{"f", 1, 4}));
  const auto& list = root->entries[1].value;
  EXPECT_EQ(list.items[0].position, (Position{"f", 3, 5}));
  EXPECT_EQ(list.items[1].items[1].position, (Position{"f", 4, 9}));
  EXPECT_EQ(list.items[1].items[1].text, "z");
}

TEST(Parse, SyntaxErrorsShowTheLine) {
  test::expect_complaints("version: 1\nnodes: {h: {kind: host}\n@links: [\n",
                          {"error: not YAML: end of map flow not found; look at: links: ["});
  test::expect_complaints("version: 1\nexpect: [{metric: gold@[5].loss, at_most: 1 %}]\n",
                          {"error: not YAML: end of map flow not found; quote what contains brackets, as in "
                           "\"gold[5].loss\"; look at: expect: [{metric: gold[5].loss, at_most: 1 %}]"});
  test::expect_complaints("version: 1\n a@: b: c\n", {"error: not YAML: illegal map value; look at:  a: b: c"});
}

TEST(Parse, AKeyTwiceIsAnErrorWithBothLines) {
  test::expect_complaints("version: 1\nnodes:\n  h: {kind: host}\n  @h: {kind: router}\n@version: 1\n",
                          {"error: key 'h' for the second time; line 3 has it already: keep one",
                           "error: key 'version' for the second time; line 1 has it already: keep one"});
}

TEST(Parse, ASecondDocumentIsRefused) {
  test::expect_complaints("version: 1\n@---\nversion: 1\n",
                          {"error: a second YAML document; write one scenario per file: remove the '---'"});
}

TEST(Parse, OneMarkedDocumentIsFine) {
  Diagnostics out;
  EXPECT_TRUE(parse_yaml("---\nversion: 1\n...\n", "f", out));
  EXPECT_THAT(out, IsEmpty());
}

TEST(Parse, MergeKeysAreRefused) {
  test::expect_complaints("version: 1\na: &x {b: 1}\nc: {@<<: *x}\n",
                          {"error: a merge key (<<); write the keys out, or use 'include'"});
}

TEST(Parse, TagsAreRefused) {
  test::expect_complaints("version: @!!int 1\n", {"error: a tag (tag:yaml.org,2002:int); write the plain value"});
  test::expect_complaints("version: 1\nnodes: @!net {}\n", {"error: a tag (!net); write the plain value"});
}

TEST(Parse, KeysAreNames) {
  test::expect_complaints("version: 1\n? @[a]\n: b\n",
                          {"error: a list as a key; keys are names: is a bracket open before?"});
  test::expect_complaints("version: 1\n? @{a: b}\n: b\n",
                          {"error: a map as a key; keys are names: is a bracket open before?"});
  test::expect_complaints("version: 1\n@'': b\n", {"error: an empty key; keys are names"});
}

TEST(Parse, AnAliasIsACopy) {
  Diagnostics out;
  const auto root = parse_yaml("a: &x {b: [1, 2]}\nc: *x\nd: &y 7\ne: *y\n", "f", out);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("c")->find("b")->items[1].text, "2");
  EXPECT_EQ(root->find("e")->text, "7");
}

TEST(Parse, AnAliasWithinItsAnchorIsRefused) {
  test::expect_complaints("version: 1\na: &x {b: @*x}\n",
                          {"error: an alias (*) inside its own anchor; write the value out"});
}

TEST(Parse, AnAliasBombIsDefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const auto previous = "*a" + std::to_string(i - 1);
    bomb +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(previous + ", ", 9) + previous + "]\n";
  }
  const auto outcome = read_scenario_text(bomb, "bomb");
  ASSERT_THAT(outcome.diagnostics, SizeIs(1));
  EXPECT_THAT(to_string(outcome.diagnostics[0]), HasSubstr("error: more than 200000 values"));
}

TEST(Parse, AliasesCannotNestBeyondTheBound) {
  std::string text = "a0: &a0 " + repeated("[", 30) + "x" + repeated("]", 30) + "\n";
  for (int i = 1; i < 4; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " " + repeated("[", 30) + "*a" +
            std::to_string(i - 1) + repeated("]", 30) + "\n";
  }
  const auto outcome = read_scenario_text(text, "deep");
  ASSERT_THAT(outcome.diagnostics, SizeIs(1));
  EXPECT_EQ(to_string(outcome.diagnostics[0]),
            "deep:3:39: error: nested deeper than 64 levels; no scenario needs that");
}

TEST(Parse, DeepNestingEndsEarly) {
  for (const auto& deep : {repeated("[", 100'000), repeated("{a: ", 100'000), "a:\n- " + repeated("- ", 100'000)}) {
    const auto outcome = read_scenario_text(deep, "deep");
    ASSERT_THAT(outcome.diagnostics, SizeIs(1));
    EXPECT_EQ(outcome.diagnostics[0].position.line, deep[0] == 'a' ? 2 : 1);
  }
  std::string block;
  for (int i = 0; i < 1'000; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  const auto outcome = read_scenario_text(block, "deep");
  ASSERT_THAT(outcome.diagnostics, SizeIs(1));
  EXPECT_EQ(to_string(outcome.diagnostics[0]).substr(0, 11), "deep:65:65:");
}

TEST(Parse, TooManyValuesEndEarly) {
  const auto outcome = read_scenario_text("a: [" + repeated("[],", 300'000) + "]", "many");
  ASSERT_THAT(outcome.diagnostics, SizeIs(1));
  EXPECT_THAT(to_string(outcome.diagnostics[0]), HasSubstr("error: more than 200000 values"));
}

}  // namespace
}  // namespace qoslab
