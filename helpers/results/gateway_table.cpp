#include "helpers/results/gateway_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

#include "helpers/results/numbers.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

constexpr double milli = 1000;

Cell text(std::string words) { return {std::move(words), Ink::plain}; }

const Estimate* find(const Estimates& metrics, std::string_view metric) {
  const auto found = metrics.find(metric);
  return found == metrics.end() ? nullptr : &found->second;
}

Cell cell(const Estimates& metrics, std::string_view metric, double factor = 1) {
  const auto* found = find(metrics, metric);
  return text(found == nullptr ? "" : figures(found->mean * factor));
}

/// Whole percents are enough to see what holds packets up; what there is of it is not 0.
std::string whole_percent(double percent) {
  return percent > 0 && percent < 0.5 ? "<1" : fmt::format("{:.0f}", percent);
}

/// For their own shaper, a parent, the port: "25/10/0".
Cell waited(const Estimates& metrics) {
  std::string words;
  for (const auto* reason : {"waited.own_shaper", "waited.parent", "waited.port"}) {
    const auto* percent = find(metrics, reason);
    if (percent == nullptr) return {};
    words += (words.empty() ? "" : "/") + whole_percent(percent->mean);
  }
  return text(std::move(words));
}

struct PacketUnit {
  const char* name = "packet/s";
  double factor = 1;
};

PacketUnit packet_unit_for(double largest) {
  if (largest >= 1e6) return {"Mpacket/s", 1e-6};
  if (largest >= 1e4) return {"kpacket/s", 1e-3};
  return {};
}

const char* short_name(const std::optional<Direction>& direction) {
  if (!direction) return "";
  return *direction == Direction::upstream ? "up" : "down";
}

/// Which subscribers a row is about.
std::string whose(const TrafficSubject& subject) {
  if (subject.group.empty()) return "all";
  return subject.subscriber ? fmt::format("{}[{}]", subject.group, *subject.subscriber) : subject.group;
}

RatedTable table_of(const std::vector<const TrafficReport*>& rows) {
  double bits = 0;
  double packets = 0;
  for (const auto* row : rows) {
    if (const auto* offered = find(row->metrics, "offered")) bits = std::max(bits, offered->mean);
    if (const auto* offered = find(row->metrics, "offered.packets")) packets = std::max(packets, offered->mean);
  }
  const auto packet_unit = packet_unit_for(packets);
  RatedTable result{Table{{{"group", false},
                           {"", false},
                           {"class", false},
                           {"offered", true, 8},
                           {"carried"},
                           {packet_unit.name, true, 5},
                           {"lost %"},
                           {"mean"},
                           {"p50", true, 4},
                           {"p99", true, 8},
                           {"p99.9", true, 6},
                           {"max"},
                           {"waited for", true, 7}}},
                    rate_unit_for(bits)};
  for (const auto* row : rows) {
    const auto& m = row->metrics;
    result.table.row({text(whose(row->subject)), text(short_name(row->subject.direction)),
                      text(row->subject.class_name), cell(m, "offered", result.unit.factor),
                      cell(m, "throughput", result.unit.factor), cell(m, "packets", packet_unit.factor),
                      cell(m, "loss"), cell(m, "delay.mean", milli), cell(m, "delay.p50", milli),
                      cell(m, "delay.p99", milli), cell(m, "delay.p999", milli), cell(m, "delay.max", milli),
                      waited(m)});
  }
  return result;
}

bool saw_something(const TrafficReport& report) {
  return report.sum.offered.packets > 0 || report.sum.arrived.packets > 0;
}

using Picks = std::function<bool(const TrafficSubject&)>;

void pick(std::vector<const TrafficReport*>& rows, const std::vector<TrafficReport>& traffic, const Picks& wanted) {
  for (const auto& report : traffic)
    if (wanted(report.subject) && saw_something(report)) rows.push_back(&report);
}

/// "bng.core.*" of "bng.core.3"; nothing of a level or an aggregate, which belong to a port.
std::string family_of(const std::string& name) {
  if (name.find('/') != std::string::npos) return "";
  return name.substr(0, name.rfind('.') + 1) + "*";
}

double value_of(const PlaceReport& place, std::string_view metric) {
  const auto* found = find(place.metrics, metric);
  return found == nullptr ? 0 : found->mean;
}

double sum_of_rates(const std::vector<const PlaceReport*>& places) {
  double sum = 0;
  for (const auto* place : places) sum += value_of(*place, "rate");
  return sum;
}

/// A row of the table: places of one kind.
struct Family {
  std::string name;
  std::vector<const PlaceReport*> places;
  std::optional<double> rate;  ///< of all of them; absent if they carry the same packets one after another
};

/// Cores, and links of each side, in order of their appearance.
std::vector<Family> families_of(const std::vector<PlaceReport>& places) {
  std::vector<Family> families;
  for (const auto& place : places) {
    const auto name = family_of(place.name);
    if (name.empty()) continue;
    const auto found = std::find_if(families.begin(), families.end(), [&](const Family& f) { return f.name == name; });
    auto& family = found == families.end() ? families.emplace_back(Family{name, {}, {}}) : *found;
    family.places.push_back(&place);
  }
  for (auto& family : families) {
    if (family.places.size() == 1) family.name = family.places.front()->name;
    family.rate = sum_of_rates(family.places);
  }
  return families;
}

