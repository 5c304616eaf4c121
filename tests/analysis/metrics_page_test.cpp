#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "model/results/metric_names.h"

namespace qoslab {
namespace {

std::string row_of(const MetricInfo& metric) {
  std::string row = "| `" + std::string{metric.name} + "` | " + std::string{metric.unit} + " | ";
  if (!metric.what.empty()) row += std::string{metric.what} + " ";
  return row + "|\n";
}

TEST(MetricsPage, HasTheMetricsOfTheProgramAndNoOthers) {
  std::ifstream file{QOSLAB_DOCS "/metrics.md"};
  std::ostringstream page;
  page << file.rdbuf();
  std::string expected = "| metric | base unit | what it is |\n| --- | --- | --- |\n";
  for (const auto subject :
       {MetricSubject::flow, MetricSubject::port_class, MetricSubject::traffic, MetricSubject::place}) {
    std::string table = expected;
    for (const auto& metric : metric_table)
      if (metric.subject == subject) table += row_of(metric);
    EXPECT_NE(page.str().find("\n" + table + "\n"), std::string::npos) << "docs/metrics.md lacks this table:\n"
                                                                       << table;
  }
}

}  // namespace
}  // namespace qoslab
