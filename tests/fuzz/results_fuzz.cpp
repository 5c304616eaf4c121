// Whatever the bytes: the reader ends soon, and either says what is wrong or gives results that can be compared and
// drawn.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gui/data/comparison.h"
#include "gui/data/distribution.h"
#include "helpers/recorded/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace qoslab;
  try {
    const auto results = recorded::read_results_text({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (results.oddities.size() > recorded::most_oddities + 1) std::abort();
    for (const auto& flow : results.flows) {
      const auto curve = gui::cumulative(flow.histogram_ns, flow.delay_ms);
      for (std::size_t i = 1; i < curve.points.size(); ++i)
        if (curve.points[i].x < curve.points[i - 1].x || curve.points[i].y < curve.points[i - 1].y) std::abort();
      if (gui::percentiles(flow.histogram_ns, flow.delay_ms).size() != 6) std::abort();
    }
    for (const auto& metric : gui::metrics_in({&results, &results}))
      for (const auto& row : gui::compared({&results, &results}, metric.id).rows)
        if (row.cells.size() != 2) std::abort();
  } catch (const recorded::Unreadable& e) {
    const std::string_view what{e.what()};
    if (!what.starts_with("fuzz: ") || what.find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