/// Levels and aggregates: the busiest each alone, the others together.
void add_parts_of_ports(std::vector<Family>& families, const std::vector<PlaceReport>& places) {
  std::vector<const PlaceReport*> parts;
  for (const auto& place : places)
    if (family_of(place.name).empty()) parts.push_back(&place);
  const auto load = [](const PlaceReport* p) { return std::pair{value_of(*p, "busy"), value_of(*p, "rate")}; };
  std::stable_sort(parts.begin(), parts.end(), [&](const auto* a, const auto* b) { return load(a) > load(b); });
  constexpr std::size_t shown = 6;
  const auto alone = parts.size() <= shown + 1 ? parts.size() : shown;
  for (std::size_t i = 0; i < alone; ++i) families.push_back({parts[i]->name, {parts[i]}, sum_of_rates({parts[i]})});
  parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(alone));
  if (!parts.empty()) families.push_back({"other levels and aggregates", std::move(parts), std::nullopt});
}

std::vector<Cell> place_cells(const Family& family, RateUnit unit) {
  double most_waiting = 0;
  std::vector<double> busy;
  for (const auto* place : family.places) {
    most_waiting = std::max(most_waiting, value_of(*place, "most_waiting"));
    if (const auto* share = find(place->metrics, "busy")) busy.push_back(share->mean);
  }
  if (busy.size() < family.places.size()) busy.clear();  // part of them would pass for all
  const auto several = family.places.size() > 1;
  const auto percent = [&](bool wanted, auto share) {
    return text(wanted && !busy.empty() ? figures(100 * share()) : "");
  };
  return {
      text(family.name),
      text(several ? std::to_string(family.places.size()) : ""),
      text(family.rate ? figures(*family.rate * unit.factor) : ""),
      percent(several, [&] { return *std::min_element(busy.begin(), busy.end()); }),
      percent(true, [&] { return std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size()); }),
      percent(several, [&] { return *std::max_element(busy.begin(), busy.end()); }),
      text(most_waiting > 0 ? amount(most_waiting) : "")};
}

}  // namespace

RatedTable traffic_table(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  std::vector<const TrafficReport*> rows;
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.is_stream() && !s.subscriber; });
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.group.empty() && s.direction; });
  return table_of(rows);
}

RatedTable sample_table(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  std::vector<const TrafficReport*> rows;
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.is_stream() && s.subscriber; });
  const auto order = [](const TrafficSubject& s) { return std::tuple{s.group, s.subscriber, s.direction}; };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto* a, const auto* b) { return order(a->subject) < order(b->subject); });
  return table_of(rows);
}

RatedTable subscriber_table(const std::vector<SubscriberReport>& subscribers, const std::string& gateway) {
  double largest = 0;
  for (const auto& s : subscribers) largest = std::max(largest, s.max_bps);
  RatedTable result{Table{{{"group", false},
                           {"", false},
                           {"loaded", true, 8},
                           {"mean"},
                           {"worst"},
                           {"gets"},
                           {"% of offer", true, 7},
                           {"best"},
                           {"gets"},
                           {"% of offer", true, 7},
                           {"fairness", true, 6}}},
                    rate_unit_for(largest)};
  const auto rate = [&](double bps) { return text(figures(bps * result.unit.factor)); };
  const auto percent = [](double share) { return text(figures(100 * share)); };
  for (const auto& s : subscribers) {
    if (s.gateway != gateway) continue;
    const auto& worst = s.worst.front();
    const auto& best = s.best.front();
    result.table.row({text(s.group), text(short_name(s.direction)), text(std::to_string(s.loaded)), rate(s.mean_bps),
                      text(fmt::format("no. {}", worst.number)), rate(worst.arrived_bps), percent(worst.share),
                      text(fmt::format("no. {}", best.number)), rate(best.arrived_bps), percent(best.share),
                      text(s.fairness ? figures(*s.fairness) : "")});
  }
  return result;
}

RatedTable place_table(const std::vector<PlaceReport>& places) {
  auto families = families_of(places);
  add_parts_of_ports(families, places);
  double largest = 0;
  for (const auto& family : families) largest = std::max(largest, family.rate.value_or(0));
  RatedTable result{Table{{{"place", false},
                           {"number", true, 8},
                           {"rate"},
                           {"least busy %", true, 7},
                           {"busy %"},
                           {"most busy %", true, 8},
                           {"most waiting", true, 6}}},
                    rate_unit_for(largest)};
  for (const auto& family : families) result.table.row(place_cells(family, result.unit));
  return result;
}

std::string layer_of(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  for (const auto& report : traffic)
    if (report.subject.gateway == gateway && report.layer) return "at the " + to_string(*report.layer) + " layer";
  return "at its layer";
}

}  // namespace qoslab
