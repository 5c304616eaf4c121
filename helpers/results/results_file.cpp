#include "helpers/results/results_file.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "helpers/results/json.h"
#include "helpers/results/json_parts.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

constexpr double milliseconds_of_a_nanosecond = 1e-6;
constexpr const char* carried_frames = "carried, bit/s of frames";

constexpr const char* not_ours = ": JSON, but not of qoslab; a results.json is wanted";

/// Or is not there.
bool is_list_of_objects(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return true;
  return found->is_array() && std::all_of(found->begin(), found->end(), [](const Json& j) { return j.is_object(); });
}

Json parsed(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    throw ResultsFileError{path.string() + ": is no regular file; a results.json is wanted"};
  std::ifstream file{path};
  if (!file) throw ResultsFileError{path.string() + ": cannot be read"};
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) throw ResultsFileError{path.string() + ": no JSON, or cut off; a results.json is wanted"};
  if (!json.is_object() || !json.contains("scenario")) throw ResultsFileError{path.string() + not_ours};
  for (const auto* key : {"flows", "traffic", "accounts"})
    if (!is_list_of_objects(json, key)) throw ResultsFileError{path.string() + not_ours};
  return json;
}

void put_number(std::map<std::string, double>& metrics, const std::string& name, const Json& object,
                const std::string& key, double factor = 1) {
  if (const auto found = object.find(key); found != object.end() && found->is_number())
    metrics[name] = found->get<double>() * factor;
}

/// "delay_ms" of `object`, and so on.
void put_group(std::map<std::string, double>& metrics, const Json& object, const std::string& group,
               std::initializer_list<const char*> keys, const std::string& name, double factor = 1) {
  const auto found = object.find(group);
  if (found == object.end() || !found->is_object()) return;
  for (const auto* key : keys) put_number(metrics, name + "." + key + ", ms", *found, key, factor);
}

std::string text(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string point_of(const Json& object) {
  std::string words;
  if (const auto point = object.find("point"); point != object.end() && point->is_object())
    for (const auto& [parameter, value] : point->items())
      words += " " + parameter + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
  return words;
}

std::optional<double> number_at(const Json& object, const char* path) {
  const Json::json_pointer at{path};
  if (!object.is_object() || !object.contains(at) || !object.at(at).is_number()) return std::nullopt;
  return object.at(at).get<double>();
}

void read_flows(const Json& json, ResultsFile& results) {
  for (const auto& flow : json.value("flows", Json::array())) {
    auto& subject = results.subjects[text(flow, "name") + point_of(flow)];
    subject.flows = {text(flow, "name")};
    auto& metrics = subject.metrics;
    put_number(metrics, "carried, bit/s of IP", flow, "carried_bps");
    put_number(metrics, "goodput, bit/s", flow, "goodput_bps");
    put_number(metrics, "loss, %", flow, "loss_percent");
    put_group(metrics, flow, "delay_ms", {"mean", "p50", "p99", "max"}, "delay");
    put_group(metrics, flow, "jitter_ms", {"mean"}, "jitter");
    if (const auto offered = number_at(flow, "/measured/offered/packets")) metrics["offered, packets"] = *offered;
    subject.delivered = number_at(flow, "/measured/carried/packets").value_or(0);
    const double lost = number_at(flow, "/loss_percent").value_or(0) / 100;
    subject.decided =
        lost < 1 ? subject.delivered / (1 - lost) : number_at(flow, "/measured/offered/packets").value_or(0);
    subject.delays = {number_at(flow, "/delay_ms/min"), number_at(flow, "/delay_ms/p95"),
                      number_at(flow, "/delay_ms/p99"), number_at(flow, "/delay_ms/p999"),
                      number_at(flow, "/delay_ms/max")};
    subject.frames_bps = number_at(flow, "/throughput_bps/frame");
  }
}

void read_traffic(const Json& json, ResultsFile& results) {
  for (const auto& row : json.value("traffic", Json::array())) {
    std::string subject = text(row, "gateway");
    if (const auto direction = text(row, "direction"); !direction.empty()) subject += " " + direction;
    if (const auto group = text(row, "group"); !group.empty()) subject += " " + group;
    if (const auto name = text(row, "class"); !name.empty()) subject += "/" + name;
    if (const auto number = row.find("subscriber"); number != row.end()) subject += "[" + number->dump() + "]";
    auto& metrics = results.subjects[subject + point_of(row)].metrics;
    put_number(metrics, "carried, bit/s", row, "carried_bps");
    put_number(metrics, "loss, %", row, "loss_percent");
    put_group(metrics, row, "delay_ms", {"mean", "p50", "p99", "max"}, "delay");
  }
}

/// How late the account's own departures can have been at the 99th percentile: if all that were late were its own.
/// Bins are known by their beginnings, and their ends are within a thousandth.
std::optional<double> lateness_of(const Json& json, double departures) {
  const Json::json_pointer at{"/certificate/lateness_histogram_ns"};
  if (!json.contains(at) || !json.at(at).is_array()) return std::nullopt;
  const auto& bins = json.at(at);
  double later = departures / 100;
  for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin) {
    if (!bin->is_array() || bin->size() != 2 || !(*bin)[0].is_number() || !(*bin)[1].is_number()) return std::nullopt;
    later -= (*bin)[1].get<double>();
    if (later < 0) return (*bin)[0].get<double>() * 1.001 * milliseconds_of_a_nanosecond;
  }
  return 0;
}

