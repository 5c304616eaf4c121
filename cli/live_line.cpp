#include "cli/live_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "helpers/results/output_directory.h"

namespace qoslab {

void LiveLine::operator()(const emulation::Relay& relay, Instant now) {
  if (kind_ == Progress::Kind::none) return;
  const double seconds = (now - before_).to_seconds();
  before_ = now;
  const auto& accounts = relay.accounts();
  seen_.resize(accounts.size());
  const auto lateness = relay.lateness().quantile(0.99);
  nlohmann::json json{{"at_s", now.since_start().to_seconds()}, {"accounts", nlohmann::json::array()}};
  if (lateness) json["lateness_p99_us"] = lateness->to_seconds() * 1e6;
  std::string text = fmt::format("{:.0f} s", now.since_start().to_seconds());
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    Seen sum{accounts[i].delivered.packets, accounts[i].delivered.bytes.bits(), accounts[i].lost_by_host.packets};
    for (const auto& [reason, count] : accounts[i].drops) sum.lost += count.packets;
    const Seen last = seen_[i];
    seen_[i] = sum;
    if (sum.delivered == last.delivered && sum.lost == last.lost) continue;
    const double frames = static_cast<double>(sum.delivered - last.delivered) / seconds;
    const double bits = static_cast<double>(sum.bits - last.bits) / seconds;
    const auto lost = sum.lost - last.lost;
    json["accounts"].push_back(
        {{"name", accounts[i].name}, {"frames_per_s", frames}, {"bits_per_s", bits}, {"lost", lost}});
    text += fmt::format(" | {} {:.3f} Mbit/s {:.0f} frame/s", accounts[i].name, bits / 1e6, frames);
    if (lost > 0) text += fmt::format(" {} lost", lost);
  }
  if (lateness) text += fmt::format(" | late {:.0f} us (99 %)", lateness->to_seconds() * 1e6);
  write_all(STDERR_FILENO, (kind_ == Progress::Kind::json ? json.dump() : text) + "\n", "standard error");
}

}  // namespace qoslab
