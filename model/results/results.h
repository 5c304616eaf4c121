// What one replication measured: counts and samples, nothing derived. analysis/ makes numbers of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/packet/packet.h"
#include "model/qos/queue/drop_policy.h"
#include "model/results/count.h"
#include "model/results/gateway_results.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// A packet that arrived: when it was sent (for RTP: its nominal sampling instant) and how long it took.
struct DelaySample {
  Instant sent;
  Duration delay;
  Bytes ip_size;
};

/// A transaction or a file, from its first byte to its confirmation.
struct ExchangeSample {
  Instant began;
  Duration took;
  Bytes payload;  ///< of the request or the file
};

/// What belongs to one whole record (RunSpec::record) of the measured time. The first begins with it.
struct RecordCounts {
  Count offered;  ///< in this record
  Count carried;  ///< of what was offered in this record
  Bytes payload;  ///< application bytes that arrived in this record
  Count open;     ///< of what was offered in this record, what had no end yet when the run ended
};

/// Books of one flow over the whole run (warm-up too, so that they balance), samples of the measured time only:
/// a sample belongs to the instant when it was sent or began.
struct FlowResults {
  std::string name;
  std::string label;
  Count offered;         ///< measured time: what the source handed to IP (TCP: every segment, retransmissions too)
  Count carried;         ///< measured time: of what was offered then, what the destination host's IP got
  Count arrived;         ///< measured time: what the destination host's IP got then, whenever it was sent
  Count open;            ///< measured time: of what was offered then, what had no end yet when the run ended
  Bytes arrived_frames;  ///< the same packets' bytes at the frame layer
  Bytes payload;         ///< measured time: application bytes that arrived (TCP: in order, once)
  Count sent;            ///< whole run
  Count delivered;       ///< whole run
  std::map<std::string, Count> drops;  ///< whole run; "place: reason"
  Count queued;                        ///< at the end of the run, in queues
  Count in_flight;                     ///< at the end of the run, on wires and in processing
  std::vector<DelaySample> delays;
  std::vector<ExchangeSample> exchanges;
  std::vector<RecordCounts> records;    ///< for time series; may be left empty
  std::map<std::string, double> facts;  ///< of a reservation, where they exist: admitted (0/1), set_up_s,
                                        ///< stood_at_s (on the run's clock), guaranteed_bound_s,
                                        ///< least_delay_s (the smallest that the path allows)
};

/// What a class did in one whole record (RunSpec::record) of the measured time. The first begins with it.
struct ClassRecord {
  Count sent;
  Count lost;
  Backlog most_waiting;  ///< at its fullest moment, when a packet had just joined; at least what it began with
};

/// All counts are of the measured time.
struct PortClassResults {
  std::string port;  ///< node.link
  std::string class_name;
  Count arrived;
  Count sent;
  std::map<std::string, Count> drops;
  std::int64_t suspensions = 0;  ///< CBQ
  Duration suspended;
  Backlog most_waiting;
  std::vector<ClassRecord> records;  ///< for time series; may be left empty
};

struct Results {
  Instant from;   ///< of the measured time
  Instant until;  ///< how far the simulation came; before `from` if it was stopped during the warm-up
  std::vector<FlowResults> flows;
  std::vector<PortClassResults> classes;
  GatewayResults gateway;
  std::vector<std::string> notes;  ///< what a reader should know: events, refused reservations, …
  bool complete = true;
  double wall_s = 0;
  std::int64_t packets = 0;  ///< handled in all, at all ports

  [[nodiscard]] Duration measured() const { return std::max(Duration{}, until - from); }
};

}  // namespace qoslab
