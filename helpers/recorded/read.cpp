#include "helpers/recorded/read.h"

#include <fstream>
#include <system_error>

#include "helpers/recorded/entries.h"

namespace qoslab::recorded {
namespace {

namespace fs = std::filesystem;

struct TooMuch {
  std::string what;
};

[[noreturn]] void refuse(const std::string& name, const std::string& what) { throw Unreadable{name + ": " + what}; }

/// Bounds memory: JSON values take many times the room of their text.
Json parsed(std::string_view text, const std::string& name) {
  if (text.size() > largest_results_bytes)
    refuse(name, "more than " + std::to_string(largest_results_bytes >> 20) + " MiB; no results.json is so large");
  std::size_t values = 0;
  const auto bounded = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest_results)
      throw TooMuch{"nested more than " + std::to_string(deepest_results) + " deep; not of qoslab"};
    if (++values > most_results_values)
      throw TooMuch{"more than " + std::to_string(most_results_values) + " values; too large to read"};
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), bounded);
  } catch (const TooMuch& e) {
    refuse(name, e.what);
  } catch (const Json::parse_error& e) {
    if (e.byte > text.size())
      refuse(name, "cut off after " + std::to_string(text.size()) + " bytes; a whole results.json is wanted");
    refuse(name, "no JSON from byte " + std::to_string(e.byte) + " on; a results.json is wanted");
  } catch (const Json::exception&) {
    refuse(name, "no JSON; a results.json is wanted");
  }
}

std::string text_of(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    refuse(path.string(), "is no regular file; a results.json is wanted");
  const auto size = fs::file_size(path, error);
  if (error) refuse(path.string(), "cannot be read: " + error.message());
  if (size > largest_results_bytes)
    refuse(path.string(), std::to_string(size >> 20) + " MiB; no results.json is so large");
  std::ifstream file{path, std::ios::binary};
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!file.read(text.data(), static_cast<std::streamsize>(size)) && !file.eof())
    refuse(path.string(), "cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

void check_format(const Json& json, const std::string& name) {
  const auto format = json.find("format");
  if (format == json.end()) return;
  if (!format->is_number_integer()) refuse(name, "its 'format' is no whole number; not of qoslab");
  if (*format == results_format) return;
  refuse(name, "results of format " + format->dump() + "; this program reads format " + std::to_string(results_format) +
                   (*format > results_format ? ". A newer qoslab wrote it" : ""));
}

void read_head(const Fields& file, Results& results) {
  results.scenario = file.text("scenario");
  results.question = file.text("question");
  results.complete = file.boolean("complete").value_or(true);
  results.status = file.text("status");
  if (results.status.empty()) results.status = results.complete ? "complete" : "incomplete";
  const auto provenance = file.object("provenance");
  const auto& from = file.has("provenance") ? provenance : file;  // an emulation has them at the top
  results.provenance = {from.text("version"), from.text("command"), from.text("file"), from.text("started"),
                        std::nullopt};
  if (from.has("seed")) results.provenance.seed = from.integer("seed");
  results.command = results.provenance.command;
  results.lesson = file.texts("lesson");
  results.duration_s = file.number("duration_s").value_or(0);
  results.planned_duration_s = file.number("planned_duration_s").value_or(results.duration_s);
  results.warmup_s = file.number("warmup_s").value_or(0);
  results.record_s = file.number("record_s").value_or(0);
  if (file.has("replications")) results.replications = file.integer("replications");
  results.notes = file.texts("notes");
  results.warnings = file.texts("warnings");
}

Performance performance_of(const Fields& fields) {
  return {fields.number("wall_s").value_or(0), fields.number("busy_s").value_or(0), fields.integer("packets"),
          fields.integer("peak_rss_bytes"),    fields.integer("threads"),           fields.number("ns_per_packet")};
}

void read_lists(const Fields& file, Results& results) {
  results.points = file.list("points", [](const Fields& of) {
    return PointReached{of.point(), of.integer("replications"), of.integer("wanted"), of.numbers("measured_s")};
  });
  results.parameters = file.list("parameters", [](const Fields& of) {
    return Parameter{of.text("name"), of.text("value"), of.text("kind"), of.text("source"), of.texts("set_for")};
  });
  results.flows = file.list("flows", flow_of);
  results.classes = file.list("classes", class_of);
  results.traffic = file.list("traffic", traffic_of);
  results.subscribers = file.list("subscribers", subscribers_of);
  results.places = file.list("places", place_of);
  results.aggregates = file.list("aggregates", aggregates_of);
  results.fairness = file.list("fairness", [](const Fields& of) {
    return Fairness{of.text("class"), of.point(), of.integer("flows"), of.measure("index")};
  });
  results.references = file.list("references", reference_of);
  results.expectations = file.list("expectations", expectation_of);
  if (file.has("performance")) results.performance = performance_of(file.object("performance"));
  results.balance = balance_of(file.object("balance"));
  results.accounts = file.list("accounts", account_of);
  results.directions = file.list("directions", account_of);
  results.ports = file.list("ports", port_of);
  results.model_flows = file.list("model_flows", [](const Fields& of) {
    return ModelFlow{of.text("name"), of.count("sent"), of.count("delivered"), of.count("inside"),
                     of.by_reason("drops")};
  });
  results.model_classes = file.list("model_classes", class_of);
  if (file.has("certificate")) results.certificate = certificate_of(file.object("certificate"));
}

Json results_object(std::string_view text, const std::string& name) {
  Json json = parsed(text, name);
  if (!json.is_object() || !json.contains("scenario"))
    refuse(name, "JSON, but not of qoslab; a results.json is wanted");
  check_format(json, name);
  return json;
}

}  // namespace

std::string name_of(const Point& point) {
  std::string name;
  for (const auto& [parameter, value] : point) name += (name.empty() ? "" : " ") + parameter + "=" + value;
  return name;
}

Results read_results_text(std::string_view text, const std::string& name) {
  const Json json = results_object(text, name);
  Oddities oddities;
  const Fields file{json, oddities};
  Results results;
  results.path = name;
  read_head(file, results);
  read_lists(file, results);
  results.oddities = oddities.take();
  return results;
}

Results read_results(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::is_directory(path, error) ? path / "results.json" : path;
  return read_results_text(text_of(file), file.string());
}

std::optional<Certificate> certificate_of(const Results& results) {
  const fs::path beside = fs::path{results.path}.parent_path() / "certificate.json";
  std::error_code ignored;
  if (results.certificate || !fs::exists(beside, ignored)) return results.certificate;
  const Json json = results_object(text_of(beside), beside.string());
  Oddities oddities;
  return certificate_of(Fields{json, oddities}.object("certificate"));
}

}  // namespace qoslab::recorded
