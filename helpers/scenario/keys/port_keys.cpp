#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

constexpr double millisecond = 1e9;  // in ps

std::vector<Key> port_keys() {
  return {
      {"scheduler", shape::word(scheduler_words()), "which class sends next", "fifo"},
      {"shape", shape::map(shaper), "keeps the whole port below its link's rate"},
      {"classify", shape::list_of(shape::map(classify_rule)),
       "which leaf class a packet joins: the first rule that matches decides; a packet that none matches is dropped "
       "(no_class)"},
      {"ingress", shape::list_of(shape::map(ingress_rule)),
       "conditioner of the packets that arrive from the link: the first rule that matches decides; what none matches "
       "passes"},
      {"pcap", shape::scalar(Scalar::boolean), "whether `qoslab run --pcap` writes what passes", "false"},
  };
}

template <SchedulerKind K>
std::vector<Key> variant_keys() {
  std::vector<Key> keys{{"classes", shape::named([]() -> const KeyTable& { return class_of(K); }),
                         "the class tree, by name, each class as the scheduler has them"}};
  if (K == SchedulerKind::fifo) keys.push_back({"queue", shape::map(queue), "the one queue, when no class is named"});
  if (K == SchedulerKind::cbq) {
    keys.push_back({"tick", shape::time(1), "of the timer that wakes suspended classes", "10 ms"});
  }
  const bool adjustable = K == SchedulerKind::wf2q_plus || K == SchedulerKind::cbq || K == SchedulerKind::hfsc ||
                          K == SchedulerKind::htb || K == SchedulerKind::ideal;
  if (adjustable) {
    keys.push_back(
        {"reservable", shape::map([]() -> const KeyTable& { return reservable_of(K); }), "what RSVP may promise here"});
  }
  return keys;
}

template <SchedulerKind K>
const KeyTable& make_reservable() {
  static const KeyTable table{
      .id = scheduler_words().at(static_cast<std::size_t>(K)) + "_reservable",
      .what = "Reservations at a port: each gets a class of its own, served at the rate that it asked for.",
      .keys = {
          {"bandwidth", shape::packet_rate(), "the sum of what may be promised", "", true},
          {"admission", shape::word({"declared", "measured"}),
           "by what flows declare, or by the load that is measured (RFC 2211 section 1)", "declared"},
          {"excess", shape::word({"best_effort", "in_class"}),
           "what exceeds a reservation becomes best effort (RFC 2211 section 4), or waits and is dropped in the "
           "reservation's own class (ALTQ polices none)",
           "best_effort"},
          {"parent", shape::scalar(Scalar::name), "the class under which the reserved ones appear; absent: the root"},
          {"most_flows", shape::count(1, 4096), "how many may stand at once", "16"},
          {"class", shape::map([]() -> const KeyTable& { return reserved_class_of(K); }),
           "each reserved class; its rate comes from the reservation"},
          {"mtu", shape::size(68), "the largest packet that a Guaranteed reservation may count on", "1500 B"},
      }};
  return table;
}

}  // namespace

const std::vector<std::string>& scheduler_words() {
  static const std::vector<std::string> words{"fifo", "priority", "wrr", "drr", "wf2q+", "cbq", "hfsc", "htb", "ideal"};
  return words;
}

SchedulerKind scheduler_kind(const std::string& word) {
  const auto& words = scheduler_words();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<SchedulerKind>(i);
  return SchedulerKind::fifo;
}

const KeyTable& port() {
  static const KeyTable table{
      .id = "port",
      .what =
          "One end of a link, named NODE.LINK: what happens to packets that leave on it and that arrive from it. A "
          "port "
          "that is not listed is a FIFO of 1000 packets. All rates of a port count at one layer.",
      .keys = port_keys(),
      .chooser = "scheduler",
      .variants = {{"fifo", variant_keys<SchedulerKind::fifo>()},
                   {"priority", variant_keys<SchedulerKind::priority>()},
                   {"wrr", variant_keys<SchedulerKind::wrr>()},
                   {"drr", variant_keys<SchedulerKind::drr>()},
                   {"wf2q+", variant_keys<SchedulerKind::wf2q_plus>()},
                   {"cbq", variant_keys<SchedulerKind::cbq>()},
                   {"hfsc", variant_keys<SchedulerKind::hfsc>()},
                   {"htb", variant_keys<SchedulerKind::htb>()},
                   {"ideal", variant_keys<SchedulerKind::ideal>()}}};
  return table;
}

