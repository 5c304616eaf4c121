#include "analysis/balance.h"

#include <algorithm>
#include <array>

namespace qoslab {
namespace {

bool sound(const FlowResults& flow) {
  const auto counts_something = [](const Count& c) { return c.packets >= 0 && c.bytes >= Bytes{}; };
  const std::array sides{flow.sent, flow.delivered, flow.queued, flow.in_flight};
  return std::all_of(sides.begin(), sides.end(), counts_something) &&
         std::all_of(flow.drops.begin(), flow.drops.end(), [&](const auto& d) { return counts_something(d.second); });
}

}  // namespace

Count Books::surplus() const {
  return {delivered.packets + dropped.packets + queued.packets + in_flight.packets - sent.packets,
          delivered.bytes + dropped.bytes + queued.bytes + in_flight.bytes - sent.bytes};
}

Books& Books::operator+=(const Books& other) {
  sent += other.sent;
  delivered += other.delivered;
  dropped += other.dropped;
  queued += other.queued;
  in_flight += other.in_flight;
  return *this;
}

Books books_of(const FlowResults& flow) {
  Books books{flow.sent, flow.delivered, {}, flow.queued, flow.in_flight};
  for (const auto& [reason, count] : flow.drops) books.dropped += count;
  return books;
}

std::vector<BalanceViolation> violations(const Results& results) {
  std::vector<BalanceViolation> found;
  for (const auto& flow : results.flows) {
    const Books books = books_of(flow);
    const Count surplus = books.surplus();
    if (surplus != Count{} || !sound(flow)) found.push_back({flow.name, books});
  }
  return found;
}

}  // namespace qoslab
