// What a gateway's data plane measured: counts, histograms, nothing derived.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/qos/queue/drop_policy.h"
#include "model/results/count.h"
#include "model/results/delay_histogram.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab {

/// Why packets waited at the head of an egress queue, or that they did not.
enum class Waited : std::uint8_t { no, own_shaper, parent, port };
inline constexpr std::size_t waiting_reasons = 4;

/// What belongs to one whole record (RunSpec::record) of the measured time. The first begins with it.
struct StreamRecord {
  Count offered;
  Count arrived;
  Count lost;
  Count inside;  ///< at its end: in queues and rings, on wires and in processing
};

/// One class of one group in one direction, or of one sampled subscriber. Counts of bytes are at the gateway's layer,
/// with the access side's headers. Books cover the whole run, the rest the measured time.
struct StreamResults {
  std::string gateway;
  std::string group;
  std::string class_name;
  Direction direction = Direction::downstream;
  std::optional<std::int64_t> subscriber;  ///< of a sample: its number in the group

  Count sent;                          ///< whole run: what the tester put on its line
  Count delivered;                     ///< whole run: what arrived at the far side
  std::map<std::string, Count> drops;  ///< whole run; "place: reason"
  Count queued;                        ///< at the end of the run, in queues and rings
  Count in_flight;                     ///< at the end of the run, on wires and in processing

  Count offered;       ///< measured time
  Count arrived;       ///< measured time, whenever it was sent
  Bytes offered_line;  ///< the same packets at the line layer
  Bytes arrived_line;
  std::map<std::string, Count> lost;  ///< measured time: drops by "place: reason"
  DelayHistogram delays;  ///< of what arrived: from the last bit at the tester's port to the last at the far side
  std::array<std::int64_t, waiting_reasons>
      waited{};                        ///< packets that left an egress queue, by what they waited for first
  std::int64_t marked[3] = {0, 0, 0};  ///< by a policer: green, yellow, red
  std::vector<StreamRecord> records;   ///< not of samples
};

/// What each subscriber of a group got in the measured time, at the gateway's layer; index: its number in the group.
struct SubscriberTotals {
  std::string gateway;
  std::string group;
  Direction direction = Direction::downstream;
  std::vector<std::int64_t> offered_bytes;
  std::vector<std::int64_t> arrived_bytes;
  std::vector<std::int64_t> offered_packets;
  std::vector<std::int64_t> arrived_packets;
  std::vector<std::int64_t> lost_packets;
};

/// A place of the gateway that carries traffic: a core, a link, an aggregate, a level of a port's scheduler.
struct PlaceResults {
  std::string name;      ///< "bng.core.3", "bng.access.0", "bng.access.0/level8", "bng.access.0/olt.2", "bng.network.1"
  Count sent;            ///< measured time, at the gateway's layer; of a link: out of the gateway
  double busy = 0;       ///< share of the measured time; of what sends at a configured rate: sent / (rate × time)
  Backlog most_waiting;  ///< packets and bytes, at the fullest moment of the measured time, where that is known
  std::vector<Count> records;  ///< sent in each record; of aggregates only if there are not too many
};

struct GatewayResults {
  std::vector<StreamResults> streams;  ///< every class that a group's profile has, also if it saw nothing
  std::vector<SubscriberTotals> subscribers;
  std::vector<PlaceResults> places;
};

}  // namespace qoslab
