#include <fmt/format.h>

#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/sections/classes.h"

namespace qoslab::sections {
namespace {

RedCurve red_curve(const Fields& red, std::string_view key) {
  const Value nothing = value_at({}, Value::Kind::map);
  const auto f = red.map(key).value_or(Fields{nothing, keys::red_curve()});
  RedCurve curve;
  curve.min = f.number("min").value_or(curve.min);
  curve.max = f.number("max").value_or(curve.max);
  curve.max_probability = f.number("max_probability").value_or(curve.max_probability);
  curve.gentle = f.flag("gentle");
  return curve;
}

RedSpec red(const Fields& f) {
  RedSpec spec;
  const auto kind = f.text("kind");
  spec.parameters.weight = f.number("weight").value_or(spec.parameters.weight);
  spec.parameters.mean_packet_time = f.time("mean_packet_time").value_or(spec.parameters.mean_packet_time);
  if (kind == "wred" || kind == "rio") {
    spec.kind = kind == "rio" ? RedSpec::Kind::rio : RedSpec::Kind::wred;
    spec.curves = {red_curve(f, "green"), red_curve(f, "yellow"), red_curve(f, "red")};
  } else {
    spec.curves.fill(red_curve(f, "curve"));
  }
  return spec;
}

CoDel::Parameters codel(const Fields& f) {
  CoDel::Parameters p;
  p.target = f.time("target").value_or(p.target);
  p.interval = f.time("interval").value_or(p.interval);
  p.mtu = f.size("mtu").value_or(p.mtu);
  return p;
}

}  // namespace

QueueSpec ClassReader::queue(const Fields& f) {
  QueueSpec spec;
  if (f.has("limit")) spec.limit = {};
  for (const auto* text : f.scalars("limit")) {
    const auto limit = parse_queue_limit(text->text);
    if (!limit) continue;
    if ((*limit).packets) spec.limit.packets = (*limit).packets;
    if ((*limit).bytes) spec.limit.bytes = (*limit).bytes;
  }
  spec.overflow = f.text("overflow") == "head" ? OverflowDrop::head : OverflowDrop::tail;
  if (const auto r = f.map("red")) spec.red = red(*r);
  if (const auto c = f.map("codel")) spec.codel = codel(*c);
  return spec;
}

Rate ClassReader::rate(const Fields& f, std::string_view key) {
  const auto layered = f.rate(key);
  if (!layered) return {};
  if (!layer_) {
    layer_ = layered->layer;
    layer_from_ = f.place(key);
  } else if (*layer_ != layered->layer) {
    error(out_, f.place(key),
          fmt::format("'{}' counts at layer {}, but this port's rates count at {} (line {})", key,
                      to_string(layered->layer), to_string(*layer_), layer_from_.line),
          "give all rates of a port at one layer");
  }
  return layered->rate;
}

Cbq::Class ClassReader::cbq_share(const Fields& f) {
  Cbq::Class c;
  c.rate = rate(f, "rate");
  c.priority = static_cast<int>(f.count("priority").value_or(c.priority));
  c.borrow = f.flag("borrow");
  if (const auto n = f.count("maxburst")) c.maxburst = static_cast<int>(*n);
  c.minburst = static_cast<int>(f.count("minburst").value_or(c.minburst));
  c.average_packet = f.size("average_packet").value_or(c.average_packet);
  return c;
}

TokenTreeClass ClassReader::token_tree_share(const Fields& f) {
  TokenTreeClass c;
  c.rate = rate(f, "rate");
  c.ceil = f.has("ceil") ? rate(f, "ceil") : c.rate;
  c.burst = f.size("burst").value_or(c.burst);
  c.cburst = f.size("cburst").value_or(c.cburst);
  c.quantum = f.size("quantum").value_or(c.quantum);
  c.priority = static_cast<int>(f.count("priority").value_or(c.priority));
  return c;
}

std::optional<ServiceCurve> ClassReader::curve(const Fields& f, std::string_view key) {
  if (!f.has(key)) return std::nullopt;
  if (const auto pieces = f.map(key)) {
    return ServiceCurve{rate(*pieces, "m1"), pieces->time("d").value_or(Duration{}), rate(*pieces, "m2")};
  }
  const auto straight = rate(f, key);
  return ServiceCurve{straight, Duration{}, straight};
}

ClassShare ClassReader::share(const Fields& f, SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::fifo:
      return FifoShare{};
    case SchedulerKind::priority:
      return PriorityShare{static_cast<int>(f.count("priority").value_or(0))};
    case SchedulerKind::wrr:
      return WrrShare{f.count("weight").value_or(1)};
    case SchedulerKind::drr:
      return DrrShare{f.size("quantum").value_or(Bytes{1514})};
    case SchedulerKind::wf2q_plus:
      return Wf2qShare{rate(f, "rate")};
    case SchedulerKind::cbq:
      return cbq_share(f);
    case SchedulerKind::hfsc: {
      Hfsc::Class c;
      c.real_time = curve(f, "real_time");
      c.link_share = curve(f, "link_share");
      c.upper_limit = curve(f, "upper_limit");
      return c;
    }
    case SchedulerKind::htb:
    case SchedulerKind::ideal:
      return token_tree_share(f);
  }
  return FifoShare{};
}

