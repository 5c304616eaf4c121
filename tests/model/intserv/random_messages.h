// Random, well-formed RSVP messages whose numbers survive the wire.
#pragma once

#include <random>

#include "model/intserv/rsvp_message.h"

namespace qoslab::testing {

class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed) : random_{seed} {}
  rsvp::Message next();

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool maybe() { return below(2) == 0; }
  IpAddress address();
  rsvp::Sender sender();
  Rate rate();
  TSpec tspec();
  FlowSpec flowspec();
  rsvp::PathCharacter character(bool whole);
  rsvp::Adspec adspec();
  void add_context(rsvp::Message& m);
  void add_flows(rsvp::Message& m);

  std::mt19937_64 random_;
  bool v4_ = true;
};

}  // namespace qoslab::testing
