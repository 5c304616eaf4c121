#include "helpers/scenario/checks/covers.h"

#include <algorithm>

namespace qoslab::checks {
namespace {

bool covers(const Prefix& wide, const Prefix& narrow) {
  if (narrow.length < wide.length) return false;
  const auto mask = [](int bits) { return bits <= 0 ? 0 : bits >= 64 ? ~0ULL : ~(~0ULL >> bits); };
  return ((wide.address.high ^ narrow.address.high) & mask(wide.length)) == 0 &&
         ((wide.address.low ^ narrow.address.low) & mask(wide.length - 64)) == 0;
}
bool covers(const PortRange& wide, const PortRange& narrow) {
  return wide.first <= narrow.first && narrow.last <= wide.last;
}
bool covers(std::uint8_t wide, std::uint8_t narrow) { return wide == narrow; }

/// What is absent matches everything.
template <typename T>
bool covers(const std::optional<T>& wide, const std::optional<T>& narrow) {
  return !wide || (narrow && covers(*wide, *narrow));
}

}  // namespace

bool covers(const Match& wide, const Match& narrow) {
  const auto has = [&](Dscp d) { return std::find(wide.dscps.begin(), wide.dscps.end(), d) != wide.dscps.end(); };
  const bool marks =
      wide.dscps.empty() || (!narrow.dscps.empty() && std::all_of(narrow.dscps.begin(), narrow.dscps.end(), has));
  return marks && covers(wide.source, narrow.source) && covers(wide.destination, narrow.destination) &&
         covers(wide.protocol, narrow.protocol) && covers(wide.source_ports, narrow.source_ports) &&
         covers(wide.destination_ports, narrow.destination_ports);
}

}  // namespace qoslab::checks
