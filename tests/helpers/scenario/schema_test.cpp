// The schema and the reference page: the committed files are what the table of keys gives, and every scenario obeys.
#include "helpers/scenario/schema.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "helpers/scenario/parse.h"
#include "helpers/scenario/reference.h"
#include "helpers/scenario/text.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path source{QOSLAB_SOURCE_DIR};

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// With QOSLAB_WRITE_DOCS=1 in the environment the committed file is written anew.
void expect_committed(const fs::path& file, const std::string& text) {
  if (std::getenv("QOSLAB_WRITE_DOCS") != nullptr) std::ofstream{file} << text;
  EXPECT_TRUE(contents(file) == text) << file
                                      << " is out of date: run the tests with QOSLAB_WRITE_DOCS=1 and commit it";
}

TEST(Docs, TheSchemaIsThatOfTheTable) { expect_committed(source / "docs/scenario.schema.json", scenario_schema()); }
TEST(Docs, TheReferenceIsThatOfTheTable) {
  expect_committed(source / "docs/scenario-reference.md", scenario_reference());
}
TEST(Docs, TheExamplesAreSound) {
  test::read_sound(std::string{example_scenario()});
  test::read_legal(std::string{gateway_example()});
}

/// As an editor sees a value: plain numbers and truth values are no texts.
json as_json(const Value& value) {
  if (value.kind == Value::Kind::map) {
    json result = json::object();
    for (const auto& e : value.entries) result[e.key] = as_json(e.value);
    return result;
  }
  if (value.kind == Value::Kind::list) {
    json result = json::array();
    for (const auto& item : value.items) result.push_back(as_json(item));
    return result;
  }
  if (value.kind == Value::Kind::null) return nullptr;
  const auto number = json::parse(value.text, nullptr, false);
  return number.is_number() || number.is_boolean() ? number : json(value.text);
}

json yaml(const std::string& text) {
  Diagnostics out;
  const auto value = parse_yaml(text, "test", out);
  EXPECT_THAT(test::printed(out), ::testing::IsEmpty());
  return value ? as_json(*value) : json{};
}

class Schema : public ::testing::Test {
 protected:
  Schema() {
    const auto text = json::parse(scenario_schema());
    valijson::SchemaParser{}.populateSchema(valijson::adapters::NlohmannJsonAdapter{text}, schema_);
  }
  [[nodiscard]] bool accepts(const json& document) {
    return valijson::Validator{}.validate(schema_, valijson::adapters::NlohmannJsonAdapter{document}, &results_);
  }
  [[nodiscard]] std::string why() {
    std::string text;
    valijson::ValidationResults::Error e;
    while (results_.popError(e)) {
      for (const auto& c : e.context) text += c;
      text += ": " + e.description + "\n";
    }
    return text;
  }

 private:
  valijson::Schema schema_;
  valijson::ValidationResults results_;
};

TEST_F(Schema, AcceptsTheExamples) {
  for (const auto& example : {example_scenario(), gateway_example()})
    EXPECT_TRUE(accepts(yaml(std::string{example}))) << why();
}

TEST_F(Schema, AcceptsEveryScenarioAndPart) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator{source / "scenarios"}) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    EXPECT_TRUE(accepts(yaml(contents(entry.path())))) << entry.path() << "\n" << why();
  }
  EXPECT_GT(files, 0U);
}

TEST(Scenarios, AreReadWithoutErrors) {
  for (const auto& entry : fs::recursive_directory_iterator{source / "scenarios"}) {
    if (entry.path().extension() != ".yaml" || entry.path().parent_path().filename() == "parts") continue;
    const auto outcome = read_scenario(entry.path());
    EXPECT_FALSE(outcome.points.empty()) << ::testing::PrintToString(test::printed(outcome.diagnostics));
  }
}

TEST_F(Schema, AcceptsParametersWhereValuesStand) {
  EXPECT_TRUE(accepts(yaml("version: 1\nflows: {f: {dscp: $mark, traffic: {kind: $kind, rate: '${n} kbit/s ip'}}}\n")))
      << why();
}

TEST_F(Schema, AcceptsPartsThatOthersComplete) {
  EXPECT_TRUE(accepts(yaml("version: 1\nnodes: {h: {latency: 1 ms}}\n"))) << why();
}

TEST_F(Schema, RefusesWhatTheReaderRefuses) {
  for (const auto* text : {
           "nodes: {}",                                                        // no version
           "version: 2",                                                       // another version
           "version: 1\nrun: {}",                                              // unknown keys
           "version: 1\nnodes: {h: {kind: hots}}",                             // unknown words
           "version: 1\nruns: {duration: 10}",                                 // no unit
           "version: 1\nlinks: {l: {rate: 10 Mbit/s}}",                        // no layer
           "version: 1\nlinks: {l: {rate: 10 Mbit/s ip}}",                     // not the line's
           "version: 1\nruns: {replications: 0}",                              // out of range
           "version: 1\nexpect: {metric: x}",                                  // no list
           "version: 1\nflows: {f: {traffic: {kind: voice, packet: 100 B}}}",  // a key of another kind
           "version: 1\nports: {r.l: {scheduler: htb, tick: 1 ms}}",           // likewise
           "version: 1\nports: {r.l: {tick: 1 ms}}",                           // of a fifo
           "version: 1\nports: {r.l: {scheduler: htb, classes: {c: {weight: 1}}}}",
           "version: 1\nports: {r.l: {scheduler: htb, classes: {c: {classes: {d: {weight: 1}}}}}}",
           "version: 1\nports: {r.l: {scheduler: htb, classes: {c: {scheduler: drr, classes: {d: {weight: 1}}}}}}",
       }) {
    EXPECT_FALSE(accepts(yaml(text))) << text;
  }
  EXPECT_TRUE(accepts(
      yaml("version: 1\nports: {r.l: {scheduler: htb, classes: {c: {scheduler: wrr, classes: {d: {weight: 1}}}}}}")))
      << why();
}

}  // namespace
}  // namespace qoslab
