// Every metric that can be asked for, by the name that scenario files and reports use. One list for all.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace qoslab {

/// `traffic`: of a gateway, a group, a class or a sampled subscriber; `place`: a core, a link, an aggregate or a level.
enum class MetricSubject : std::uint8_t { flow, port_class, traffic, place };

struct MetricInfo {
  MetricSubject subject;
  std::string_view name;
  std::string_view unit;  ///< the base unit in which analysis computes: "s", "bit/s", "packet/s", "%", "1"
  std::string_view what;
};

inline constexpr std::array metric_table = std::to_array<MetricInfo>({
    {MetricSubject::flow, "loss", "%", "packets offered in the measured time that were dropped, of those with an end"},
    {MetricSubject::flow, "loss.bytes", "%", "the same in IP bytes"},
    {MetricSubject::flow, "goodput", "bit/s", "application bytes that arrived in the measured time"},
    {MetricSubject::flow, "throughput.ip", "bit/s", "IP bytes that arrived"},
    {MetricSubject::flow, "throughput.ethernet", "bit/s", "the same with 14 B of MAC header each"},
    {MetricSubject::flow, "throughput.frame", "bit/s", "the same with check sequence and padding"},
    {MetricSubject::flow, "throughput.line", "bit/s", "the same with preamble and gap"},
    {MetricSubject::flow, "offered.ip", "bit/s", "IP bytes that the source offered"},
    {MetricSubject::flow, "delay.min", "s", "one-way delay, source IP to destination IP"},
    {MetricSubject::flow, "delay.mean", "s", ""},
    {MetricSubject::flow, "delay.p50", "s", ""},
    {MetricSubject::flow, "delay.p95", "s", ""},
    {MetricSubject::flow, "delay.p99", "s", ""},
    {MetricSubject::flow, "delay.p999", "s", ""},
    {MetricSubject::flow, "delay.max", "s", ""},
    {MetricSubject::flow, "pdv.p50", "s", "packet delay variation: delay above the smallest (RFC 5481 section 4.2)"},
    {MetricSubject::flow, "pdv.p95", "s", ""},
    {MetricSubject::flow, "pdv.p99", "s", ""},
    {MetricSubject::flow, "pdv.p999", "s", ""},
    {MetricSubject::flow, "pdv.max", "s", ""},
    {MetricSubject::flow, "jitter.mean", "s", "interarrival jitter J (RFC 3550 section 6.4.1), mean over all packets"},
    {MetricSubject::flow, "jitter.max", "s", "the largest J"},
    {MetricSubject::flow, "jitter.max_over_mean", "1", ""},
    {MetricSubject::flow, "jitter.record_min", "s", "J averaged over records of runs.record: the smallest record"},
    {MetricSubject::flow, "jitter.record_max", "s", "the largest record"},
    {MetricSubject::flow, "jitter.record_max_over_mean", "1", "the largest record over the mean"},
    {MetricSubject::flow, "response.min", "s", "transaction or file, first byte to confirmation"},
    {MetricSubject::flow, "response.mean", "s", ""},
    {MetricSubject::flow, "response.p50", "s", ""},
    {MetricSubject::flow, "response.p99", "s", ""},
    {MetricSubject::flow, "response.max", "s", ""},
    {MetricSubject::flow, "response.count", "1", "how many were completed"},
    {MetricSubject::flow, "reservation.admitted", "1", "1 if the reservation stood, 0 if it was refused"},
    {MetricSubject::flow, "reservation.set_up", "s", "from the first PATH to the standing reservation"},
    {MetricSubject::flow, "reservation.bound", "s", "queueing delay bound of a Guaranteed reservation (RFC 2212)"},
    {MetricSubject::flow, "reservation.worst_queueing", "s", "measured: largest delay above the smallest possible"},
    {MetricSubject::port_class, "rate", "bit/s", "sent by the class, IP layer"},
    {MetricSubject::port_class, "loss", "%", "packets dropped, of those sent or dropped in the measured time"},
    {MetricSubject::port_class, "most_waiting", "1", "packets, at the fullest moment"},
    {MetricSubject::port_class, "suspensions", "1", "how often CBQ suspended the class"},
    {MetricSubject::port_class, "suspended", "s", "for how long in all"},
    {MetricSubject::traffic, "packets", "packet/s", "packets that arrived in the measured time"},
    {MetricSubject::traffic, "throughput", "bit/s", "their bytes, at the gateway's layer"},
    {MetricSubject::traffic, "throughput.line", "bit/s", "the same at the line layer"},
    {MetricSubject::traffic, "offered.packets", "packet/s", "packets that the tester put on its line"},
    {MetricSubject::traffic, "offered", "bit/s", "their bytes, at the gateway's layer"},
    {MetricSubject::traffic, "offered.line", "bit/s", "the same at the line layer"},
    {MetricSubject::traffic, "loss", "%",
     "packets dropped, of those that arrived or were dropped in the measured time"},
    {MetricSubject::traffic, "delay.min", "s", "last bit at the tester's port to last bit at the far side"},
    {MetricSubject::traffic, "delay.mean", "s", ""},
    {MetricSubject::traffic, "delay.p50", "s", ""},
    {MetricSubject::traffic, "delay.p99", "s", ""},
    {MetricSubject::traffic, "delay.p999", "s", ""},
    {MetricSubject::traffic, "delay.max", "s", ""},
    {MetricSubject::traffic, "subscriber.min", "bit/s",
     "arrived for the subscriber that got least, of the loaded ones"},
    {MetricSubject::traffic, "subscriber.p1", "bit/s", "what 1 % of the loaded subscribers do not exceed"},
    {MetricSubject::traffic, "subscriber.p5", "bit/s", "what 5 % of them do not exceed"},
    {MetricSubject::traffic, "subscriber.mean", "bit/s", "for a loaded subscriber: one that was offered something"},
    {MetricSubject::traffic, "subscriber.max", "bit/s", "for the one that got most"},
    {MetricSubject::traffic, "fairness", "1",
     "Jain's index of the shares, arrived of offered, of the loaded subscribers"},
    {MetricSubject::traffic, "waited.own_shaper", "%",
     "of the packets that left egress queues: held by their own shaper"},
    {MetricSubject::traffic, "waited.parent", "%", "held by an aggregate, a level or the subscriber's rate"},
    {MetricSubject::traffic, "waited.port", "%", "held by the port, which sent others"},
    {MetricSubject::traffic, "sent.packets", "1", "how many packets were offered in the measured time"},
    {MetricSubject::traffic, "lost.packets", "1", "how many were dropped in it"},
    {MetricSubject::place, "rate", "bit/s", "sent in the measured time, at the gateway's layer"},
    {MetricSubject::place, "packets", "packet/s", ""},
    {MetricSubject::place, "busy", "%", "share of the measured time; of a configured rate: sent over what it allows"},
    {MetricSubject::place, "most_waiting", "1", "packets, at the fullest moment; of cores and access ports"},
});

constexpr const MetricInfo* find_metric(MetricSubject subject, std::string_view name) {
  for (const auto& m : metric_table)
    if (m.subject == subject && m.name == name) return &m;
  return nullptr;
}

}  // namespace qoslab
