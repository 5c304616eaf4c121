// What a frame costs the processor.
#pragma once

namespace qoslab::bench {

/// Nanoseconds of the processor that a frame of 64 bytes costs from one device to another, in a network namespace with
/// two virtual pairs: the bare forwarder's two ways, our ports alone, the relay with a FIFO at 10 Gbit/s between them,
/// and with a gateway of 16,000 subscribers. The frames wait in the ring before the clock starts, so that their sender
/// does not count; the device's own work, up to the far end of the pair, does. Each way in turn, again and again; the
/// medians are printed, with the frames a second that a core could carry.
void report_costs();

}  // namespace qoslab::bench
