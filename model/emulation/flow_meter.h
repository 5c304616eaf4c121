// What a flow of test packets met on its way through something real.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/emulation/probe.h"
#include "model/results/results.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// Counts apart what arrives once, again (a duplicate), and after a later one (reordered: RFC 4737 section 3). A packet
/// that has not come by the end is lost.
class FlowMeter {
 public:
  /// `overhead`: of each packet at the IP layer, what is not the application's. What was due before `from` is warm-up:
  /// it is in the books of the whole run only.
  FlowMeter(std::string name, std::string label, Bytes overhead, Instant from);
  /// The next test packet has been handed over, which was due then.
  void sent(Instant due, Bytes ip_size);
  /// It was refused after all.
  void not_sent(std::uint64_t number);
  /// A test packet of this flow.
  void arrived(const Probe& probe, Instant at);

  [[nodiscard]] std::uint64_t next_number() const { return sent_.size(); }
  [[nodiscard]] std::int64_t duplicates() const { return duplicates_; }
  [[nodiscard]] std::int64_t reordered() const { return reordered_; }
  /// The books and samples of all, named as `run` names the flow; what has not come is lost "outside".
  [[nodiscard]] FlowResults results() const;

 private:
  struct Sent {
    Instant due;
    std::uint32_t ip_size = 0;
    bool came = false;
  };
  FlowResults results_;
  Bytes overhead_;
  Instant from_;
  std::vector<Sent> sent_;
  std::uint64_t highest_ = 0;  ///< one more than the highest number that has come
  std::int64_t duplicates_ = 0;
  std::int64_t reordered_ = 0;
};

}  // namespace qoslab::emulation
