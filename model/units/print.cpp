#include <span>

#include "model/units/parse.h"
#include "model/units/unit_table.h"

namespace qoslab {
namespace {

using unit_table::Unit;

// A whole number up to this many digits reads better than a fraction: 1500 B, not 1.5 kB.
constexpr std::size_t most_digits = 5;

std::string with_unit(std::string digits, const Unit& unit) { return std::move(digits) + " " + std::string{unit.name}; }

/// `n` in a decimal unit, exactly. `scale` is a power of ten.
std::string decimal(std::uint64_t n, std::uint64_t scale) {
  std::string fraction = std::to_string(scale + n % scale).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(n / scale) + (fraction.empty() ? "" : "." + fraction);
}

constexpr bool is_power_of_ten(std::uint64_t n) {
  while (n % 10 == 0) n /= 10;
  return n == 1;
}

std::string shortest(std::uint64_t n, std::span<const Unit> units, const Unit& unit_of_zero) {
  if (n == 0) return with_unit("0", unit_of_zero);
  std::string digits;
  const Unit* best = nullptr;
  const Unit* largest_decimal = &units.front();
  for (const auto& unit : units) {
    const auto scale = static_cast<std::uint64_t>(unit.scale);
    if (!unit.printed || scale > n) continue;
    if (is_power_of_ten(scale)) largest_decimal = &unit;
    if (n % scale != 0) continue;
    std::string whole = std::to_string(n / scale);
    if (best != nullptr && whole.size() >= digits.size()) continue;
    digits = std::move(whole);
    best = &unit;
  }
  if (best != nullptr && digits.size() <= most_digits) return with_unit(std::move(digits), *best);
  return with_unit(decimal(n, static_cast<std::uint64_t>(largest_decimal->scale)), *largest_decimal);
}

}  // namespace

std::string to_string(Rate rate) {
  return shortest(static_cast<std::uint64_t>(rate.bps()), unit_table::rates, unit_table::rates.front());
}

std::string to_string(Bytes size) {
  return shortest(static_cast<std::uint64_t>(size.count()), unit_table::sizes, unit_table::sizes.front());
}

std::string to_string(Duration time) {
  const bool negative = time < Duration{};
  const auto bits = static_cast<std::uint64_t>(time.ps());
  constexpr Unit second{"s", 1};
  return (negative ? "-" : "") + shortest(negative ? 0 - bits : bits, unit_table::times, second);
}

std::string to_string(Layer layer) { return std::string{unit_table::layers.at(static_cast<std::size_t>(layer))}; }

std::string to_string(LayeredRate rate) { return to_string(rate.rate) + " " + to_string(rate.layer); }

}  // namespace qoslab
