#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "helpers/results/json.h"
#include "tests/analysis/gateway_samples.h"
#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using Json = nlohmann::json;

void collect(const Json& json, std::set<std::string>& fields) {
  if (json.is_array())
    for (const auto& entry : json) collect(entry, fields);
  if (!json.is_object()) return;
  for (const auto& [field, value] : json.items()) {
    fields.insert(field);
    // These objects have names of the scenario's and of drop reasons for fields.
    if (field != "point" && field != "drops" && field != "drops_bytes") collect(value, fields);
  }
}

TEST(ResultsFormatPage, DescribesEveryField) {
  std::ifstream file{QOSLAB_DOCS "/results-format.md"};
  std::ostringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  auto report = samples::report();
  auto& point = report.points.front();
  point.fairness.push_back({"EF", 2, {1, 0.1, 3}});
  point.violations.push_back({0, {"voice", {}}});
  for (const auto* fact : {"admitted", "set_up", "bound", "worst_queueing"})
    point.flows.front().metrics.emplace(std::string{"reservation."} + fact, Estimate{1, 0.1, 3});
  point.expectations.front().expectation.at_least = 0;
  std::set<std::string> fields;
  collect(Json::parse(to_json(report)), fields);
  auto gateways = make_report({samples::gateway_scenario()}, {{samples::gateway_replication()}});
  collect(Json::parse(to_json(gateways)), fields);
  EXPECT_GT(fields.size(), 110U);
  for (const auto& field : fields) {
    const bool described = page.find("`" + field + "`") != std::string::npos ||
                           page.find("\"" + field + "\"") != std::string::npos || field.ends_with("_ci95");
    EXPECT_TRUE(described) << "docs/results-format.md does not say what " << field << " is";
  }
}

}  // namespace
}  // namespace qoslab
