// What the classes of configured ports did in the measured time, as a whole and record by record.
#pragma once

#include <ns3/event-id.h>

#include <vector>

#include "model/ns3/simulated_network.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Looks at the ports when the measured time and each of its records begin, before most of what happens at these
/// instants, and costs nothing in between.
class ClassBooks {
 public:
  /// `network` outlives this; the simulator has not run yet.
  ClassBooks(SimulatedNetwork& network, const RunSpec& runs);
  ClassBooks(const ClassBooks&) = delete;
  ClassBooks& operator=(const ClassBooks&) = delete;

  /// The measured time is over. What it counted; reserved places that nobody took are left out.
  std::vector<PortClassResults> end();

 private:
  void begin();
  void begin_record();
  void end_record();
  /// What happened since the last look.
  std::vector<ClassRecord> look();

  SimulatedNetwork& network_;
  Duration record_;
  Instant record_end_;  ///< of the one that is being measured
  ns3::EventId next_look_;
  bool measuring_ = false;
  std::vector<PortClassResults> before_;  ///< the warm-up's
  std::vector<std::vector<ClassRecord>> records_;
  std::vector<Backlog> most_waiting_;
};

}  // namespace qoslab
