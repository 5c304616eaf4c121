#include "model/ns3/live_readings.h"

#include <algorithm>

#include "model/ns3/clock.h"

namespace qoslab {
namespace {

using Clock = std::chrono::steady_clock;

LiveTraffic operator-(LiveTraffic now, const LiveTraffic& before) {
  now.over = now.over - before.over;
  now.offered -= before.offered;
  now.arrived -= before.arrived;
  now.lost -= before.lost;
  now.delays -= before.delays;
  now.delay_sum -= before.delay_sum;
  return now;
}

LiveFlow& operator+=(LiveFlow& sum, const LiveFlow& flow) {
  sum.payload += flow.payload;
  sum.ended += flow.ended;
  sum.lost += flow.lost;
  sum.delays += flow.delays;
  sum.delay_sum += flow.delay_sum;
  return sum;
}

}  // namespace

LiveReadings::LiveReadings(const Ledger& ledger, const std::list<GatewayHost>& gateways, Instant from, Tell tell,
                           Duration pause)
    : ledger_{ledger},
      gateways_{gateways},
      tell_{std::move(tell)},
      pause_{pause / Duration::nanoseconds(1)},
      before_{from},
      told_{Clock::now()} {}

void LiveReadings::look() {
  if (!tell_ || Clock::now() - told_ < pause_) return;
  read();
}

void LiveReadings::look_at_the_end() {
  if (tell_) read();
}

void LiveReadings::read() {
  if (now() <= before_) return;
  told_ = Clock::now();
  LiveReading reading{now(), now() - before_, flows(), traffic()};
  before_ = now();
  tell_(reading);
}

std::vector<LiveFlow> LiveReadings::flows() {
  const auto& accounts = ledger_.accounts();
  seen_.resize(accounts.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < accounts.size(); ++i)
    if (ledger_.keeps_samples(i)) ++count;
  const bool many = count > most_flows;
  std::vector<LiveFlow> all;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    if (!ledger_.keeps_samples(i)) continue;
    const auto& a = accounts[i];
    const Seen now{a.payload, (a.offered - a.open).packets, a.carried.packets, a.delays.size()};
    const Seen before = std::exchange(seen_[i], now);
    LiveFlow flow;
    flow.payload = now.payload - before.payload;
    flow.ended = now.ended - before.ended;
    flow.lost = flow.ended - (now.carried - before.carried);
    flow.delays = static_cast<std::int64_t>(now.delays - before.delays);
    for (std::size_t d = before.delays; d < now.delays; ++d) flow.delay_sum += a.delays[d].delay.ps();
    const auto [place, fresh] = places.try_emplace(many ? a.label : a.name, all.size());
    if (fresh) all.emplace_back().name = place->first;
    all[place->second] += flow;
  }
  if (all.size() > most_flows) all.resize(most_flows);
  return all;
}

std::vector<LiveTraffic> LiveReadings::traffic() {
  std::vector<LiveTraffic> now;
  for (const auto& gateway : gateways_) {
    auto totals = gateway.totals();
    now.insert(now.end(), totals.begin(), totals.end());
  }
  seen_there_.resize(now.size());
  auto lately = now;
  for (std::size_t i = 0; i < lately.size(); ++i) lately[i] = now[i] - seen_there_[i];
  seen_there_ = std::move(now);
  return lately;
}

}  // namespace qoslab
