#include "tests/helpers/results/written_again.h"

#include "tests/helpers/results/written_parts.h"

namespace qoslab::test {

using namespace recorded;

namespace {

constexpr double nanoseconds_of_a_millisecond = 1e6;

/// Of the same without what only accounts have.
Json written_direction(const Account& direction) {
  auto object = written(direction);
  for (const auto* key : {"drops", "inside", "flows"}) object.erase(key);
  return object;
}

}  // namespace

Json written(const Account& account) {
  const auto& [name, offered, delivered, lost_by_host, inside, drops, flows, rate_bps, lost_percent, delay_ms,
               model_delay_ms] = account;
  Json object{{"name", name},
              {"offered", written(offered)},
              {"delivered", written(delivered)},
              {"lost_by_host", written(lost_by_host)},
              {"inside", written(inside)},
              {"drops", drops},
              {"flows", flows}};
  put(object, "rate_bps", rate_bps);
  put(object, "lost_percent", lost_percent);
  object["delay_ns"] = written(delay_ms, nanoseconds_of_a_millisecond);
  object["model_delay_ns"] = written(model_delay_ms, nanoseconds_of_a_millisecond);
  return object;
}

Json written(const Lateness& lateness) {
  const auto& [p50, p99, max] = lateness;
  Json object = Json::object();
  put(object, "p50", p50);
  put(object, "p99", p99);
  put(object, "max", max);
  return object;
}

Json written(const SelfTest& test) {
  const auto& [skipped, ports, limit, frame_bytes, frames_per_second, lateness_ns] = test;
  if (!skipped.empty()) return {{"skipped", skipped}};
  return {{"ports", ports},
          {"limit", limit},
          {"frame_bytes", frame_bytes},
          {"frames_per_second", frames_per_second},
          {"lateness_ns", written(lateness_ns)}};
}

Json written(const Certificate& certificate) {
  const auto& [valid, grade, reasons, warnings, real_time, precision_ns, frames_per_second, behind_ns, longest_turn_ns,
               lateness_ns, lateness_histogram_ns, late_in, no_room, clock_steps, timestamps, scheduling, memory_locked,
               self_test] = certificate;
  Json object{{"valid", valid},
              {"grade", grade},
              {"reasons", reasons},
              {"warnings", warnings},
              {"real_time", real_time},
              {"lateness_ns", written(lateness_ns)},
              {"lateness_histogram_ns", list(lateness_histogram_ns)},
              {"late_in", late_in},
              {"no_room", no_room},
              {"clock_steps", clock_steps},
              {"timestamps", timestamps},
              {"scheduling", scheduling},
              {"memory_locked", memory_locked}};
  put(object, "precision_ns", precision_ns);
  put(object, "frames_per_second", frames_per_second);
  put(object, "behind_ns", behind_ns);
  put(object, "longest_turn_ns", longest_turn_ns);
  if (self_test) object["self_test"] = written(*self_test);
  return object;
}

Json written(const EmulationPort& port) {
  const auto& [name, device, received, sent, refused, damaged, before_beginning, dropped_by_kernel, transmit_full,
               errors, gaps, down_s, removed] = port;
  return {{"name", name},
          {"device", device},
          {"received", written(received)},
          {"sent", written(sent)},
          {"refused", refused},
          {"damaged", damaged},
          {"before_beginning", before_beginning},
          {"dropped_by_kernel", dropped_by_kernel},
          {"transmit_full", transmit_full},
          {"errors", errors},
          {"gaps", gaps},
          {"down_s", down_s},
          {"removed", removed}};
}

Json written(const ModelFlow& flow) {
  const auto& [name, sent, delivered, inside, drops] = flow;
  return {{"name", name},
          {"sent", written(sent)},
          {"delivered", written(delivered)},
          {"inside", written(inside)},
          {"drops", drops}};
}

Json written_again(const Results& results) {
  const auto& [path, command, scenario, question, status, complete, provenance, lesson, duration_s, planned_duration_s,
               warmup_s, record_s, replications, points, parameters, flows, classes, traffic, subscribers, places,
               aggregates, fairness, references, expectations, notes, warnings, performance, balance, accounts,
               directions, ports, model_flows, model_classes, certificate, oddities] = results;
  const auto& [version, command_again, file, started, seed] = provenance;
  Json all{{"scenario", scenario},
           {"question", question},
           {"complete", complete},
           {"notes", notes},
           {"duration_s", duration_s}};
  if (certificate) {
    all.update({{"version", version}, {"command", command}, {"started", started}});
    all["certificate"] = written(*certificate);
    all["accounts"] = list(accounts);
    for (const auto& direction : directions) all["directions"].push_back(written_direction(direction));
    all["ports"] = list(ports);
    all["model_flows"] = list(model_flows);
    all["model_classes"] = list(model_classes);
    return all;
  }
  all["provenance"] = {{"version", version}, {"command", command}, {"file", file}, {"started", started}};
  all["provenance"]["seed"] = or_null(seed);
  all.update({{"status", status},
              {"lesson", lesson},
              {"planned_duration_s", planned_duration_s},
              {"warmup_s", warmup_s},
              {"record_s", record_s},
              {"replications", replications},
              {"warnings", warnings}});
  all["points"] = list(points);
  all["parameters"] = list(parameters);
  all["flows"] = list(flows);
  all["classes"] = list(classes);
  all["traffic"] = list(traffic);
  all["subscribers"] = list(subscribers);
  all["places"] = list(places);
  all["aggregates"] = list(aggregates);
  all["fairness"] = list(fairness);
  all["references"] = list(references);
  all["expectations"] = list(expectations);
  if (performance) all["performance"] = written(*performance);
  all["balance"] = written(balance);
  return all;
}

}  // namespace qoslab::test
