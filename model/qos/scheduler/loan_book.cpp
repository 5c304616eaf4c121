#include "model/qos/scheduler/loan_book.h"

#include <algorithm>

namespace qoslab {

LoanBook::LoanBook(const TokenTree& tree)
    : tree_{tree}, loans_(tree.size(), std::vector<Loan>(tree.levels())), lenders_(tree.size()) {
  for (std::size_t c = 0; c < tree.size(); ++c) {
    const TokenTreeClass& config = tree.config(static_cast<int>(c));
    lenders_[c].generous = config.rate >= config.ceil;
  }
  for (const int leaf : tree.leaves()) {
    for (int c = tree.parent(leaf); c >= 0; c = tree.parent(c)) {
      std::vector<int>& below = lenders_[at(c)].leaves;
      loans_[at(leaf)][tree.level(c)] = {
          .lender = c, .number = static_cast<int>(below.size()), .credit = tree.config(leaf).burst};
      below.push_back(leaf);
    }
  }
  for (Lender& lender : lenders_) {
    if (lender.leaves.empty()) continue;
    lender.asking.assign(tree.ranks(), IndexedHeap<StartTag>{lender.leaves.size()});
    lender.clock.assign(tree.ranks(), 0);
  }
}

std::optional<std::size_t> LoanBook::lowest(int leaf) const {
  const std::vector<Loan>& loans = loans_[at(leaf)];
  for (std::size_t level = 1; level < loans.size(); ++level)
    if (const Loan& loan = loans[level];
        loan.lender >= 0 && (loan.credit >= Bytes{} || lenders_[at(loan.lender)].generous))
      return level;
  return std::nullopt;
}

void LoanBook::draw(int leaf, std::size_t level, Bytes size) {
  Loan& loan = loans_[at(leaf)][level];
  Lender& lender = lenders_[at(loan.lender)];
  if (lender.generous) return;
  const std::size_t rank = tree_.rank(leaf);
  loan.credit -= size;
  largest_ = std::max(largest_, size);
  if (lender.asking[rank].contains(loan.number)) return;
  loan.start = std::max(loan.start, lender.clock[rank]);
  lender.asking[rank].push(loan.number, loan.start);
}

bool LoanBook::asked(int lender) const {
  const auto& asking = lenders_[at(lender)].asking;
  return std::any_of(asking.begin(), asking.end(), [](const auto& rank) { return !rank.empty(); });
}

std::optional<int> LoanBook::lend(int lender, TokenLevel& own) {
  Lender& from = lenders_[at(lender)];
  if (!own.may_send()) return std::nullopt;
  for (std::size_t rank = 0; rank < from.asking.size(); ++rank) {
    IndexedHeap<StartTag>& asking = from.asking[rank];
    if (asking.empty()) continue;
    const int leaf = from.leaves[at(asking.top())];
    Loan& loan = loans_[at(leaf)][tree_.level(lender)];
    const Bytes missing = tree_.config(leaf).burst - loan.credit;
    const Bytes amount = std::min(missing, largest_);
    own.take(amount, Credit::of(amount));
    from.clock[rank] = loan.start;
    loan.start += tag_step(amount, tree_.config(leaf).quantum.count());
    loan.credit += amount;
    if (amount == missing)
      asking.erase(loan.number);
    else
      asking.set(loan.number, loan.start);
    return leaf;
  }
  return std::nullopt;
}

}  // namespace qoslab
