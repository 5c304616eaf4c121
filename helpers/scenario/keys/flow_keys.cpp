#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

// Of every link: nothing is fragmented.
constexpr double largest_packet = 1500;

Shape packet() { return shape::ranged(Scalar::size, 29, largest_packet); }

std::vector<Key> reservation_keys() {
  return {
      {"service", shape::word({"controlled_load", "guaranteed"}), "RFC 2211 or RFC 2212", "", true},
      {"style", shape::word({"FF", "WF", "SE"}),
       "fixed filter, wildcard filter, shared explicit (RFC 2205 section 1.3)", "FF"},
      {"rate", shape::rate({"ip"}), "r of the token bucket (RFC 2215)", "", true},
      {"bucket", shape::size(), "b", "", true},
      {"peak", shape::rate({"ip"}), "p, at least the rate", "", true},
      {"min", shape::size(), "m: smaller packets count as this", "", true},
      {"max", shape::size(), "M: the largest packet", "", true},
      {"answer_after", shape::time(), "how long the receiver's application takes to answer the first PATH with a RESV",
       "0 s"},
      {"torn_down_at", shape::time(), "when it is given up; absent: with the flow"},
  };
}

}  // namespace

const KeyTable& flow() {
  static const KeyTable table{
      .id = "flow",
      .what =
          "Who sends what to whom. In the order of the file flow i (from 0) sends from port 20000 + 2i to port 5000 + "
          "2i.",
      .keys = {
          {"from", shape::scalar(Scalar::name), "the sending host", "", true},
          {"to", shape::scalar(Scalar::name), "the receiving host", "", true},
          {"traffic", shape::map(traffic), "what it sends", "", true},
          {"dscp", shape::scalar(Scalar::code_point), "how its packets are marked", "BE"},
          {"label", shape::scalar(Scalar::text), "its class in reports; absent: the code point's name"},
          {"start", shape::time(), "on the run's clock, warm-up included", "0 s"},
          {"stop", shape::time(), "absent: with the run"},
          {"port", shape::count(1, 65535),
           "destination port; UDP flows to the same node and port are one session and may share a reservation"},
          {"send_latency", shape::time(), "extra processing at the sending host for each packet (a QoS stack, say)",
           "0 s"},
          {"tcp", shape::map(tcp), "of file and transaction traffic"},
          {"reserve", shape::map(reservation), "what it asks RSVP for"},
      }};
  return table;
}

const KeyTable& traffic() {
  static const KeyTable table{
      .id = "traffic",
      .what =
          "Voice is RTP over UDP, file and transaction go over TCP, the others are UDP packets whose size counts at "
          "the IP "
          "layer.",
      .keys = {{"kind", shape::word({"voice", "file", "transaction", "constant", "poisson", "on_off", "imix"}),
                "of traffic", "", true}},
      .chooser = "kind",
      .variants = {
          {"voice",
           {{"payload", shape::ranged(Scalar::size, 1, largest_packet - 40), "of each packet, without RTP header",
             "160 B"},
            {"interval", shape::time(1), "from packet to packet", "20 ms"}}},
          {"file",
           {{"size", shape::size(), "of each file", "100 kB"},
            {"pause", shape::time(), "between a confirmation and the next file", "0 s"},
            {"count", shape::count(1, 1e9), "how many; absent: until the flow stops"}}},
          {"transaction",
           {{"request", shape::size(), "of application data", "1 B"},
            {"response", shape::size(), "of application data", "1 B"},
            {"pause", shape::time(), "between an answer and the next request", "10 ms"}}},
          {"constant", {{"rate", shape::rate(), "evenly spaced", "", true}, {"packet", packet(), "size", "", true}}},
          {"poisson",
           {{"rate", shape::rate(), "mean; gaps are exponential", "", true}, {"packet", packet(), "size", "", true}}},
          {"on_off",
           {{"peak", shape::rate(), "while on", "", true},
            {"packet", packet(), "size", "", true},
            {"mean_on", shape::time(1), "of exponential times", "", true},
            {"mean_off", shape::time(1), "of exponential times", "", true}}},
          {"imix",
           {{"rate", shape::rate(), "mean", "", true},
            {"entries", shape::list_of(shape::map(imix_entry)), "the sizes, drawn independently", "", true},
            {"gaps", shape::word({"poisson", "constant"}), "between packets", "poisson"}}},
      }};
  return table;
}

const KeyTable& imix_entry() {
  static const KeyTable table{
      .id = "imix_entry",
      .what = "One size of a mix.",
      .keys = {{"packet", packet(), "size", "", true},
               {"weight", shape::count(1, 1'000'000), "how often, relative to the others", "1"}}};
  return table;
}

const KeyTable& tcp() {
  static const KeyTable table{
      .id = "tcp",
      .what = "How the flow's TCP behaves.",
      .keys = {
          {"window", shape::ranged(Scalar::size, 1, 1e9), "of the sender's buffer: limits the data in flight",
           "65536 B"},
          {"segment", shape::ranged(Scalar::size, 1, largest_packet - 40), "largest segment, without headers",
           "1460 B"},
          {"min_rto", shape::time(1e9), "smallest retransmission time-out (RFC 6298)", "1 s"},
          {"congestion", shape::word({"newreno", "cubic", "linuxreno"}), "congestion control", "newreno"},
      }};
  return table;
}

const KeyTable& reservation() {
  static const KeyTable table{
      .id = "reserve",
      .what = "A reservation through RSVP. All rates and sizes count IP bytes.",
      .keys = reservation_keys(),
      .chooser = "service",
      .variants = {{"controlled_load", {}},
                   {"guaranteed",
                    {{"reserved_rate", shape::rate({"ip"}), "R, at least the rate; absent: the rate"},
                     {"slack", shape::time(), "S (RFC 2212)", "0 s"}}}}};
  return table;
}

}  // namespace qoslab::keys
