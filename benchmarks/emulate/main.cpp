// What an emulation costs and how exact it is, beside the kernel's own means in the same run, as tables for
// docs/emulation-performance.md. Everything passes virtual pairs in a network namespace.
#include <cstdio>
#include <exception>

#include "benchmarks/emulate/forwarding_benchmark.h"
#include "benchmarks/emulate/stream.h"
#include "benchmarks/emulate/timing_benchmark.h"
#include "helpers/emulate/private_network.h"
#include "helpers/emulate/veth.h"

int main() {
  using namespace qoslab;
  try {
    if (!emulation::enter_private_network()) {
      std::puts("bench_emulate: no network namespace is allowed here; nothing is measured");
      return 0;
    }
    const emulation::VethPair left{"home", "access", 1500};
    const emulation::VethPair right{"network", "server", 1500};
    const bench::StreamWatch stamped{"lo"};  // the kernel stamps from a moment after somebody asks for it
    bench::report_costs();
    bench::report_delays();
    bench::report_rates();
    bench::report_shares();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
