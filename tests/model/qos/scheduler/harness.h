// A line of a given rate that drains queues through a scheduler: what every scheduler's tests are driven by.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <ostream>
#include <random>
#include <utility>
#include <vector>

#include "model/qos/scheduler/scheduler.h"

namespace qoslab::test {

struct Arrival {
  Instant time;
  int child = 0;
  Bytes size;
};

/// A packet that left: `time` is when its first bit was sent, `end` when its last one was.
struct Departure {
  Instant time;
  int child = 0;
  Bytes size;
  Instant end;
  auto operator<=>(const Departure&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Departure& d) {
    return out << d.time.ps() << " ps: " << d.size.count() << " B of " << d.child;
  }
};

/// Owns a queue of sizes per child and keeps the scheduler's protocol: arrivals of an instant come before the choice at
/// that instant, the line asks when it is free and, after a refusal, when ready() says. Whatever a scheduler must
/// never do (name an idle child, be ready in the past, choose before it is ready) fails the test that runs.
class Line {
 public:
  Line(Scheduler& scheduler, int children, Rate rate)
      : scheduler_{scheduler}, rate_{rate}, queues_(std::size_t(children)), fillers_(std::size_t(children)) {}

  /// From its first packet on the child never runs empty: `size` is asked for each further packet.
  void keep_full(int child, std::function<Bytes()> size, Instant from = {}) {
    filled_.push_back({from, child, size()});
    fillers_.at(std::size_t(child)) = std::move(size);
  }
  void keep_full(int child, Bytes size, Instant from = {}) {
    keep_full(
        child, [size] { return size; }, from);
  }

  /// Departures that begin in [from, until). May be called again to go on; `arrivals` need not be sorted, but none may
  /// lie before `from`.
  std::vector<Departure> run(std::vector<Arrival> arrivals, Instant from, Instant until) {
    arrivals.insert(arrivals.end(), filled_.begin(), filled_.end());
    filled_.clear();
    std::ranges::stable_sort(arrivals, {}, &Arrival::time);
    std::vector<Departure> departures;
    auto next = arrivals.begin();
    for (Instant now = std::max(from, free_); now < until;) {
      while (next != arrivals.end() && next->time <= now) take(*next++);
      const bool sent = send(now, departures);
      const Instant arrival = next == arrivals.end() ? Instant::never() : next->time;
      now = sent ? free_ : std::min(arrival, wait(now));
      while (next != arrivals.end() && next->time < std::min(now, until)) take(*next++);
    }
    while (next != arrivals.end() && next->time < until) take(*next++);
    return departures;
  }

  [[nodiscard]] Bytes waiting(int child) const {
    Bytes sum;
    for (const Bytes size : queues_.at(std::size_t(child))) sum += size;
    return sum;
  }

 private:
  void take(const Arrival& arrival) {
    auto& queue = queues_.at(std::size_t(arrival.child));
    queue.push_back(arrival.size);
    if (queue.size() == 1) scheduler_.wake(arrival.child, arrival.size, arrival.time);
  }

  bool send(Instant now, std::vector<Departure>& departures) {
    const Instant ready = scheduler_.ready(now);
    EXPECT_GE(ready, now) << "ready in the past";
    const std::optional<int> child = scheduler_.choose(now);
    if (!child) return false;
    EXPECT_EQ(ready, now) << "chose child " << *child << " before it was ready";
    auto& queue = queues_.at(std::size_t(*child));
    if (queue.empty()) {
      ADD_FAILURE() << "named child " << *child << ", which has nothing";
      return false;
    }
    const Bytes size = queue.front();
    queue.pop_front();
    if (const auto& more = fillers_.at(std::size_t(*child)); more && queue.empty()) queue.push_back(more());
    scheduler_.sent(*child, size, queue.empty() ? std::nullopt : std::optional{queue.front()}, now);
    free_ = now + time_to_send(size, rate_);
    departures.push_back({now, *child, size, free_});
    return true;
  }

  Instant wait(Instant now) {
    const Instant ready = scheduler_.ready(now);
    EXPECT_GT(ready, now) << "ready although nothing could be chosen";
    const bool idle = std::ranges::all_of(queues_, [](const auto& queue) { return queue.empty(); });
    EXPECT_EQ(idle, ready == Instant::never()) << "never ready is for when nothing waits";
    return ready > now ? ready : Instant::never();
  }

  Scheduler& scheduler_;
  Rate rate_;
  std::vector<std::deque<Bytes>> queues_;
  std::vector<std::function<Bytes()>> fillers_;
  std::vector<Arrival> filled_;
  Instant free_;
};

/// How many bytes each of `children` sent.
inline std::vector<std::int64_t> bytes_by_child(const std::vector<Departure>& departures, int children) {
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(children));
  for (const Departure& d : departures) bytes.at(std::size_t(d.child)) += d.size.count();
  return bytes;
}

/// Bursts of one to eight packets for random children, at about `load` of a line of `rate`.
inline std::vector<Arrival> random_arrivals(std::mt19937_64& random, int children, int bursts, double load, Rate rate,
                                            const std::vector<Bytes>& sizes) {
  std::vector<Arrival> arrivals;
  Instant now;
  for (int i = 0; i < bursts; ++i) {
    const auto child = static_cast<int>(random() % std::uint64_t(children));
    Bytes sum;
    for (std::uint64_t n = 1 + random() % 8; n > 0; --n) {
      arrivals.push_back({now, child, sizes.at(random() % sizes.size())});
      sum += arrivals.back().size;
    }
    const double mean = time_to_send(sum, rate).to_seconds() / load;
    now += Duration::from_seconds(mean * 2 * static_cast<double>(random() % 1'000'000) / 1e6);
  }
  return arrivals;
}

/// Nothing stands still while something waits, and nobody's packets are reordered, lost or invented. For schedulers
/// that never hold a packet back.
inline void expect_work_conserving(std::vector<Arrival> arrivals, const std::vector<Departure>& departures) {
  std::ranges::stable_sort(arrivals, {}, &Arrival::time);
  ASSERT_EQ(departures.size(), arrivals.size());
  Instant free;
  std::size_t arrived = 0;
  for (std::size_t i = 0; i < departures.size(); ++i) {
    while (arrived < arrivals.size() && arrivals[arrived].time <= free) ++arrived;
    const Instant expected = arrived > i ? free : arrivals.at(i).time;
    ASSERT_EQ(departures[i].time, expected) << "departure " << i;
    free = departures[i].end;
  }
  for (int child = 0;; ++child) {
    std::vector<Bytes> in;
    std::vector<Bytes> out;
    for (const Arrival& a : arrivals) {
      if (a.child == child) in.push_back(a.size);
    }
    for (const Departure& d : departures) {
      if (d.child == child) out.push_back(d.size);
    }
    ASSERT_EQ(in, out) << "child " << child;
    if (std::ranges::none_of(arrivals, [child](const Arrival& a) { return a.child > child; })) break;
  }
}

}  // namespace qoslab::test
