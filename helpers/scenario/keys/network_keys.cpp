#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {

const KeyTable& node() {
  static const KeyTable table{
      .id = "node",
      .what = "A host sends and receives; a router forwards.",
      .keys = {
          {"kind", shape::word({"host", "router"}), "what it is", "", true},
          {"latency", shape::time(),
           "processing of each packet: once in a router, once each for sending and receiving in a host", "0 s"},
          {"rsvp", shape::scalar(Scalar::boolean), "whether it takes part in RSVP", "false"},
          {"fails_at", shape::time(), "from then on it neither sends nor receives"},
      }};
  return table;
}

const KeyTable& link() {
  static const KeyTable table{
      .id = "link",
      .what =
          "A full-duplex line between two nodes. In the order of the file link k (from 0) is the network 10.0.0.0 + 4k "
          "with 30 bits: the first node has its address 1, the second its address 2.",
      .keys = {
          {"between", shape::list_of(shape::scalar(Scalar::name)), "its two nodes", "", true},
          {"rate", shape::rate({"line"}), "in each direction", "", true},
          {"delay", shape::time(), "propagation, one way", "0 s"},
      }};
  return table;
}

}  // namespace qoslab::keys
