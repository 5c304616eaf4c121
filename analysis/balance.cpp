#include "analysis/balance.h"

#include <algorithm>
#include <array>

#include "analysis/traffic.h"

namespace qoslab {
namespace {

/// Flows and streams keep their books in fields of the same names.
template <typename T>
bool sound(const T& flow) {
  const auto counts_something = [](const Count& c) { return c.packets >= 0 && c.bytes >= Bytes{}; };
  const std::array sides{flow.sent, flow.delivered, flow.queued, flow.in_flight};
  return std::all_of(sides.begin(), sides.end(), counts_something) &&
         std::all_of(flow.drops.begin(), flow.drops.end(), [&](const auto& d) { return counts_something(d.second); });
}

template <typename T>
Books books(const T& flow) {
  Books books{flow.sent, flow.delivered, {}, flow.queued, flow.in_flight};
  for (const auto& [reason, count] : flow.drops) books.dropped += count;
  return books;
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

Books books_of(const FlowResults& flow) { return books(flow); }
Books books_of(const StreamResults& stream) { return books(stream); }

std::vector<BalanceViolation> violations(const Results& results) {
  std::vector<BalanceViolation> found;
  const auto audit = [&](const std::string& name, const auto& flow) {
    const Books books = books_of(flow);
    if (books.surplus() != Count{} || !sound(flow)) found.push_back({name, books});
  };
  for (const auto& flow : results.flows) audit(flow.name, flow);
  for (const auto& stream : results.gateway.streams) audit(name_of(subject_of(stream)), stream);
  return found;
}

}  // namespace qoslab
