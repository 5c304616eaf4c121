#include <algorithm>

#include "helpers/results/emulation_model.h"
#include "helpers/results/emulation_text.h"
#include "helpers/results/json_parts.h"
#include "helpers/results/port_json.h"

namespace qoslab {
namespace {

std::int64_t nanoseconds(Duration time) { return time.ps() / 1000; }

/// With samples, there are all of them.
void put(Json& object, const char* key, const AccountReport::Delays& delays) {
  if (!delays.mean) return;
  object[key] = {{"mean", nanoseconds(*delays.mean)},
                 {"p50", nanoseconds(*delays.p50)},
                 {"p99", nanoseconds(*delays.p99)},
                 {"max", nanoseconds(*delays.most)}};
}

Json to_json(const AccountReport& account) {
  Json json{{"name", account.name},
            {"offered", to_json(account.offered)},
            {"delivered", to_json(account.delivered)},
            {"lost_by_host", to_json(account.lost_by_host)},
            {"rate_bps", account.rate_bps},
            {"lost_percent", account.lost_percent}};
  put(json, "delay_ns", account.measured);
  put(json, "model_delay_ns", account.modelled);
  return json;
}

Json accounts(const EmulationReport& report) {
  Json array = Json::array();
  for (std::size_t i = 0; i < report.accounts.size(); ++i) {
    auto& account = array.emplace_back(to_json(report.accounts[i]));
    account["drops"] = packets_by_reason(report.results.accounts[i].drops);
    account["inside"] = to_json(report.results.accounts[i].inside);
    if (const auto flows = report.flows.find(report.accounts[i].name); flows != report.flows.end())
      account["flows"] = flows->second;
  }
  return array;
}

Json directions(const EmulationReport& report) {
  Json array = Json::array();
  for (const auto& direction : report.directions) array.push_back(to_json(direction));
  return array;
}

Json ports(const EmulationReport& report) {
  Json array = Json::array();
  for (const auto& port : report.results.ports)
    array
        .emplace_back(Json{{"name", port.name},
                           {"device", port.device},
                           {"received", to_json(port.received)},
                           {"sent", to_json(port.sent)}})
        .update(counters_of(port));
  return array;
}

Json to_json(const SelfTestResults& test) {
  if (!test.skipped.empty()) return {{"skipped", test.skipped}};
  Json json{{"ports", test.ports},
            {"frame_bytes", test.frame.count()},
            {"frames_per_second", test.frames_per_second},
            {"limit", test.limit}};
  if (test.frames_per_second > 0)
    json["lateness_ns"] = {
        {"p50", nanoseconds(test.median)}, {"p99", nanoseconds(test.within)}, {"max", nanoseconds(test.most)}};
  return json;
}

Json certificate(const EmulationReport& report) {
  const auto& c = report.certificate;
  const auto& host = report.results.host;
  Json json{{"valid", c.valid},
            {"grade", c.grade},
            {"reasons", c.reasons},
            {"warnings", c.warnings},
            {"real_time", host.real_time},
            {"precision_ns", c.precision.ps() / 1000},
            {"frames_per_second", c.frames_per_second},
            {"lateness_histogram_ns", histogram(host.lateness)},
            {"behind_ns", host.behind.ps() / 1000},
            {"longest_turn_ns", host.longest_turn.ps() / 1000},
            {"late_in", host.late_in},
            {"no_room", host.no_room},
            {"clock_steps", host.clock_steps},
            {"timestamps", host.timestamps},
            {"scheduling", host.scheduling},
            {"memory_locked", host.memory_locked}};
  if (c.within)
    json["lateness_ns"] = {
        {"p50", nanoseconds(*c.median)}, {"p99", nanoseconds(*c.within)}, {"max", nanoseconds(*c.most)}};
  if (report.results.self_test) json["self_test"] = to_json(*report.results.self_test);
  return json;
}

}  // namespace

std::string to_json(const EmulationReport& report) {
  Json json = {{"version", report.version},
               {"command", "emulate"},
               {"scenario", report.scenario},
               {"question", report.question},
               {"started", report.started},
               {"complete", report.results.complete},
               {"duration_s", report.results.until.since_start().to_seconds()},
               {"certificate", certificate(report)},
               {"accounts", accounts(report)},
               {"directions", directions(report)},
               {"ports", ports(report)},
               {"notes", report.notes}};
  if (!report.results.flows.empty()) json["model_flows"] = model_flows(report.results);
  if (!report.results.classes.empty()) json["model_classes"] = model_classes(report.results);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace qoslab