void read_accounts(const Json& json, ResultsFile& results) {
  for (const auto& account : json.value("accounts", Json::array())) {
    auto& subject = results.subjects[text(account, "name")];
    auto& metrics = subject.metrics;
    put_number(metrics, carried_frames, account, "rate_bps");
    put_number(metrics, "loss, %", account, "lost_percent");
    put_group(metrics, account, "delay_ns", {"mean", "p50", "p99", "max"}, "delay", milliseconds_of_a_nanosecond);
    if (const auto offered = number_at(account, "/offered/packets")) metrics["offered, packets"] = *offered;
    subject.delivered = number_at(account, "/delivered/packets").value_or(0);
    subject.decided = subject.delivered + number_at(account, "/lost_by_host/packets").value_or(0);
    subject.lateness_ms = lateness_of(json, subject.delivered);
    const Json drops = account.value("drops", Json::object());
    for (const auto& [reason, packets] : drops.items())
      if (packets.is_number()) subject.decided += packets.get<double>();
    for (const auto& flow : account.value("flows", Json::array()))
      if (flow.is_string()) subject.flows.push_back(flow.get<std::string>());
  }
}

void read_certificate(const Json& json, ResultsFile& results) {
  if (const auto lateness = number_at(json, "/certificate/lateness_ns/p99"))
    results.lateness_ms = *lateness * milliseconds_of_a_nanosecond;
  const auto found = json.find("certificate");
  if (found == json.end() || !found->is_object()) return;
  const auto is_false = [&](const char* key) {
    const auto value = found->find(key);
    return value != found->end() && value->is_boolean() && !value->get<bool>();
  };
  if (is_false("real_time")) results.lateness_ms = 0;
  if (!is_false("valid")) return;
  results.flaw = "not valid";
  for (const auto& reason : found->value("reasons", Json::array()))
    if (reason.is_string()) results.flaw += "; " + reason.get<std::string>();
}

/// Of several flows as of one. Of their delays, only the mean and the extremes can be told.
void add(Subject& all, const Subject& flow) {
  const auto mean = [](const Subject& subject) {
    const auto found = subject.metrics.find("delay.mean, ms");
    return found == subject.metrics.end() ? 0 : found->second;
  };
  const auto extreme = [](std::optional<double>& a, const std::optional<double>& b, auto&& choose) {
    a = a && b ? choose(*a, *b) : a ? a : b;
  };
  const double both = all.delivered + flow.delivered;
  const double weighted = mean(all) * all.delivered + mean(flow) * flow.delivered;
  if (both > 0) all.metrics["delay.mean, ms"] = weighted / both;
  extreme(all.delays.min, flow.delays.min, [](double a, double b) { return std::min(a, b); });
  extreme(all.delays.max, flow.delays.max, [](double a, double b) { return std::max(a, b); });
  if (all.delays.max) all.metrics["delay.max, ms"] = *all.delays.max;
  all.metrics[carried_frames] += flow.frames_bps.value_or(0);
  if (const auto offered = flow.metrics.find("offered, packets"); offered != flow.metrics.end())
    all.metrics["offered, packets"] += offered->second;
  all.delivered = both;
  all.decided += flow.decided;
  if (all.decided > 0) all.metrics["loss, %"] = 100 * (all.decided - all.delivered) / all.decided;
}

ResultsFile results_of(const Json& json, const fs::path& file) {
  if (const auto format = json.find("format"); format != json.end() && *format != results_format)
    throw ResultsFileError{file.string() + ": results of format " + format->dump() + "; this program reads format " +
                           std::to_string(results_format)};
  ResultsFile results;
  results.path = file.string();
  results.scenario = text(json, "scenario");
  const auto provenance = json.value("provenance", Json::object());
  results.command = text(json, "command").empty() ? text(provenance, "command") : text(json, "command");
  if (const auto complete = json.find("complete"); complete != json.end() && complete->is_boolean())
    results.complete = complete->get<bool>();
  read_flows(json, results);
  read_traffic(json, results);
  read_accounts(json, results);
  results.seconds = number_at(json, "/duration_s").value_or(0);
  results.warmup_s = number_at(json, "/warmup_s");
  read_certificate(json, results);
  const fs::path beside = file.parent_path() / "certificate.json";
  if (!results.lateness_ms && fs::exists(beside)) read_certificate(parsed(beside), results);
  if (results.subjects.empty()) throw ResultsFileError{file.string() + ": no flows or traffic in these results"};
  return results;
}

}  // namespace

ResultsFile read_results(const fs::path& path) {
  const fs::path file = fs::is_directory(path) ? path / "results.json" : path;
  const Json json = parsed(file);
  try {
    return results_of(json, file);
  } catch (const Json::exception&) {  // a part has another type than this program writes
    throw ResultsFileError{file.string() + not_ours};
  }
}

ResultsFile in_accounts(const ResultsFile& simulated, const ResultsFile& emulated) {
  ResultsFile result = simulated;
  result.subjects.clear();
  for (const auto& [name, account] : emulated.subjects) {
    std::vector<const Subject*> flows;
    for (const auto& flow : account.flows)
      for (const auto& [point, subject] : simulated.subjects)
        if (subject.flows == std::vector{flow}) flows.push_back(&subject);
    if (flows.empty() || flows.size() != account.flows.size()) continue;
    Subject all;
    if (flows.size() == 1) {  // all its numbers
      all = *flows.front();
      if (all.frames_bps) all.metrics[carried_frames] = *all.frames_bps;
    } else {
      for (const auto* flow : flows) add(all, *flow);
    }
    all.flows = account.flows;
    result.subjects[name] = std::move(all);
  }
  return result;
}

}  // namespace qoslab
