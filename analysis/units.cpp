#include "analysis/units.h"

#include <cstdint>
#include <numeric>

#include "model/units/unit_table.h"

namespace qoslab {
namespace {

enum class Quantity { time, rate, packet_rate, ratio };

struct Unit {
  Quantity quantity;
  std::int64_t scale;
};

constexpr auto ratios = std::to_array<unit_table::Unit>({{"%", 1}, {"1", 100}});

std::optional<Unit> find(std::string_view name) {
  for (const auto& unit : unit_table::times)
    if (unit.name == name) return Unit{Quantity::time, unit.scale};
  for (const auto& unit : unit_table::rates)
    if (unit.name == name) return Unit{Quantity::rate, unit.scale};
  for (const auto& unit : unit_table::packet_rates)
    if (unit.name == name) return Unit{Quantity::packet_rate, unit.scale};
  for (const auto& unit : ratios)
    if (unit.name == name) return Unit{Quantity::ratio, unit.scale};
  return std::nullopt;
}

}  // namespace

std::optional<double> convert(double value, std::string_view from, std::string_view to) {
  const auto source = find(from);
  const auto target = find(to);
  if (!source || !target || source->quantity != target->quantity) return std::nullopt;
  const auto common = std::gcd(source->scale, target->scale);
  return value * static_cast<double>(source->scale / common) / static_cast<double>(target->scale / common);
}

}  // namespace qoslab
