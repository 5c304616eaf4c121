// What flows ask RSVP for, and what ports may promise.
#include <fmt/format.h>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/packets.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/sections/names.h"
#include "model/device/tree.h"

namespace qoslab::checks {
namespace {

class ReservationCheck {
 public:
  ReservationCheck(const Subject& subject, const FlowSpecification& flow, Diagnostics& out)
      : subject_{subject},
        flow_{flow},
        reserve_{entry_of(subject.root, "flows", flow.name)->value.find_entry("reserve")},
        out_{out} {}

  void all() {
    const auto& t = flow_.reservation->flowspec.tspec;
    if (t.peak > Rate{} && t.peak < t.rate)
      complain("peak", "the peak lies below the rate", "at least " + to_string(t.rate));
    if (t.max_packet > Bytes{} && t.min_policed > t.max_packet) {
      complain("min", "the smallest policed size exceeds the largest packet", "at most " + to_string(t.max_packet));
    }
    if (t.bucket > Bytes{} && t.bucket < t.max_packet) {
      complain("bucket", "the bucket holds no packet of the largest size", "at least " + to_string(t.max_packet));
    }
    const Bytes largest = largest_packet(flow_);
    if (t.max_packet > Bytes{} && largest > t.max_packet) {
      complain("max", fmt::format("flow '{}' sends packets of {}: they never conform", flow_.name, to_string(largest)),
               "at least " + to_string(largest));
    }
    const auto& g = flow_.reservation->flowspec.guaranteed;
    if (g && g->rate < t.rate) {
      complain("reserved_rate", "the reserved rate lies below the token bucket's (RFC 2212)",
               "at least " + to_string(t.rate));
    }
    const auto& torn = flow_.reservation->torn_down_at;
    if (torn && *torn <= flow_.start) {
      complain("torn_down_at", "given up before the flow starts", "after " + to_string(flow_.start.since_start()));
    }
    agents();
  }

 private:
  void complain(std::string_view key, std::string what, std::string fix) {
    error(out_, place_in(reserve_, key), std::move(what), std::move(fix));
  }
  void agents() {
    for (const auto& name : {flow_.from, flow_.to}) {
      const auto* node = sections::find_named(subject_.scenario.nodes, name);
      if (node == nullptr || node->rsvp) continue;
      warning(out_, reserve_->position,
              fmt::format("flow '{}' reserves nothing: '{}' takes no part in RSVP", flow_.name, name),
              fmt::format("write rsvp: true for '{}'", name));
    }
  }

  const Subject& subject_;
  const FlowSpecification& flow_;
  const Entry* reserve_;
  Diagnostics& out_;
};

const ClassSpec* find_class(const std::vector<ClassSpec>& classes, const std::string& name) {
  for (const auto& c : classes) {
    if (c.name == name) return &c;
    if (const auto* below = find_class(c.children, name)) return below;
  }
  return nullptr;
}

bool nests_schedulers(const std::vector<ClassSpec>& classes) {
  for (const auto& c : classes)
    if (c.scheduler || nests_schedulers(c.children)) return true;
  return false;
}

/// What the class under which reservations appear may promise at most; 0: it has no rate of its own.
Rate rate_of(const ClassSpec& c) {
  if (const auto* share = std::get_if<Cbq::Class>(&c.share)) return share->rate;
  if (const auto* share = std::get_if<TokenTreeClass>(&c.share)) return share->ceil;
  if (const auto* share = std::get_if<Wf2qShare>(&c.share)) return share->rate;
  if (const auto* share = std::get_if<Hfsc::Class>(&c.share))
    return share->upper_limit ? share->upper_limit->m2 : Rate{};
  return {};
}

void reservable(const Subject& subject, const PortSpec& port, Diagnostics& out) {
  const Entry* port_entry = entry_of(subject.root, port);
  const Entry* entry = port_entry->value.find_entry("reservable");
  const auto& spec = *port.reservable;
  const auto* node = sections::find_named(subject.scenario.nodes, port.node);
  if (node != nullptr && !node->rsvp) {
    error(out, entry->position, fmt::format("'{}' takes no part in RSVP: nobody can reserve here", port.node),
          fmt::format("write rsvp: true for '{}'", port.node));
  }
  if (nests_schedulers(port.classes)) {
    error(out, entry->position, "reservations need one scheduler for all classes",
          "remove 'scheduler' from the classes");
  }
  Rate most = port_rate(port);
  std::string of = "the port";
  if (!spec.parent.empty()) {
    const auto* parent = find_class(port.classes, spec.parent);
    if (parent == nullptr) {
      error(out, place_in(entry, "parent"), fmt::format("no class '{}'", spec.parent), "name a class of this port");
      return;
    }
    const auto is_target = [&](const RouteToClass& r) { return r.class_name == spec.parent; };
    if (std::any_of(port.classify.begin(), port.classify.end(), is_target)) {
      error(out, place_in(entry, "parent"), fmt::format("class '{}' has packets of its own", spec.parent),
            "put reserved classes beside it, or under another");
    }
    if (rate_of(*parent) > Rate{}) {
      most = std::min(most, rate_of(*parent));
      of = fmt::format("class '{}'", spec.parent);
    }
  }
  if (spec.bandwidth > most && most > Rate{}) {
    error(out, place_in(entry, "bandwidth"), fmt::format("{} has less than may be promised here", of),
          "at most " + to_string(most));
  }
}

}  // namespace

void reservations(const Subject& subject, Diagnostics& out) {
  for (const auto& flow : subject.scenario.flows)
    if (flow.reservation) ReservationCheck{subject, flow, out}.all();
  for (const auto& port : subject.scenario.ports)
    if (port.reservable) reservable(subject, port, out);
}

}  // namespace qoslab::checks
