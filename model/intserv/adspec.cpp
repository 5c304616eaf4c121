#include "model/intserv/adspec.h"

#include <algorithm>

#include "model/intserv/rsvp_node.h"

namespace qoslab {
namespace {

void compose(rsvp::PathCharacter& path, const RsvpInterface& out) {
  if (path.hops) ++*path.hops;
  if (path.bandwidth) path.bandwidth = std::min(*path.bandwidth, out.bandwidth);
  if (path.mtu) path.mtu = std::min(*path.mtu, out.mtu);
  if (path.latency && *path.latency < rsvp::unknown_latency) path.latency = *path.latency + out.latency;
}

}  // namespace

rsvp::Adspec fresh_adspec() {
  constexpr Bytes largest_ip_packet{65'535};
  rsvp::Adspec adspec;
  adspec.general = {.hops = 0, .bandwidth = largest_rate, .latency = Duration{}, .mtu = largest_ip_packet};
  adspec.guaranteed.emplace();
  adspec.controlled_load.emplace();
  return adspec;
}

rsvp::Adspec composed(rsvp::Adspec adspec, const RsvpInterface& out, bool skipped_hop) {
  adspec.broken = adspec.broken || skipped_hop;
  compose(adspec.general, out);
  if (auto& g = adspec.guaranteed) {
    g->broken = g->broken || skipped_hop;
    g->c_total += out.errors.c;
    g->d_total += out.errors.d;
    g->c_since_reshaping += out.errors.c;
    g->d_since_reshaping += out.errors.d;
    compose(g->own, out);
  }
  if (auto& c = adspec.controlled_load) {
    c->broken = c->broken || skipped_hop;
    compose(c->own, out);
  }
  for (auto& other : adspec.others) other.broken = true;
  return adspec;
}

}  // namespace qoslab
