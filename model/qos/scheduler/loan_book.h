// How inner classes of the ideal tree pass on what they are assured.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/start_tag.h"
#include "model/qos/scheduler/token_level.h"
#include "model/qos/scheduler/token_tree.h"

namespace qoslab {

/// A lender gives its credit to the leaves below it before they need it: by priority, and within one priority by
/// quantum, to those who have less than a burst of it. Were credit given only to who may send at this moment, a leaf
/// that its ceil makes wait would leave its share to others and take what it needs where it belongs to somebody else.
class LoanBook {
 public:
  explicit LoanBook(const TokenTree& tree);

  /// The level of the lowest lender from whom the leaf holds credit; nothing if it has none.
  [[nodiscard]] std::optional<std::size_t> lowest(int leaf) const;
  /// The leaf sends on that lender's credit, and asks for as much again.
  void draw(int leaf, std::size_t level, Bytes size);
  /// Does anybody ask this lender?
  [[nodiscard]] bool asked(int lender) const;
  /// The next loan, of at most the largest packet so far, paid from `own`: to whom; nothing if there is none.
  /// Precondition: `own` is filled.
  std::optional<int> lend(int lender, TokenLevel& own);

 private:
  struct Loan {
    int lender = -1;
    int number = 0;  ///< of the leaf, among those below the lender
    Bytes credit;    ///< not negative: a packet may go
    StartTag start = 0;
  };
  struct Lender {
    bool generous = false;                      ///< assured all that its ceil allows: who gets through has its credit
    std::vector<int> leaves;                    ///< below
    std::vector<IndexedHeap<StartTag>> asking;  ///< by priority rank; the members are numbers of leaves
    std::vector<StartTag> clock;                ///< by priority rank
  };
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  const TokenTree& tree_;
  std::vector<std::vector<Loan>> loans_;  ///< by leaf class and level; lender -1: none of that level
  std::vector<Lender> lenders_;           ///< by class
  Bytes largest_;
};

}  // namespace qoslab
