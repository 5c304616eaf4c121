#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {

const KeyTable& scenario() {
  static const KeyTable table{
      .id = "scenario",
      .what = "The whole file.",
      .keys = {
          {"version", shape::count(1, 1), "of the format", "", true},
          {"question", shape::scalar(Scalar::text), "what the scenario answers"},
          {"include", shape::list_of(shape::scalar(Scalar::text)),
           "files to lay this one upon, relative to it: maps merge key by key (a parameter as a whole), lists are "
           "appended, "
           "this file wins over the included ones and a later one over an earlier"},
          {"parameters", shape::named_values(shape::either(shape::scalar(Scalar::any), shape::map(parameter))),
           "values by name: $name stands for one as a whole value, ${name} inside a text"},
          {"sweep", shape::named_values(shape::list_of(shape::scalar(Scalar::any))),
           "parameters that take several values: every combination is run"},
          {"nodes", shape::named(node), "hosts and routers, by name; required without gateways"},
          {"links", shape::named(link), "lines between them, by name; required without gateways"},
          {"ports", shape::named(port), "what the ends of the links do, by NODE.LINK"},
          {"flows", shape::named(flow), "the traffic between hosts, by name; required without gateways"},
          {"gateways", shape::named(gateway), "broadband network gateways, by name"},
          {"access_lists", shape::named_values(shape::list_of(shape::map(access_list_entry))),
           "lists of what may pass a gateway, by name"},
          {"profiles", shape::named(profile), "the QoS of a kind of subscriber, by name"},
          {"subscribers", shape::named(subscriber_group), "groups of subscribers behind gateways, by name"},
          {"hosts", shape::named(gateway_host),
           "nodes behind a gateway, by the node's name: joined by a link to the gateway's name, they send through its "
           "data plane"},
          {"runs", shape::map(runs), "how long and how often"},
          {"expect", shape::list_of(shape::map(expectation)), "what must hold; otherwise exit status 1"},
          {"reference", shape::list_of(shape::map(reference)), "published numbers beside which ours are put"},
          {"lesson", shape::list_of(shape::scalar(Scalar::text)),
           "notes for teaching, a step each: [delay of voice, file] at its end names a view of docs/gui.md and its "
           "curves"},
      }};
  return table;
}

const KeyTable& parameter() {
  static const KeyTable table{
      .id = "parameter",
      .what = "A value and its story. A plain value is an assumed one without a reason.",
      .keys = {
          {"value", shape::scalar(Scalar::any), "as it would be written in its place", "", true},
          {"kind", shape::word({"documented", "assumed", "calibrated"}),
           "stated by the source; chosen, as the source is silent; set so that references fit", "assumed"},
          {"source", shape::scalar(Scalar::text), "where it is stated; of a documented one"},
          {"why", shape::scalar(Scalar::text), "the reason for the choice"},
          {"for", shape::list_of(shape::scalar(Scalar::text)),
           "of a calibrated one: the ids of the references that it makes fit"},
      }};
  return table;
}

const KeyTable& runs() {
  static const KeyTable table{
      .id = "runs",
      .what = "How long and how often the scenario is run.",
      .keys = {
          {"duration", shape::time(1), "measured time", "10 s"},
          {"warmup", shape::time(), "simulated before, not measured", "0 s"},
          {"replications", shape::count(1, 100'000), "runs with independent random streams", "1"},
          {"seed", shape::count(0, 1e18), "of the random streams", "1"},
          {"record", shape::time(1), "length of one record of time series and of record statistics", "1 s"},
      }};
  return table;
}

namespace {

std::vector<Key> bounds() {
  return {{"at_least", shape::scalar(Scalar::quantity), "lower bound"},
          {"at_most", shape::scalar(Scalar::quantity), "upper bound"}};
}

Key when() {
  return {"when", shape::named_values(shape::scalar(Scalar::any)),
          "only at sweep points where these parameters have these values"};
}

}  // namespace

const KeyTable& expectation() {
  static const KeyTable table = [] {
    KeyTable t{.id = "expectation",
               .what = "A bound on a metric: FLOW.METRIC, NODE.LINK/CLASS.METRIC, or of a gateway (see Metrics).",
               .keys = {{"metric", shape::scalar(Scalar::text), "what is bounded", "", true}}};
    for (auto& k : bounds()) t.keys.push_back(std::move(k));
    t.keys.push_back(when());
    return t;
  }();
  return table;
}

const KeyTable& reference() {
  static const KeyTable table = [] {
    KeyTable t{.id = "reference",
               .what = "A published number. It is met `within` a tolerance, or within bounds instead.",
               .keys = {
                   {"id", shape::scalar(Scalar::text), "names it in reports", "", true},
                   {"metric", shape::scalar(Scalar::text), "as in an expectation", "", true},
                   {"documented", shape::scalar(Scalar::quantity), "the published value", "", true},
                   {"within", shape::scalar(Scalar::tolerance), "absolute (1.5 ms), or relative (3 % of it)"},
               }};
    for (auto& k : bounds()) t.keys.push_back(std::move(k));
    t.keys.push_back({"kind", shape::word({"predicted", "calibrated"}),
                      "follows from configuration and standards, or a parameter was set so that it fits", "predicted"});
    t.keys.push_back({"parameter", shape::scalar(Scalar::name), "the one that was set, of a calibrated reference"});
    t.keys.push_back({"printed", shape::scalar(Scalar::text), "where it is printed"});
    t.keys.push_back(when());
    return t;
  }();
  return table;
}

}  // namespace qoslab::keys
