// Traffic of groups: rates, sizes, shares, times.
#include <fmt/format.h>

#include <cmath>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/gateway_facts.h"

namespace qoslab::checks {
namespace {

class TrafficCheck {
 public:
  TrafficCheck(const SubscriberGroupSpec& group, const GroupTrafficSpec& traffic, const Fields& written,
               const RunSpec& runs, Diagnostics& out)
      : group_{group}, traffic_{traffic}, written_{written}, runs_{runs}, out_{out} {}

  void all() {
    described();
    sizes();
    shares();
    times();
    if (traffic_.loaded && group_.count > 0 && *traffic_.loaded > group_.count)
      complain("loaded",
               fmt::format("loaded: {} of group '{}', which has {} subscribers", *traffic_.loaded, group_.name,
                           group_.count),
               fmt::format("at most {}", group_.count));
  }

 private:
  void complain(std::string_view key, std::string what, std::string fix) {
    error(out_, written_.place(key), std::move(what), std::move(fix));
  }

  /// By rate and sizes, or by a trace.
  void described() {
    if (!written_.has("trace")) {
      if (written_.value().find("repeat") != nullptr)
        complain("repeat", "'repeat' without a trace: what has no end is not repeated", "remove the key");
      for (const auto* key : {"rate", "sizes"})
        if (!written_.has(key))
          complain("", fmt::format("traffic of group '{}' has no '{}'", group_.name, key),
                   std::string{"write "} + key + (std::string_view{key} == "rate" ? ": 1 Gbit/s line" : ": 500 B"));
      return;
    }
    for (const auto* key : {"sizes", "pacing", "classes"})
      if (written_.has(key))
        complain(key, fmt::format("'{}' beside a trace, which says it", key), "remove one of them");
  }

  void sizes() {
    if (written_.value().find("sizes") == nullptr) return;
    const auto check = [&](const Position& at, std::optional<Bytes> frame, bool ipv6) {
      const Bytes least = smallest_frame(group_, ipv6);
      if (!frame || *frame >= least) return;
      error(out_, at,
            fmt::format("a frame of {} has no room for the headers of IPv{}{}, UDP and {}", to_string(*frame),
                        ipv6 ? 6 : 4, group_.framing == Framing::pppoe ? ", PPPoE" : "", tags()),
            fmt::format("at least {}", to_string(least)));
    };
    if (const auto all = written_.size("sizes")) {
      if (group_.ipv4) check(written_.place("sizes"), all, false);
      if (group_.ipv6) check(written_.place("sizes"), all, true);
    }
    for (const auto& entry : written_.maps("sizes")) {
      if (group_.ipv4) check(entry.place("frame"), entry.size("frame"), false);
      const auto* key = entry.has("ipv6") ? "ipv6" : "frame";
      if (group_.ipv6) check(entry.place(key), entry.size(key), true);
      if (entry.has("ipv6") && !group_.ipv6)
        error(out_, entry.place("ipv6"), fmt::format("group '{}' has no IPv6", group_.name), "remove the key");
    }
  }

  [[nodiscard]] std::string tags() const {
    if (group_.outer) return "two tags";
    return group_.inner ? "a tag" : "Ethernet";
  }

  void shares() {
    const Value* written = written_.value().find("classes");
    if (written == nullptr || written->entries.size() != traffic_.classes.size()) return;
    double sum = 0;
    for (const auto& share : traffic_.classes) sum += 100 * share.share;
    constexpr double rounding = 1e-6;
    if (std::abs(sum - 100) > rounding)
      complain("classes", fmt::format("the shares of the classes sum to {:.6g} %", sum), "100 %");
  }

  void times() {
    if (runs_.duration <= Duration{}) return;
    const Instant begin = Instant::at(runs_.warmup);
    const Instant end = begin + runs_.duration;
    if (traffic_.start >= end)
      complain("start", "this traffic starts when the run has ended",
               fmt::format("before {}", to_string(end.since_start())));
    if (traffic_.stop && *traffic_.stop <= traffic_.start)
      complain("stop", "this traffic stops before it starts",
               fmt::format("after {}", to_string(traffic_.start.since_start())));
  }

  const SubscriberGroupSpec& group_;
  const GroupTrafficSpec& traffic_;
  const Fields& written_;
  const RunSpec& runs_;
  Diagnostics& out_;
};

}  // namespace

void group_traffic(const Subject& subject, Diagnostics& out) {
  for (const auto& [group, f] : with_places(subject.scenario.gateways.groups, subject.root, "subscribers"))
    for (const auto& [traffic, written] : with_places(*group, f))
      TrafficCheck{*group, *traffic, written, subject.scenario.runs, out}.all();
}

}  // namespace qoslab::checks
