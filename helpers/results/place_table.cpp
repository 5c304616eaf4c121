#include "helpers/results/place_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "analysis/rates.h"
#include "helpers/results/cells.h"

namespace qoslab {
namespace {

/// "bng.core.*" of "bng.core.3"; nothing of a level or an aggregate, which belong to a port.
std::string family_of(const std::string& name) {
  if (name.find('/') != std::string::npos) return "";
  return name.substr(0, name.rfind('.') + 1) + "*";
}

double sum_of_rates(const std::vector<const PlaceReport*>& places) {
  double sum = 0;
  for (const auto* place : places) sum += value_of(place->metrics, "rate");
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

/// A port has eight levels; most scenarios use few of them.
bool is_idle_level(const PlaceReport& place) {
  return place.sent.packets == 0 && place.name.find("/level") != std::string::npos;
}

/// Levels and aggregates: the busiest each alone, the others together.
void add_parts_of_ports(std::vector<Family>& families, const std::vector<PlaceReport>& places) {
  std::vector<const PlaceReport*> parts;
  for (const auto& place : places)
    if (family_of(place.name).empty() && !is_idle_level(place)) parts.push_back(&place);
  const auto load = [](const PlaceReport* p) {
    return std::pair{value_of(p->metrics, "busy"), value_of(p->metrics, "rate")};
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const auto* a, const auto* b) { return load(a) > load(b); });
  constexpr std::size_t shown = 6;
  const auto alone = parts.size() <= shown + 1 ? parts.size() : shown;
  for (std::size_t i = 0; i < alone; ++i) families.push_back({parts[i]->name, {parts[i]}, sum_of_rates({parts[i]})});
  parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(alone));
  if (parts.empty()) return;
  const auto full =
      std::count_if(parts.begin(), parts.end(), [](const auto* p) { return value_of(p->metrics, "busy") > 90; });
  families.push_back(
      {fmt::format("{} more, {} of them above 90 % busy", parts.size(), full == 0 ? "none" : std::to_string(full)),
       std::move(parts),
       {}});
}

std::vector<Cell> place_cells(const Family& family, RateUnit unit) {
  double most_waiting = 0;
  std::vector<double> busy;
  for (const auto* place : family.places) {
    most_waiting = std::max(most_waiting, value_of(place->metrics, "most_waiting"));
    if (const auto* share = find(place->metrics, "busy")) busy.push_back(share->mean);
  }
  if (busy.size() < family.places.size()) busy.clear();  // part of them would pass for all
  const auto several = family.places.size() > 1;
  const auto percent = [&](bool wanted, auto share) {
    return text_cell(wanted && !busy.empty() ? figures(share()) : "");
  };
  return {
      text_cell(family.name),
      text_cell(std::to_string(family.places.size())),
      text_cell(family.rate ? figures(*family.rate * unit.factor) : ""),
      percent(several, [&] { return *std::min_element(busy.begin(), busy.end()); }),
      percent(true, [&] { return std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size()); }),
      percent(several, [&] { return *std::max_element(busy.begin(), busy.end()); }),
      text_cell(most_waiting > 0 ? amount(most_waiting) : "")};
}

}  // namespace

RatedTable aggregate_table(const std::vector<AggregateLevelReport>& aggregates) {
  const auto rate = [](const AggregateLevelReport& level, const Count& count) {
    return rate_over(count.bytes, level.measured).value_or(0);
  };
  double largest = 0;
  for (const auto& level : aggregates) largest = std::max(largest, rate(level, level.sum.offered));
  RatedTable result{Table{{{"level", false},
                           {"", false},
                           {"number", true, 8},
                           {"offered", true, 8},
                           {"carried", true, 9},
                           {"lost %", true, 9, "-"},
                           {"worst", false, 7},
                           {"offered", true, 4},
                           {"carried", true, 5},
                           {"lost %", true, 7, "-"},
                           {"best", false, 3},
                           {"lost %", true, 2, "-"}}},
                    rate_unit_for(largest)};
  const auto rate_cell = [&](const AggregateLevelReport& level, const Count& count) {
    return text_cell(figures(rate(level, count) * result.unit.factor));
  };
  const auto loss_cell = [](const AggregateTotals& totals) {
    return text_cell(totals.loss() ? figures(*totals.loss()) : "");
  };
  for (const auto& level : aggregates)
    result.table.row({text_cell(level.gateway + " " + level.level), text_cell(short_name(level.direction)),
                      text_cell(std::to_string(level.number)), rate_cell(level, level.sum.offered),
                      rate_cell(level, level.sum.arrived), loss_cell(level.sum), text_cell(level.worst.name),
                      rate_cell(level, level.worst.offered), rate_cell(level, level.worst.arrived),
                      loss_cell(level.worst), text_cell(level.best.name), loss_cell(level.best)});
  return result;
}

RatedTable place_table(const std::vector<PlaceReport>& places) {
  auto families = families_of(places);
  add_parts_of_ports(families, places);
  double largest = 0;
  for (const auto& family : families) largest = std::max(largest, family.rate.value_or(0));
  RatedTable result{Table{{{"place", false},
                           {"number", true, 8},
                           {"rate", true, 9, "-"},
                           {"least busy %", true, 7, "-"},
                           {"busy %", true, 9, "-"},
                           {"most busy %", true, 8, "-"},
                           {"most waiting", true, 6, "-"}}},
                    rate_unit_for(largest)};
  for (const auto& family : families) result.table.row(place_cells(family, result.unit));
  return result;
}

}  // namespace qoslab
