// Which class does a packet belong to? First match wins.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/packet/packet.h"

namespace qoslab {

struct Prefix {
  IpAddress address;  ///< bits behind `length` do not matter
  int length = 0;     ///< 0..128; an IPv4 prefix of length n is a mapped one of length 96 + n
};

struct PortRange {
  std::uint16_t first = 0;
  std::uint16_t last = 65535;
};

/// A multi-field rule: what is absent matches everything (RFC 2475 section 2.3.1). With only `dscps` it is a
/// behaviour-aggregate rule. Packets of protocols without ports count as port 0.
struct Match {
  std::vector<Dscp> dscps;
  std::optional<Prefix> source;
  std::optional<Prefix> destination;
  std::optional<std::uint8_t> protocol;
  std::optional<PortRange> source_ports;
  std::optional<PortRange> destination_ports;

  [[nodiscard]] bool matches(const Packet& packet) const;
};

/// An ordered list of rules, each naming a target.
class Classifier {
 public:
  struct Rule {
    Match match;
    int target = 0;
  };
  explicit Classifier(std::vector<Rule> rules);
  [[nodiscard]] std::optional<int> classify(const Packet& packet) const;

 private:
  std::vector<Rule> rules_;
};

}  // namespace qoslab
