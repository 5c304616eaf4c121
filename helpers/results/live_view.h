// How an emulation goes, second by second.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/results/emulation_results.h"

namespace qoslab {

/// Tells each second from what is known of the whole run so far.
class LiveView {
 public:
  struct Now {
    Instant at;
    const std::vector<AccountResults>& accounts;
    const HostResults& host;
    const std::vector<PortResults>& ports;
  };
  struct Lines {
    std::string text;  ///< for a terminal: accounts with news, and what the host has lost
    std::string json;  ///< the same, with the counters of all ports
  };
  Lines operator()(const Now& now);

 private:
  struct Seen {
    std::int64_t delivered = 0;
    std::int64_t bits = 0;
    std::int64_t lost = 0;
    std::int64_t lost_by_host = 0;
  };
  Instant before_;
  std::vector<Seen> seen_;           ///< by account, a second ago
  std::int64_t lost_by_host_ = 0;    ///< before they stood in a book
  std::vector<Duration> down_ = {};  ///< by port
};

}  // namespace qoslab
