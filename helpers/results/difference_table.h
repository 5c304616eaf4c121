// Two results side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "helpers/results/results_file.h"
#include "helpers/results/table.h"

namespace qoslab {

/// What both have: their numbers, how far the second is from the first, and whether that is to be expected.
struct Differences {
  struct Row {
    std::string subject, metric;
    double first = 0, second = 0;
    std::optional<double> allowed;  ///< by certificates and chance (Allowance); absent: not judged
    bool tcp = false;               ///< the system's TCP on one side, and ns-3's on the other

    [[nodiscard]] double difference() const { return second - first; }
    [[nodiscard]] std::optional<bool> agrees() const;
  };
  std::vector<Row> rows;
  int subjects = 0;                   ///< that both have
  std::optional<double> lateness_ms;  ///< of both certificates; absent: there is none, and nothing is judged
  std::string flaw;                   ///< whose certificate is not valid, and why
  std::vector<std::string> remarks;   ///< what else the two differ in, so that they may not be comparable

  [[nodiscard]] int judged() const;
  [[nodiscard]] int agree() const;
  /// All that is judged agrees, and no certificate says that its host was the limit.
  [[nodiscard]] bool holds() const { return flaw.empty() && agree() == judged(); }
};
/// An emulation's accounts are compared with the flows that they hold.
Differences differences(const ResultsFile& first, const ResultsFile& second);

std::string to_text(const Differences& differences, const ResultsFile& first, const ResultsFile& second,
                    const TextStyle& style);
std::string to_json(const Differences& differences, const ResultsFile& first, const ResultsFile& second);

}  // namespace qoslab
