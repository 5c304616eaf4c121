#include "model/qos/scheduler/tree_advice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>

#include "model/qos/scheduler/token_tree.h"
#include "model/units/parse.h"

namespace qoslab {

namespace {

using Kind = Finding::Kind;

constexpr double reported_delay = 1;  // seconds
constexpr double reported_difference = 0.01;

double in_bps(Rate rate) { return static_cast<double>(rate.bps()); }

std::string digits(double value, int most) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", most, value);
  return text.data();
}

/// To four digits; what is exact and short is better printed by to_string.
std::string about(double bps) {
  if (bps >= 1e9) return digits(bps / 1e9, 4) + " Gbit/s";
  if (bps >= 1e6) return digits(bps / 1e6, 4) + " Mbit/s";
  if (bps >= 1e3) return digits(bps / 1e3, 4) + " kbit/s";
  return bps >= 1 ? digits(bps, 4) + " bit/s" : "nothing";
}

std::string percent(double part, double whole) { return std::to_string(std::llround(100 * part / whole)) + " %"; }

/// What passes through each class when the leaves send at `rates`.
std::vector<double> by_class(const TokenTree& tree, const std::vector<double>& rates) {
  std::vector<double> through(tree.size());
  for (std::size_t leaf = 0; leaf < rates.size(); ++leaf)
    for (int c = tree.leaf(static_cast<int>(leaf)); c >= 0; c = tree.parent(c))
      through[static_cast<std::size_t>(c)] += rates[leaf];
  return through;
}

class TreeReport {
 public:
  TreeReport(const TokenTree& tree, TokenTreeRules rules, Bytes largest)
      : tree_{tree}, rules_{rules}, largest_{largest} {}

  void rate_above_ceil(int c) {
    const auto& [rate, ceil] = std::tie(tree_.config(c).rate, tree_.config(c).ceil);
    if (rate > ceil)
      add(c, Kind::rate_above_ceil, in_bps(rate), in_bps(ceil),
          "its rate of " + to_string(rate) + " exceeds its ceil of " + to_string(ceil),
          "a ceil of at least " + to_string(rate));
  }

  void structure(int c) {
    if (tree_.is_leaf(c))
      small_quantum(c);
    else
      oversubscribed(c);
    if (tree_.parent(c) < 0) ceil_out_of_reach(c);
    small_burst(c, "burst", tree_.config(c).burst);
    small_burst(c, "cburst", tree_.config(c).cburst);
  }

  void unlike_ideal(int c, double kernel, double ideal) {
    if (std::abs(kernel - ideal) <= reported_difference * std::max(kernel, ideal)) return;
    std::string text = "sends " + about(kernel) + " by the kernel's rules, " + about(ideal) + " in the ideal tree";
    if (ideal >= 1) text += ": " + percent(kernel, ideal);
    add(c, Kind::unlike_ideal, kernel, ideal, text, kernel > ideal ? "rates that fit into the ceils above them" : "");
  }

  std::vector<Finding> findings() && {
    std::ranges::stable_sort(findings_, {}, [](const Finding& f) { return std::pair{f.class_index, f.kind}; });
    return std::move(findings_);
  }
  [[nodiscard]] bool empty() const { return findings_.empty(); }

 private:
  void add(int c, Kind kind, double actual, double limit, std::string text, std::string remedy) {
    findings_.push_back({c, kind, actual, limit, std::move(text), std::move(remedy)});
  }

  void oversubscribed(int c) {
    Rate sum;
    for (const int child : tree_.children(c)) sum += tree_.config(child).rate;
    const Rate ceil = tree_.config(c).ceil;
    if (sum <= ceil) return;
    const std::string consequence = rules_ == TokenTreeRules::kernel
                                        ? ": no parent holds a class within its rate, they may exceed it"
                                        : ": they shrink in proportion";
    add(c, Kind::oversubscribed, in_bps(sum), in_bps(ceil),
        "its children's rates add up to " + to_string(sum) + ", " + percent(in_bps(sum), in_bps(ceil)) +
            " of its ceil of " + to_string(ceil) + consequence,
        "rates of " + to_string(ceil) + " in all; ceils say how much each may have at most");
  }

  void ceil_out_of_reach(int c) {
    const auto& [rate, ceil] = std::tie(tree_.config(c).rate, tree_.config(c).ceil);
    if (rules_ != TokenTreeRules::kernel || rate >= ceil) return;
    add(c, Kind::ceil_out_of_reach, in_bps(ceil), in_bps(rate),
        "a root has nobody to borrow from: it lends no more than its rate of " + to_string(rate),
        "a rate of " + to_string(ceil));
  }

  void small_quantum(int c) {
    const Bytes quantum = tree_.config(c).quantum;
    if (quantum >= largest_) return;
    add(c, Kind::small_quantum, static_cast<double>(quantum.count()), static_cast<double>(largest_.count()),
        "its quantum of " + to_string(quantum) + " lies below its largest packet of " + to_string(largest_) +
            ": shares stay as written, but the kernel would share by packets",
        "at least " + to_string(largest_) + ", others in proportion");
  }

  void small_burst(int c, const char* which, Bytes burst) {
    if (burst >= largest_) return;
    add(c, Kind::small_burst, static_cast<double>(burst.count()), static_cast<double>(largest_.count()),
        std::string{"its "} + which + " of " + to_string(burst) + " lies below one packet of " + to_string(largest_) +
            ": it loses credit whenever it has to wait",
        "at least " + to_string(largest_));
  }

  const TokenTree& tree_;
  TokenTreeRules rules_;
  Bytes largest_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> tree_advice(const std::vector<TokenTreeClass>& classes, TokenTreeRules rules, const TreeLoad& load,
                                 Bytes largest) {
  const TokenTree tree{classes};
  const int size = static_cast<int>(tree.size());
  TreeReport report{tree, rules, largest};
  for (int c = 0; c < size; ++c) report.rate_above_ceil(c);
  if (!report.empty()) return std::move(report).findings();
  for (int c = 0; c < size; ++c) report.structure(c);
  if (rules == TokenTreeRules::kernel) {
    const auto kernel = by_class(tree, htb_rates(classes, load));
    const auto ideal = by_class(tree, ideal_rates(classes, load));
    for (int c = 0; c < size; ++c)
      report.unlike_ideal(c, kernel[static_cast<std::size_t>(c)], ideal[static_cast<std::size_t>(c)]);
  }
  return std::move(report).findings();
}

double standing_delay(const FullQueue& queue) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  double packets = endless;
  if (queue.limit.packets) packets = static_cast<double>(*queue.limit.packets);
  if (queue.limit.bytes)
    packets = std::min(packets, std::floor(static_cast<double>(queue.limit.bytes->count()) /
                                           static_cast<double>(queue.ip_size.count())));
  if (packets == endless || queue.rate == Rate{}) return endless;
  return packets * static_cast<double>(queue.size.bits()) / in_bps(queue.rate);
}

std::optional<Finding> queue_advice(int class_index, const FullQueue& queue) {
  const double delay = standing_delay(queue);
  if (delay <= reported_delay) return std::nullopt;
  Finding finding{.class_index = class_index,
                  .kind = Kind::standing_delay,
                  .actual = delay,
                  .limit = reported_delay,
                  .text = "",
                  .remedy = "a shorter queue, or CoDel"};
  if (std::isinf(delay)) {
    finding.text = "its full queue grows without end";
    return finding;
  }
  finding.text = "when full, packets of " + to_string(queue.size) + " stand in its queue for " + digits(delay, 3) +
                 " s at " + to_string(queue.rate);
  return finding;
}

}  // namespace qoslab
