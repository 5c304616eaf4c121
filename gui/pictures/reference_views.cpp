// Published numbers beside ours, what the author expected, and what else there is to know.
#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

std::string verdict(const std::optional<bool>& holds) { return !holds ? "–" : *holds ? "yes" : "NO"; }

std::string bounds(const std::optional<double>& at_least, const std::optional<double>& at_most) {
  std::string text;
  if (at_least) text += "≥ " + number_text(*at_least);
  if (at_most) text += (text.empty() ? "≤ " : ", ≤ ") + number_text(*at_most);
  return text;
}

std::string allowed(const recorded::Reference& reference) {
  if (reference.at_least || reference.at_most) return bounds(reference.at_least, reference.at_most);
  return reference.tolerance ? "± " + number_text(*reference.tolerance) : "–";
}

/// In percent of the published number, which is the line at 0: numbers of all units in one picture.
double percent_of(const recorded::Reference& reference, double value) {
  return 100 * (value - reference.documented) / reference.documented;
}

void put(const recorded::Reference& reference, double x, Curve& published, Curve& ours) {
  published.points.push_back({x, 0});
  const auto low = reference.at_least ? reference.at_least
                   : reference.tolerance && !reference.at_most
                       ? std::optional{reference.documented - *reference.tolerance}
                       : std::nullopt;
  const auto high = reference.at_most ? reference.at_most
                    : reference.tolerance && !reference.at_least
                        ? std::optional{reference.documented + *reference.tolerance}
                        : std::nullopt;
  if (low || high) {
    const double from = low ? percent_of(reference, *low) : 0;
    const double to = high ? percent_of(reference, *high) : 0;
    published.whiskers.push_back({x, std::min(from, to), std::max(from, to)});
  }
  const auto& [value, ci95] = *reference.simulated;
  ours.points.push_back({x, percent_of(reference, value)});
  if (ci95) {
    const double half = std::abs(100 * *ci95 / reference.documented);
    ours.whiskers.push_back({x, percent_of(reference, value) - half, percent_of(reference, value) + half});
  }
}

Picture references_picture(const recorded::Results& results) {
  Picture picture;
  picture.title = results.scenario + ": published and simulated";
  picture.note = "The published number is the line at 0; bars are its tolerance, and our 95 % confidence interval.";
  picture.y.title = "off by";
  picture.y.unit = "%";
  const auto curve = [](const char* name, Curve::Shape shape, std::size_t style) {
    return Curve{.name = name, .shape = shape, .style = style};
  };
  auto published = curve("published", Curve::Shape::rings, 7);
  auto predicted = curve("simulated: predicted", Curve::Shape::dots, 0);
  auto calibrated = curve("simulated: calibrated", Curve::Shape::dots, 1);
  for (const auto& reference : results.references) {
    if (!reference.simulated || reference.documented == 0) continue;
    const auto x = static_cast<double>(picture.x.names.size());
    picture.x.names.push_back(briefly_at(reference.id, reference.point));
    picture.x.title = parameters_of(reference.point);
    put(reference, x, published, reference.kind == "calibrated" ? calibrated : predicted);
  }
  for (auto* each : {&published, &predicted, &calibrated})
    if (!each->points.empty()) picture.curves.push_back(std::move(*each));
  return picture;
}

Table references_table(const recorded::Results& results) {
  Table table{.columns = {"reference", "metric", "unit", "published", "simulated", "off by, %", "allowed", "within",
                          "kind", "printed"}};
  for (const auto& r : results.references)
    table.rows.push_back({at_point(r.id, r.point), r.metric, r.unit, number_text(r.documented),
                          measured_text(r.simulated), number_text(r.deviation_percent), allowed(r), verdict(r.within),
                          r.kind + (r.parameter.empty() ? "" : ": " + r.parameter), r.printed});
  return table;
}

Table expectations_table(const recorded::Results& results) {
  Table table{.columns = {"metric", "unit", "expected", "simulated", "holds"}};
  for (const auto& e : results.expectations)
    table.rows.push_back({at_point(e.metric, e.point), e.unit, bounds(e.at_least, e.at_most),
                          measured_text(e.simulated), verdict(e.holds)});
  return table;
}

Table notes_table(const OpenedResults& opened) {
  const auto& results = opened.results;
  Table table{.columns = {"what", ""}};
  const auto put = [&](const std::string& what, const std::string& text) {
    if (!text.empty()) table.rows.push_back({what, text});
  };
  put("question", results.question);
  put("status", results.status.empty() ? (results.complete ? "complete" : "incomplete") : results.status);
  for (const auto& complaint : opened.complaints) put("cannot be read", complaint);
  if (results.certificate) put("certificate", results.certificate->grade);
  if (results.accounts.empty())
    put("balance", results.balance.ok ? "every packet is accounted for" : "the books do not balance: trust no number");
  for (const auto& warning : results.warnings) put("warning", warning);
  for (const auto& note : results.notes) put("note", note);
  for (const auto& parameter : results.parameters)
    put("parameter " + parameter.name, parameter.value + " (" + parameter.kind + ") " + parameter.source);
  put("measured", number_text(results.duration_s) + " s" +
                      (results.accounts.empty() ? ", " + std::to_string(results.replications) +
                                                      (results.replications == 1 ? " replication" : " replications")
                                                : ""));
  put("command", results.provenance.command);
  put("file", results.provenance.file);
  put("started", results.provenance.started);
  put("version", results.provenance.version);
  if (results.provenance.seed) put("seed", std::to_string(*results.provenance.seed));
  return table;
}

}  // namespace

std::optional<ResultView> references_view(const Opened& opened) {
  if (opened->results.references.empty()) return std::nullopt;
  return ResultView{.id = "references",
                    .title = "Published beside simulated",
                    .meaning =
                        "Predicted: follows from configuration and standards. Calibrated: a parameter was set so "
                        "that this number fits.",
                    .picture = [opened] { return references_picture(opened->results); },
                    .table = [opened] { return references_table(opened->results); }};
}

std::optional<ResultView> expectations_view(const Opened& opened) {
  if (opened->results.expectations.empty()) return std::nullopt;
  return table_view("expectations", "Expectations", "What the scenario's author expects.",
                    [opened] { return expectations_table(opened->results); });
}

ResultView notes_view(const Opened& opened) {
  return table_view("notes", "About this run", "Where the numbers come from, and what to know about them.",
                    [opened] { return notes_table(*opened); });
}

}  // namespace qoslab::gui