void ClassReader::check_name(const Entry& entry) {
  if (!names_.insert(entry.key).second) {
    error(out_, entry.position, fmt::format("class '{}' for the second time at this port", entry.key),
          "give each class of a port a name of its own");
  }
  if (entry.key.rfind("reserved-", 0) == 0) {
    error(out_, entry.position, fmt::format("class '{}' has the name of a reserved class", entry.key),
          "names that begin with 'reserved-' belong to reservations");
  }
}

ClassSpec ClassReader::one_class(const std::string& name, const Fields& f, SchedulerKind kind) {
  ClassSpec spec{.name = name, .share = share(f, kind), .queue = {}, .children = {}, .scheduler = {}};
  if (const auto q = f.map("queue")) spec.queue = queue(*q);
  const auto below = f.has("scheduler") ? keys::scheduler_kind(f.text("scheduler")) : kind;
  if (below != kind) spec.scheduler = below;
  spec.children = classes(f, below);
  return spec;
}

std::vector<ClassSpec> ClassReader::classes(const Fields& parent, SchedulerKind kind) {
  std::vector<ClassSpec> result;
  for (const auto& [entry, f] : parent.named("classes")) {
    check_name(*entry);
    result.push_back(one_class(entry->key, f, kind));
  }
  return result;
}

ShaperSpec ClassReader::shaper(const Fields& f) {
  ShaperSpec spec;
  spec.kind = f.text("kind") == "pipe" ? ShaperSpec::Kind::pipe : ShaperSpec::Kind::token_bucket;
  spec.rate = rate(f, "rate");
  spec.burst = f.size("burst").value_or(spec.burst);
  spec.tick = f.time("tick").value_or(spec.tick);
  return spec;
}

ReservableSpec ClassReader::reservable(const Fields& f, SchedulerKind kind) {
  ReservableSpec spec;
  spec.bandwidth = rate(f, "bandwidth");
  spec.measured = f.text("admission") == "measured";
  spec.police = f.text("excess") != "in_class";
  spec.parent = f.text("parent");
  spec.most_flows = static_cast<int>(f.count("most_flows").value_or(spec.most_flows));
  spec.mtu = f.size("mtu").value_or(spec.mtu);
  const Value nothing = value_at({}, Value::Kind::map);
  const auto shared = f.map("class").value_or(Fields{nothing, keys::reserved_class_of(kind)});
  spec.share_template = one_class("reserved", shared, kind);
  return spec;
}

}  // namespace qoslab::sections
