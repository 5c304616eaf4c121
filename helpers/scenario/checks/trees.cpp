// The rates of class trees: what their schedulers could not keep.
#include <fmt/format.h>

#include <numeric>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"
#include "model/device/tree.h"

namespace qoslab::checks {
namespace {

/// What a two-piece curve has promised after `t`, exactly.
Credit promised(const ServiceCurve& c, Duration t) {
  if (t <= c.d) return Credit::earned(c.m1, t);
  return Credit::earned(c.m1, c.d) + Credit::earned(c.m2, t - c.d);
}

class TreeCheck {
 public:
  TreeCheck(const Fields& root, const PortSpec& port, Diagnostics& out)
      : port_{port}, entry_{entry_of(root, port)}, out_{out} {}

  void all() {
    siblings(port_.classes, port_rate(port_), "the port", nullptr);
    if (!real_time_.empty()) real_time();
  }

 private:
  void complain(const Entry* entry, std::string_view key, std::string what, std::string fix) {
    error(out_, place_in(entry, key), std::move(what), std::move(fix));
  }

  /// `classes` below a parent that may send at `most`; 0: nobody knows.
  void siblings(const std::vector<ClassSpec>& classes, Rate most, const std::string& parent,
                const Entry* parent_entry) {
    Rate cbq_sum;
    for (const auto& c : classes) {
      const Entry* entry = class_entry(entry_->value, c.name);
      if (entry == nullptr) continue;
      const auto name = fmt::format("class '{}'", c.name);
      if (const auto* share = std::get_if<Cbq::Class>(&c.share)) {
        cbq(*share, entry);
        cbq_sum += share->rate;
        siblings(c.children, share->rate, name, entry);
      } else if (const auto* token = std::get_if<TokenTreeClass>(&c.share)) {
        token_tree(*token, entry);
        siblings(c.children, token->ceil, name, entry);
      } else if (const auto* curves = std::get_if<Hfsc::Class>(&c.share)) {
        hfsc(c, *curves, entry);
        siblings(c.children, Rate{}, name, entry);
      } else {
        siblings(c.children, Rate{}, name, entry);
      }
    }
    if (cbq_sum <= most || most <= Rate{}) return;
    const auto what =
        fmt::format("the classes below {} add up to {}, it has {}", parent, to_string(cbq_sum), to_string(most));
    if (parent_entry != nullptr) {
      complain(parent_entry, "rate", what, "lower theirs or raise its own");
    } else {
      complain(entry_, "classes", what, "lower their rates");
    }
  }

  void cbq(const Cbq::Class& c, const Entry* entry) {
    if (c.maxburst && *c.maxburst < c.minburst) {
      complain(entry, "maxburst", "'maxburst' lies below 'minburst'", fmt::format("at least {}", c.minburst));
    }
  }

  void token_tree(const TokenTreeClass& c, const Entry* entry) {
    if (c.ceil > Rate{} && c.ceil < c.rate) {
      complain(entry, "ceil", fmt::format("the ceil of class '{}' lies below its rate", entry->key),
               "at least " + to_string(c.rate));
    }
  }

  void hfsc(const ClassSpec& spec, const Hfsc::Class& c, const Entry* entry) {
    if (c.real_time && !spec.children.empty()) {
      complain(entry, "real_time", fmt::format("inner class '{}' has a real-time curve", spec.name),
               "give it to its leaves; an inner class shares by link_share");
    }
    if (!c.link_share && !(spec.children.empty() && c.real_time)) {
      complain(entry, "", fmt::format("class '{}' has no curve by which it would be served", spec.name),
               spec.children.empty() ? "write real_time or link_share" : "write link_share");
    }
    if (c.upper_limit && c.real_time && c.upper_limit->m2 < c.real_time->m2) {
      complain(entry, "upper_limit", fmt::format("class '{}' may never have what it is guaranteed", spec.name),
               "at least " + to_string(c.real_time->m2));
    }
    if (c.real_time && spec.children.empty()) real_time_.push_back(*c.real_time);
  }

  /// SIGCOMM 1997, section 2: guarantees can be kept if their curves add up to no more than the link's, at all times.
  void real_time() {
    const Rate most = port_rate(port_);
    const auto sum = [&](auto&& of) {
      return std::accumulate(real_time_.begin(), real_time_.end(), decltype(of(real_time_.front())){},
                             [&](auto total, const ServiceCurve& c) { return total + of(c); });
    };
    const Rate in_the_long_run = sum([](const ServiceCurve& c) { return c.m2; });
    if (in_the_long_run > most) {
      complain(
          entry_, "classes",
          fmt::format("real-time curves add up to {}, the port has {}", to_string(in_the_long_run), to_string(most)),
          "lower them");
      return;
    }
    for (const auto& bend : real_time_) {
      if (sum([&](const ServiceCurve& c) { return promised(c, bend.d); }) <= Credit::earned(most, bend.d)) continue;
      complain(
          entry_, "classes",
          fmt::format("within {} real-time curves promise more than the port's {}", to_string(bend.d), to_string(most)),
          "lower their first slopes");
      return;
    }
  }

  const PortSpec& port_;
  const Entry* entry_;
  Diagnostics& out_;
  std::vector<ServiceCurve> real_time_;
};

}  // namespace

void trees(const Subject& subject, Diagnostics& out) {
  for (const auto& port : subject.scenario.ports) TreeCheck{subject.root, port, out}.all();
}

}  // namespace qoslab::checks