const KeyTable& reservable_of(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::cbq:
      return make_reservable<SchedulerKind::cbq>();
    case SchedulerKind::hfsc:
      return make_reservable<SchedulerKind::hfsc>();
    case SchedulerKind::htb:
      return make_reservable<SchedulerKind::htb>();
    case SchedulerKind::ideal:
      return make_reservable<SchedulerKind::ideal>();
    default:
      return make_reservable<SchedulerKind::wf2q_plus>();
  }
}

const KeyTable& shaper() {
  static const KeyTable table{
      .id = "shape",
      .what =
          "token_bucket keeps credit up to `burst` while idle; a packet leaves when its credit is there (ALTQ's "
          "regulator, TBF). pipe keeps none: a packet leaves when a line of this rate would have sent its last bit "
          "(Dummynet).",
      .keys = {
          {"rate", shape::packet_rate(), "of the port", "", true},
          {"burst", shape::size(), "token_bucket: the most credit, counted at the port's layer", "1514 B"},
          {"kind", shape::word({"token_bucket", "pipe"}), "how credit is kept", "token_bucket"},
          {"tick", shape::time(), "departures wait for its next multiple; 0: none", "0 s"},
      }};
  return table;
}

const KeyTable& queue() {
  static const KeyTable table{
      .id = "queue",
      .what = "The waiting room of a leaf class. Bytes count at the IP layer.",
      .keys = {
          {"limit",
           shape::either(shape::scalar(Scalar::queue_limit), shape::list_of(shape::scalar(Scalar::queue_limit))),
           "the most that may wait, in packets or bytes, or a list of both", "50 packets"},
          {"overflow", shape::word({"tail", "head"}), "which packet goes when it is full: the arriving or the foremost",
           "tail"},
          {"red", shape::map(red), "random early drop"},
          {"codel", shape::map(codel), "drop by sojourn time (RFC 8289)"},
      }};
  return table;
}

const KeyTable& red() {
  static const KeyTable table{
      .id = "red",
      .what = "Random early drop: RED has one curve, WRED and RIO one for each drop precedence.",
      .keys =
          {
              {"kind", shape::word({"red", "wred", "rio"}),
               "one average and curve; one average, three curves; three averages and curves", "red"},
              {"weight", shape::ranged(Scalar::number, 1e-9, 1), "of the newest sample in the average", "0.002"},
              {"mean_packet_time", shape::time(1), "ages the average while the queue is empty", "12 ms"},
          },
      .chooser = "kind",
      .variants = {{"red", {{"curve", shape::map(red_curve), "when it drops"}}},
                   {"wred",
                    {{"green", shape::map(red_curve), "for green packets", "", true},
                     {"yellow", shape::map(red_curve), "for yellow packets", "", true},
                     {"red", shape::map(red_curve), "for red packets", "", true}}},
                   {"rio",
                    {{"green", shape::map(red_curve), "for green packets", "", true},
                     {"yellow", shape::map(red_curve), "for yellow packets", "", true},
                     {"red", shape::map(red_curve), "for red packets", "", true}}}}};
  return table;
}

const KeyTable& red_curve() {
  static const KeyTable table{
      .id = "red_curve",
      .what =
          "No drops below `min`, rising to `max_probability` at `max`, everything above. Thresholds count packets of "
          "the "
          "averaged queue.",
      .keys = {
          {"min", shape::ranged(Scalar::number, 0), "where drops begin", "5"},
          {"max", shape::ranged(Scalar::number, 0), "where the probability reaches its maximum", "15"},
          {"max_probability", shape::ranged(Scalar::number, 0, 1), "the probability there", "0.1"},
          {"gentle", shape::scalar(Scalar::boolean), "above `max`: rise on to 1 at twice `max`", "false"},
      }};
  return table;
}

const KeyTable& codel() {
  static const KeyTable table{.id = "codel",
                              .what = "Controlled delay, RFC 8289.",
                              .keys = {
                                  {"target", shape::time(1), "the sojourn time that may stand", "5 ms"},
                                  {"interval", shape::time(millisecond), "how long it may be exceeded", "100 ms"},
                                  {"mtu", shape::size(), "no drop while no more than this waits", "1500 B"},
                              }};
  return table;
}

}  // namespace qoslab::keys
