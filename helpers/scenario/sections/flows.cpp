// Flows: traffic, TCP, reservations.
#include <fmt/format.h>

#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"
#include "model/diffserv/phb.h"

namespace qoslab::sections {
namespace {

ImixTraffic imix(const Fields& f) {
  ImixTraffic t{.rate = f.rate("rate").value_or(LayeredRate{}), .entries = {}, .poisson = f.text("gaps") != "constant"};
  for (const auto& entry : f.maps("entries")) {
    t.entries.push_back({entry.size("packet").value_or(Bytes{}), entry.count("weight").value_or(1)});
  }
  return t;
}

Traffic traffic(const Fields& f) {
  const auto kind = f.text("kind");
  const auto size = [&](std::string_view key) { return f.size(key).value_or(Bytes{1}); };
  const auto time = [&](std::string_view key) { return f.time(key).value_or(Duration{}); };
  const auto rate = [&](std::string_view key) { return f.rate(key).value_or(LayeredRate{}); };
  if (kind == "file") return FileTraffic{size("size"), time("pause"), f.count("count")};
  if (kind == "transaction") return TransactionTraffic{size("request"), size("response"), time("pause")};
  if (kind == "constant") return ConstantTraffic{rate("rate"), size("packet")};
  if (kind == "poisson") return PoissonTraffic{rate("rate"), size("packet")};
  if (kind == "on_off") return OnOffTraffic{rate("peak"), size("packet"), time("mean_on"), time("mean_off")};
  if (kind == "imix") return imix(f);
  return VoiceTraffic{size("payload"), time("interval")};
}

TcpSpec tcp(const Fields& f) {
  TcpSpec result;
  result.window = f.size("window").value_or(result.window);
  result.segment = f.size("segment").value_or(result.segment);
  result.min_rto = f.time("min_rto").value_or(result.min_rto);
  result.congestion = f.text("congestion");
  return result;
}

ReservationStyle style(const std::string& word) {
  if (word == "WF") return ReservationStyle::wildcard_filter;
  if (word == "SE") return ReservationStyle::shared_explicit;
  return ReservationStyle::fixed_filter;
}

ReservationSpec reservation(const Fields& f) {
  const auto size = [&](std::string_view key) { return f.size(key).value_or(Bytes{}); };
  const auto rate = [&](std::string_view key) { return f.rate(key).value_or(LayeredRate{}).rate; };
  ReservationSpec r;
  r.flowspec.tspec = {rate("rate"), size("bucket"), rate("peak"), size("min"), size("max")};
  if (f.text("service") == "guaranteed") {
    const auto reserved = f.has("reserved_rate") ? rate("reserved_rate") : rate("rate");
    r.flowspec.guaranteed = RSpec{reserved, f.time("slack").value_or(Duration{})};
  }
  r.style = style(f.text("style"));
  r.answer_after = f.time("answer_after").value_or(Duration{});
  if (const auto t = f.time("torn_down_at")) r.torn_down_at = Instant::at(*t);
  return r;
}

}  // namespace

std::vector<FlowSpecification> flows(const Fields& root, const std::vector<NodeSpec>& nodes, Diagnostics& out) {
  std::vector<FlowSpecification> result;
  const auto known = names_of(nodes);
  for (const auto& [entry, f] : root.named("flows")) {
    FlowSpecification flow;
    flow.name = entry->key;
    flow.from = f.text("from");
    flow.to = f.text("to");
    for (const auto* key : {"from", "to"})
      if (const Value* name = f.value().find(key); name != nullptr) resolve(*name, "node", known, out);
    flow.dscp = f.read("dscp", parse_code_point).value_or(Dscp{});
    flow.label = f.has("label") ? f.text("label") : to_string(flow.dscp);
    if (const auto t = f.map("traffic")) flow.traffic = traffic(*t);
    if (const auto t = f.map("tcp")) flow.tcp = tcp(*t);
    if (const auto port = f.count("port")) flow.port = static_cast<std::uint16_t>(*port);
    flow.start = Instant::at(f.time("start").value_or(Duration{}));
    if (const auto t = f.time("stop")) flow.stop = Instant::at(*t);
    flow.send_latency = f.time("send_latency").value_or(Duration{});
    if (const auto r = f.map("reserve")) flow.reservation = reservation(*r);
    result.push_back(std::move(flow));
  }
  if (root.has("flows") && result.empty()) error(out, root.place("flows"), "no flows", "a scenario needs traffic");
  return result;
}

}  // namespace qoslab::sections
