// The fuzzer's saved corpus, once, under every compiler and preset.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "helpers/scenario/show.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

TEST(Corpus, EveryFileIsReadOrRefused) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{QOSLAB_SOURCE_DIR "/tests/fuzz/corpus/scenario"}) {
    std::ostringstream text;
    text << std::ifstream{entry.path(), std::ios::binary}.rdbuf();
    const auto outcome = read_scenario_text(text.str(), "corpus");
    EXPECT_EQ(outcome.points.empty(), has_errors(outcome.diagnostics)) << entry.path();
    for (const auto& point : outcome.points) EXPECT_FALSE(show(point).empty());
    for (const auto& d : outcome.diagnostics) EXPECT_EQ(to_string(d).find('\n'), std::string::npos) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 9U);
}

}  // namespace
}  // namespace qoslab
