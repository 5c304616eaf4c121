// Whatever the bytes: the reader ends soon, and either says what is wrong or gives scenarios that can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "helpers/scenario/read.h"
#include "helpers/scenario/show.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto outcome = qoslab::read_scenario_text({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (outcome.points.empty() != qoslab::has_errors(outcome.diagnostics)) std::abort();
  for (const auto& d : outcome.diagnostics)
    if (d.what.empty() || d.position.line < 0 || to_string(d).find('\n') != std::string::npos) std::abort();
  for (const auto& point : outcome.points)
    if (show(point).empty()) std::abort();
  return 0;
}
