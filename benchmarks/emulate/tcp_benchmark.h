// TCP of the system through a shaper of ours and one of the kernel's.
#pragma once

namespace qoslab::bench {

/// A connection's goodput through token buckets of the same rate, burst and waiting room: tc's TBF, and ours.
/// Precondition: this process has one thread, and a private network with the pairs of the other benchmarks.
void report_tcp();

}  // namespace qoslab::bench
