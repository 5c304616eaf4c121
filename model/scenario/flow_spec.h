// A flow as the scenario describes it: who sends what to whom, and what it reserves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/intserv/flowspec.h"
#include "model/packet/layers.h"
#include "model/packet/packet.h"

namespace qoslab {

/// RTP voice over UDP: a payload every interval (RFC 3550, 3551).
struct VoiceTraffic {
  Bytes payload{160};
  Duration interval = Duration::milliseconds(20);
};
/// A file over TCP, confirmed by one byte of application data, again and again.
struct FileTraffic {
  Bytes size{100'000};
  Duration pause;                     ///< dead time between a confirmation and the next file
  std::optional<std::int64_t> count;  ///< absent: until the flow stops
};
/// A request and its answer over one TCP connection, again and again: response time.
struct TransactionTraffic {
  Bytes request{1};
  Bytes response{1};
  Duration pause = Duration::milliseconds(10);
};
/// UDP packets of one size at a constant rate.
struct ConstantTraffic {
  LayeredRate rate;
  Bytes packet;  ///< IP bytes
};
/// UDP packets of one size, exponential gaps.
struct PoissonTraffic {
  LayeredRate rate;
  Bytes packet;
};
/// Exponential on and off times; constant rate while on.
struct OnOffTraffic {
  LayeredRate peak;
  Bytes packet;
  Duration mean_on;
  Duration mean_off;
};
/// A mix of packet sizes drawn independently, Poisson or constant gaps.
struct ImixTraffic {
  struct Entry {
    Bytes packet;
    std::int64_t weight = 1;
  };
  LayeredRate rate;
  std::vector<Entry> entries;
  bool poisson = true;
};
using Traffic = std::variant<VoiceTraffic, FileTraffic, TransactionTraffic, ConstantTraffic, PoissonTraffic,
                             OnOffTraffic, ImixTraffic>;

/// TCP's knobs, for file and transaction traffic.
struct TcpSpec {
  Bytes window{65'536};  ///< of the sender's buffer: limits the data in flight
  Bytes segment{1460};
  Duration min_rto = Duration::milliseconds(1000);  ///< RFC 6298
  std::string congestion = "newreno";               ///< newreno, cubic or linuxreno
};

/// A reservation through RSVP.
struct ReservationSpec {
  FlowSpec flowspec;
  ReservationStyle style = ReservationStyle::fixed_filter;
  Duration answer_after;  ///< how long the receiver's application takes to answer the first PATH with a RESV
  std::optional<Instant> torn_down_at;
};

struct FlowSpecification {
  std::string name;
  std::string from;
  std::string to;
  std::optional<std::uint16_t> port;  ///< destination port; UDP flows with the same receiver and port are one session
  std::string label;                  ///< class shown in reports; the DSCP's name if absent
  Dscp dscp;
  Traffic traffic;
  TcpSpec tcp;
  Instant start;  ///< on the run's clock, warm-up included
  std::optional<Instant> stop;
  Duration send_latency;  ///< extra processing at the sending host for each packet (a QoS stack, say)
  std::optional<ReservationSpec> reservation;
};

}  // namespace qoslab
