#include "helpers/simulate/mixed.h"

#include "model/ns3/mixed_passage.h"

namespace qoslab {

std::unique_ptr<emulation::Passage> beside_simulated_nodes(const Scenario& scenario,
                                                           const std::vector<std::string>& hosts, std::uint64_t seed,
                                                           bool in_real_time) {
  constexpr std::size_t about_a_millisecond = 1000;  // of events
  MixedPassage::Options options;
  options.seed = seed;
  if (in_real_time) options.most_events = about_a_millisecond;
  return std::make_unique<MixedPassage>(scenario, hosts, options);
}

}  // namespace qoslab
