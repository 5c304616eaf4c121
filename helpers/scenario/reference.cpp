#include "helpers/scenario/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "helpers/scenario/form_scalar.h"
#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/reference_text.h"
#include "model/results/metric_names.h"

namespace qoslab {
namespace {

std::string link_to(const KeyTable& table) {
  std::string anchor = table.id;
  anchor.erase(std::remove(anchor.begin(), anchor.end(), '+'), anchor.end());
  return fmt::format("[{}](#{})", table.id, anchor);
}

const char* scalar_name(Scalar scalar) {
  switch (scalar) {
    case Scalar::any:
      return "any value";
    case Scalar::text:
      return "text";
    case Scalar::name:
      return "name";
    case Scalar::boolean:
      return "`true` or `false`";
    case Scalar::count:
      return "whole number";
    case Scalar::number:
      return "number";
    case Scalar::rate:
      return "rate";
    case Scalar::size:
      return "size";
    case Scalar::duration:
      return "time";
    case Scalar::word:
      return "";
    case Scalar::code_point:
      return "code point";
    case Scalar::prefix:
      return "address or prefix";
    case Scalar::ports:
      return "port or range";
    case Scalar::protocol:
      return "protocol";
    case Scalar::queue_limit:
      return "packets or size";
    case Scalar::frequency:
      return "frequency";
    case Scalar::percent:
      return "percentage";
    case Scalar::vlans:
      return "VLAN or range";
    case Scalar::quantity:
      return "number in the metric's unit";
    case Scalar::tolerance:
      return "number in the metric's unit, or `3 % of it`";
  }
  return "";
}

const char* subject_name(MetricSubject subject) {
  switch (subject) {
    case MetricSubject::flow:
      return "flow";
    case MetricSubject::port_class:
      return "class";
    case MetricSubject::traffic:
      return "traffic";
    case MetricSubject::place:
      return "place";
  }
  return "";
}

std::string scalar_form(const Shape& s) {
  std::string form = scalar_name(s.scalar);
  if (s.scalar == Scalar::word) return fmt::format("`{}`", fmt::join(s.words, "`, `"));
  if (s.scalar == Scalar::rate && !s.words.empty()) form += fmt::format(" at {}", fmt::join(s.words, ", "));
  const auto range = range_of(s);
  const bool is_obvious = s.least <= 1 && s.most > 1e17;
  return range.empty() || is_obvious ? form : form + ", " + range;
}

std::string form(const Shape& s) {
  switch (s.form) {
    case Shape::Form::scalar:
      return scalar_form(s);
    case Shape::Form::list:
      return "list of " + form(s.parts.front());
    case Shape::Form::map:
      return link_to(s.table());
    case Shape::Form::named:
      return "by name: " + (s.table != nullptr ? link_to(s.table()) : form(s.parts.front()));
    case Shape::Form::either:
      return form(s.parts[0]) + ", or " + form(s.parts[1]);
  }
  return "";
}

class PageWriter {
 public:
  std::string write() {
    page_ = fmt::format(reference_introduction, example_scenario(), gateway_example());
    section(keys::scenario());
    page_ += reference_metrics;
    for (const auto& m : metric_table) {
      page_ += fmt::format("| {} | `{}` | {} | {} |\n", subject_name(m.subject), m.name, m.unit == "1" ? "–" : m.unit,
                           m.what);
    }
    return page_;
  }

 private:
  void section(const KeyTable& table) {
    if (!written_.insert(table.id).second) return;
    page_ += fmt::format("\n### {}\n{}\n\n| key | form | standard | meaning |\n| --- | --- | --- | --- |\n", table.id,
                         table.what);
    for (const auto& key : table.keys) row({&key, {}, {form(key.shape)}}, table);
    for (const auto& group : grouped(table)) row(group, table);
    for (const auto& key : table.keys) below(key.shape);
    for (const auto& [word, keys] : table.variants)
      for (const auto& key : keys) below(key.shape);
  }

  /// A key of one or several variants.
  struct Row {
    const Key* key;
    std::vector<std::string> words;  ///< of the chooser
    std::vector<std::string> forms;
  };

  /// The variants' keys; those that mean the same in several stand once.
  static std::vector<Row> grouped(const KeyTable& table) {
    std::vector<Row> rows;
    for (const auto& [word, keys] : table.variants) {
      for (const auto& key : keys) {
        auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) {
          return r.key->name == key.name && r.key->what == key.what && r.key->standard == key.standard;
        });
        if (row == rows.end()) row = rows.insert(rows.end(), {&key, {}, {}});
        row->words.push_back(word);
        const auto shown = form(key.shape);
        if (std::find(row->forms.begin(), row->forms.end(), shown) == row->forms.end()) row->forms.push_back(shown);
      }
    }
    return rows;
  }

  void row(const Row& r, const KeyTable& table) {
    const Key& key = *r.key;
    const auto standard = key.required ? "**required**" : key.standard.empty() ? "" : fmt::format("`{}`", key.standard);
    const bool always = r.words.empty() || r.words.size() == table.variants.size();
    const auto with = always ? "" : fmt::format(" (`{}: {}`)", table.chooser, fmt::join(r.words, ", "));
    page_ += fmt::format("| `{}`{} | {} | {} | {} |\n", key.name, with, fmt::join(r.forms, "; "), standard, key.what);
  }

  void below(const Shape& s) {
    if (s.table != nullptr) section(s.table());
    for (const auto& part : s.parts) below(part);
  }

  std::string page_;
  std::set<std::string> written_;
};

}  // namespace

std::string scenario_reference() { return PageWriter{}.write(); }

std::string_view example_scenario() { return reference_example; }

std::string_view gateway_example() { return reference_gateway_example; }

}  // namespace qoslab
