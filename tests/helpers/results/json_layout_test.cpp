#include "helpers/results/json_layout.h"

#include <gtest/gtest.h>

#include <limits>

#include "helpers/results/json.h"
#include "tests/analysis/gateway_samples.h"
#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

TEST(JsonLayout, IsOneValueALine) {
  const auto json = Json::parse(R"({"a": 1, "b": {"c": "x", "d": null}, "e": [{"f": true}, {}], "g": []})");
  EXPECT_EQ(laid_out(json), R"({
 "a": 1,
 "b": {
  "c": "x",
  "d": null
 },
 "e": [
  {
   "f": true
  },
  {}
 ],
 "g": []
})");
}

TEST(JsonLayout, KeepsABinOfAHistogramOnOneLine) {
  EXPECT_EQ(laid_out(Json::parse("[[1000,3],[2000,4]]")), "[\n [1000,3],\n [2000,4]\n]");
}

TEST(JsonLayout, ChangesNothing) {
  const auto gateways = make_report({samples::gateway_scenario()}, {{samples::gateway_replication()}});
  for (const auto& report : {samples::report(), gateways}) {
    const auto json = Json::parse(to_json(report));
    EXPECT_EQ(Json::parse(laid_out(json)), json);
  }
}

TEST(JsonLayout, EscapesKeysAndValues) {
  EXPECT_EQ(laid_out({{"a\"b", "c\n"}}), "{\n \"a\\\"b\": \"c\\n\"\n}");
  EXPECT_EQ(laid_out({{"caf\xe9", "\xe9"}}), "{\n \"caf\xef\xbf\xbd\": \"\xef\xbf\xbd\"\n}");
  EXPECT_EQ(laid_out({{"n", std::numeric_limits<double>::quiet_NaN()}}), "{\n \"n\": null\n}");
}

}  // namespace
}  // namespace qoslab
