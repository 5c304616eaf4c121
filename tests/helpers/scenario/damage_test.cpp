// A gateway's description in which one value after the other is replaced by nonsense: it is read or refused, and what
// is wrong is said where it stands.
#include <fstream>
#include <sstream>

#include "helpers/scenario/show.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string contents(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream{QOSLAB_SOURCE_DIR + file, std::ios::binary}.rdbuf();
  return text.str();
}

/// Where each word, number or quantity begins and ends.
std::vector<std::pair<std::size_t, std::size_t>> values(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  constexpr const char* separators = ",:{}[]\n\"";
  std::size_t at = text.find_first_not_of(separators);
  while (at != std::string::npos) {
    const auto end = std::min(text.find_first_of(separators, at), text.size());
    const auto begin = text.find_first_not_of(' ', at);
    if (begin < end) result.emplace_back(begin, end);
    at = text.find_first_not_of(separators, end);
  }
  return result;
}

TEST(Damage, EveryValueOfAGatewayReplaced) {
  const auto whole = contents("/tests/fuzz/corpus/scenario/gateway.yaml");
  ASSERT_FALSE(read_scenario_text(whole, "test").points.empty());
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (const auto& [begin, end] : values(whole)) {
    for (const auto* other : {"0", "9223372036854775807", "x", "{}"}) {
      auto text = whole;
      text.replace(begin, end - begin, other);
      const auto outcome = read_scenario_text(text, "test");
      EXPECT_EQ(outcome.points.empty(), has_errors(outcome.diagnostics)) << text;
      for (const auto& point : outcome.points) EXPECT_FALSE(show(point).empty());
      ++tried;
      refused += outcome.points.empty() ? 1U : 0U;
    }
  }
  EXPECT_GT(refused, tried * 9 / 10) << "of " << tried;
}

}  // namespace
}  // namespace qoslab
