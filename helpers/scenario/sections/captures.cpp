#include "helpers/scenario/sections/captures.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/traffic_trace/trace_file.h"
#include "model/bng/streams.h"

namespace qoslab::sections {
namespace {

constexpr std::int64_t largest_frame_sent = 9216;

}  // namespace

const Captures::File& Captures::file(const std::string& path) {
  const auto [known, is_new] = files_.try_emplace(path);
  if (!is_new) return known->second;
  auto& read = known->second;
  if (const auto trace = read_trace(path)) {
    read.trace = std::make_shared<const Trace>(*trace);
    const auto& faults = read.trace->faults;
    if (std::any_of(faults.begin(), faults.end(), [](auto count) { return count > 0; })) read.skipped = summary(*trace);
  } else {
    read.fault = trace.error();
  }
  return read;
}

std::shared_ptr<const Trace> Captures::of_family(const std::string& path, bool ipv6) {
  auto& known = of_one_family_[{path, ipv6}];
  if (known) return known;
  Trace kept = *file(path).trace;
  std::erase_if(kept.packets, [&](const TracePacket& p) { return p.ipv6 != ipv6; });
  known = std::make_shared<const Trace>(std::move(kept));
  return known;
}

std::shared_ptr<const Trace> Captures::of(const Fields& traffic, const std::string& path,
                                          const SubscriberGroupSpec& group, Diagnostics& out) {
  const auto& read = file(path);
  const auto at = traffic.place("trace");
  if (!read.trace) {
    error(out, at, read.fault, "a pcap or pcapng file of an Ethernet link is wanted");
    return nullptr;
  }
  if (!read.skipped.empty()) note(out, at, path + ": " + read.skipped, "the others are sent");
  auto trace = read.trace;
  if (!group.ipv4 || !group.ipv6) {
    const bool ipv6 = group.ipv6.has_value();
    trace = of_family(path, ipv6);
    const auto left_out = read.trace->packets.size() - trace->packets.size();
    const auto family = fmt::format("group '{}' has no IPv{}", group.name, ipv6 ? 4 : 6);
    if (trace->packets.empty()) {
      error(out, at, fmt::format("{}: all of its packets are of IPv{}, and {}", path, ipv6 ? 4 : 6, family),
            fmt::format("give the group ipv{}", ipv6 ? 4 : 6));
      return nullptr;
    }
    if (left_out > 0)
      note(out, at,
           fmt::format("{}: {} of {} packets are left out, {}", path, left_out, read.trace->packets.size(), family),
           "the others are sent");
  }
  const Bytes largest = largest_frame(*trace) + bng::tag_bytes(group);
  if (largest > Bytes{largest_frame_sent}) {
    error(out, at, fmt::format("{}: holds a frame of {}, with the group's tags", path, to_string(largest)),
          fmt::format("at most {}; capture where segments are not put together", to_string(Bytes{largest_frame_sent})));
    return nullptr;
  }
  return trace;
}

}  // namespace qoslab::sections
