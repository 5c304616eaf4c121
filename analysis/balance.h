// Nothing is lost in the books: sent = delivered + dropped + queued + in flight.
#pragma once

#include <string>
#include <vector>

#include "model/results/results.h"

namespace qoslab {

/// The books of one flow, or of several added up.
struct Books {
  Count sent;
  Count delivered;
  Count dropped;
  Count queued;
  Count in_flight;

  /// What the right side of the equation has too much (negative: too little).
  [[nodiscard]] Count surplus() const;
  Books& operator+=(const Books& other);
};

Books books_of(const FlowResults& flow);
Books books_of(const StreamResults& stream);

struct BalanceViolation {
  std::string flow;  ///< or the subject of a gateway's stream
  Books books;
};

/// The flows and streams whose books do not balance in packets and bytes, or hold a negative number.
std::vector<BalanceViolation> violations(const Results& results);

}  // namespace qoslab
