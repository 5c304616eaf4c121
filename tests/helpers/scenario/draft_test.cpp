#include "helpers/scenario/draft.h"

#include <map>

#include "helpers/scenario/parse.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

/// Files that exist only in the test.
Loader files(std::map<std::string, std::string> texts) {
  return [texts = std::move(texts)](const std::filesystem::path& file, const Position& at, Diagnostics& out) {
    const auto text = texts.find(file.lexically_normal().string());
    if (text != texts.end()) return std::optional{text->second};
    error(out, at, "does not exist", "");
    return std::optional<std::string>{};
  };
}

/// The draft as text: maps in braces, lists in brackets.
std::string flat(const Value& value) {
  std::string text;
  for (const auto& e : value.entries) text += (text.empty() ? "" : " ") + e.key + ":" + flat(e.value);
  for (const auto& item : value.items) text += (text.empty() ? "" : " ") + flat(item);
  if (value.kind == Value::Kind::map) return "{" + text + "}";
  if (value.kind == Value::Kind::list) return "[" + text + "]";
  return value.text;
}

std::string draft_of(std::map<std::string, std::string> texts) {
  Diagnostics out;
  const auto draft = read_draft("main.yaml", files(std::move(texts)), out);
  EXPECT_THAT(test::printed(out), ::testing::IsEmpty());
  return draft ? flat(draft->root) : "";
}

TEST(Draft, MapsMergeKeyByKeyAndThisFileWins) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [a.yaml]\nnodes: {h: {kind: host}, new: {kind: host}}\n"},
                      {"a.yaml", "nodes: {h: {kind: router, latency: 1 ms}, r: {kind: router}}\n"}}),
            "{nodes:{h:{kind:host latency:1 ms} r:{kind:router} new:{kind:host}}}");
}

TEST(Draft, ALaterIncludeWinsOverAnEarlier) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [a.yaml, b.yaml]\n"}, {"a.yaml", "x: 1\ny: 1\n"}, {"b.yaml", "y: 2\n"}}),
            "{x:1 y:2}");
}

TEST(Draft, ListsAreAppended) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [a.yaml]\nexpect: [own]\n"}, {"a.yaml", "expect: [theirs]\n"}}),
            "{expect:[theirs own]}");
}

TEST(Draft, WhatDiffersInKindIsReplaced) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [a.yaml]\nx: 1\ny: {a: 1}\n"}, {"a.yaml", "x: {b: 1}\ny: [1]\n"}}),
            "{x:1 y:{a:1}}");
}

TEST(Draft, AParameterIsReplacedWithItsStory) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [a.yaml]\nparameters: {p: {value: 2}}\n"},
                      {"a.yaml", "parameters: {p: {value: 1, kind: calibrated, for: [x]}, q: {value: 3}}\n"}}),
            "{parameters:{p:{value:2} q:{value:3}}}");
}

TEST(Draft, IncludesAreRelativeToTheirFile) {
  EXPECT_EQ(draft_of({{"main.yaml", "include: [parts/a.yaml]\n"},
                      {"parts/a.yaml", "include: [b.yaml, ../c.yaml]\n"},
                      {"parts/b.yaml", "b: 1\n"},
                      {"c.yaml", "c: 1\n"}}),
            "{b:1 c:1}");
}

TEST(Draft, TheOrderIsThatOfTheIncludedFirst) {
  EXPECT_EQ(draft_of({{"main.yaml", "links: {z: 1}\ninclude: [a.yaml]\n"}, {"a.yaml", "links: {a: 1}\n"}}),
            "{links:{a:1 z:1}}");
}

TEST(Draft, EveryPlaceKeepsItsFile) {
  Diagnostics out;
  const auto draft = read_draft(
      "main.yaml", files({{"main.yaml", "include: [a.yaml]\nx: {b: 1}\n"}, {"a.yaml", "x:\n  a: 1\n"}}), out);
  ASSERT_TRUE(draft);
  EXPECT_EQ(draft->root.find("x")->find("a")->position, (Position{"a.yaml", 2, 6}));
  EXPECT_EQ(draft->root.find("x")->find("b")->position, (Position{"main.yaml", 2, 8}));
}

TEST(Draft, MustBeAMap) {
  test::expect_complaints("@[1, 2]\n", {"error: a list where a map is expected; a scenario begins with 'version: 1'"});
  test::expect_complaints("@hello\n",
                          {"error: a single value where a map is expected; a scenario begins with 'version: 1'"});
}

}  // namespace
}  // namespace qoslab
