#include "analysis/units.h"

#include <array>

namespace qoslab {
namespace {

enum class Quantity { time, rate, ratio };

struct Unit {
  std::string_view name;
  Quantity quantity;
  int exponent;  ///< of ten, over the quantity's base unit
};

constexpr std::array units = std::to_array<Unit>({
    {"s", Quantity::time, 0},
    {"ms", Quantity::time, -3},
    {"us", Quantity::time, -6},
    {"µs", Quantity::time, -6},
    {"ns", Quantity::time, -9},
    {"bit/s", Quantity::rate, 0},
    {"kbit/s", Quantity::rate, 3},
    {"Mbit/s", Quantity::rate, 6},
    {"Gbit/s", Quantity::rate, 9},
    {"1", Quantity::ratio, 0},
    {"%", Quantity::ratio, -2},
});

const Unit* find(std::string_view name) {
  for (const auto& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

constexpr double power_of_ten(int n) { return n == 0 ? 1.0 : 10.0 * power_of_ten(n - 1); }

}  // namespace

std::optional<double> convert(double value, std::string_view from, std::string_view to) {
  const Unit* source = find(from);
  const Unit* target = find(to);
  if (source == nullptr || target == nullptr || source->quantity != target->quantity) return std::nullopt;
  const int shift = source->exponent - target->exponent;
  return shift >= 0 ? value * power_of_ten(shift) : value / power_of_ten(-shift);
}

}  // namespace qoslab
