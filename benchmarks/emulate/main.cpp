// What an emulation costs and how exact it is, beside the kernel's own means in the same run, as tables for
// docs/emulation-performance.md. Everything passes virtual pairs in a network namespace. Argument: the only part that
// is wanted (costs, delays, rates, shares or tcp).
#include <array>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>

#include "benchmarks/emulate/forwarding_benchmark.h"
#include "benchmarks/emulate/stream.h"
#include "benchmarks/emulate/tcp_benchmark.h"
#include "benchmarks/emulate/timing_benchmark.h"
#include "helpers/emulate/private_network.h"
#include "helpers/emulate/veth.h"

int main(int arguments, char** argument) {
  using namespace qoslab;
  try {
    if (!emulation::enter_private_network()) {
      std::puts("bench_emulate: no network namespace is allowed here; nothing is measured");
      return 0;
    }
    const emulation::VethPair left{"home", "access", 1500};
    const emulation::VethPair right{"network", "server", 1500};
    const bench::StreamWatch stamped{"lo"};  // the kernel stamps from a moment after somebody asks for it
    const std::string_view only = arguments > 1 ? argument[1] : "";
    constexpr std::array<std::pair<std::string_view, void (*)()>, 5> parts = {{{"costs", bench::report_costs},
                                                                               {"delays", bench::report_delays},
                                                                               {"rates", bench::report_rates},
                                                                               {"shares", bench::report_shares},
                                                                               {"tcp", bench::report_tcp}}};
    for (const auto& [name, report] : parts)
      if (only.empty() || only == name) report();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
