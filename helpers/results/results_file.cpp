#include "helpers/results/results_file.h"

#include <fstream>
#include <utility>

#include "helpers/results/json.h"
#include "helpers/results/json_parts.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

constexpr double milliseconds_of_a_nanosecond = 1e-6;

Json parsed(const fs::path& path) {
  std::ifstream file{path};
  if (!file) throw ResultsFileError{path.string() + ": cannot be read"};
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) throw ResultsFileError{path.string() + ": no JSON, or cut off; a results.json is wanted"};
  if (!json.is_object() || !json.contains("scenario"))
    throw ResultsFileError{path.string() + ": JSON, but not of qoslab; a results.json is wanted"};
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

void read_flows(const Json& json, ResultsFile& results) {
  for (const auto& flow : json.value("flows", Json::array())) {
    auto& metrics = results.subjects[text(flow, "name") + point_of(flow)];
    put_number(metrics, "carried, bit/s of IP", flow, "carried_bps");
    put_number(metrics, "goodput, bit/s", flow, "goodput_bps");
    put_number(metrics, "loss, %", flow, "loss_percent");
    put_group(metrics, flow, "delay_ms", {"mean", "p50", "p99", "max"}, "delay");
    put_group(metrics, flow, "jitter_ms", {"mean"}, "jitter");
  }
}

void read_traffic(const Json& json, ResultsFile& results) {
  for (const auto& row : json.value("traffic", Json::array())) {
    std::string subject = text(row, "gateway");
    if (const auto direction = text(row, "direction"); !direction.empty()) subject += " " + direction;
    if (const auto group = text(row, "group"); !group.empty()) subject += " " + group;
    if (const auto name = text(row, "class"); !name.empty()) subject += "/" + name;
    if (const auto number = row.find("subscriber"); number != row.end()) subject += "[" + number->dump() + "]";
    auto& metrics = results.subjects[subject + point_of(row)];
    put_number(metrics, "carried, bit/s", row, "carried_bps");
    put_number(metrics, "loss, %", row, "loss_percent");
    put_group(metrics, row, "delay_ms", {"mean", "p50", "p99", "max"}, "delay");
  }
}

void read_accounts(const Json& json, ResultsFile& results) {
  for (const auto& account : json.value("accounts", Json::array())) {
    auto& metrics = results.subjects[text(account, "name")];
    put_number(metrics, "carried, bit/s of frames", account, "rate_bps");
    put_number(metrics, "loss, %", account, "lost_percent");
    put_group(metrics, account, "delay_ns", {"mean", "p50", "p99", "max"}, "delay", milliseconds_of_a_nanosecond);
  }
}

std::optional<double> lateness_of(const Json& json) {
  const auto at = Json::json_pointer{"/certificate/lateness_ns/p99"};
  if (!json.contains(at) || !json.at(at).is_number()) return std::nullopt;
  return json.at(at).get<double>() * milliseconds_of_a_nanosecond;
}

}  // namespace

ResultsFile read_results(const fs::path& path) {
  const fs::path file = fs::is_directory(path) ? path / "results.json" : path;
  const Json json = parsed(file);
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
  results.lateness_ms = lateness_of(json);
  const fs::path beside = file.parent_path() / "certificate.json";
  if (!results.lateness_ms && fs::exists(beside)) results.lateness_ms = lateness_of(parsed(beside));
  if (results.subjects.empty()) throw ResultsFileError{file.string() + ": no flows or traffic in these results"};
  return results;
}

}  // namespace qoslab
