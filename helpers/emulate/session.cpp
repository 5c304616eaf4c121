#include "helpers/emulate/session.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/link_news.h"
#include "helpers/emulate/real_time_rights.h"
#include "helpers/emulate/self_test.h"

namespace qoslab::emulation {
namespace {

template <typename Port>
std::vector<FramePort*> frame_ports(const std::vector<std::unique_ptr<Port>>& ports) {
  std::vector<FramePort*> result;
  for (const auto& port : ports) result.push_back(port.get());
  return result;
}

/// No larger frames come in than the devices carry, with three tags. What is locked into memory is so no more than
/// needed.
Relay::Capacity capacity_for(const std::vector<Binding>& bindings) {
  constexpr std::size_t mac_and_tags = 14 + 3 * 4;
  Relay::Capacity capacity;
  capacity.largest = 0;
  for (const auto& binding : bindings)
    if (const auto state = state_of(binding.device))
      capacity.largest = std::max(capacity.largest, state->mtu + mac_and_tags);
  return capacity;
}

std::vector<LinkNews::Port> news_of(const std::vector<Binding>& bindings,
                                    const std::vector<std::unique_ptr<FramePort>>& ports) {
  std::vector<LinkNews::Port> result;
  for (std::size_t i = 0; i < ports.size(); ++i)
    result.push_back({ports[i].get(), bindings[i].name + " (" + bindings[i].device + ")"});
  return result;
}

/// The loop's, with the relay for whoever wants to look at it.
LoopOptions loop_of(const SessionOptions& options, Relay& relay) {
  LoopOptions loop = options.loop;
  if (options.each_second) loop.each_second = [&](Instant now) { options.each_second(relay, now); };
  return loop;
}

}  // namespace

EmulationResults emulate_between_devices(Passage& passage, const std::vector<Binding>& bindings,
                                         const SessionOptions& options) {
  const Preflight preflight = look_at(bindings, options.forced, options.largest);
  for (const auto& note : preflight.notes()) options.note(note);
  std::optional<SelfTestResults> tested;
  if (options.self_test)
    tested = self_test({options.port, options.loop.busy_poll, options.precision, options.loop.stop});
  MonotonicClock clock;
  std::vector<std::unique_ptr<FramePort>> ports;
  std::string timestamps;
  for (const auto& binding : bindings) {
    auto open = open_port(options.port, binding, clock, options.note);
    ports.push_back(std::move(open.port));
    if (timestamps != open.timestamps) timestamps += (timestamps.empty() ? "" : ", ") + std::string{open.timestamps};
  }
  Relay relay{passage, frame_ports(ports), clock, capacity_for(bindings)};
  auto real_time = work_in_real_time(preflight);
  options.begins();
  for (const auto& port : ports) port->begin();
  LinkNews news{relay, news_of(bindings, ports), options.note};
  auto loop = loop_of(options, relay);
  loop.rest = rest_of(loop.busy_poll, limit_of_fixed_priorities(), real_time);
  run_in_real_time(news, clock, frame_ports(ports), loop);
  auto results = relay.results();
  results.self_test = tested;
  results.host.timestamps = timestamps;
  results.host.scheduling = real_time.scheduling;
  results.host.memory_locked = real_time.memory_locked;
  take_up_writing();
  return results;
}

EmulationResults emulate_over_captures(Passage& passage, const std::vector<Binding>& bindings,
                                       const SessionOptions& options) {
  StandingClock clock;
  std::vector<Captured> captured;
  std::optional<Int128> epoch;
  for (const auto& binding : bindings) {
    const auto& frames = captured.emplace_back(capture_files(binding).in).frames();
    if (!frames.empty()) epoch = epoch ? std::min(*epoch, frames.front().ps) : frames.front().ps;
  }
  std::vector<std::unique_ptr<CapturePort>> ports;
  std::vector<CapturePort*> capture_ports;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    ports.push_back(std::make_unique<CapturePort>(bindings[i].name, capture_files(bindings[i]), captured[i],
                                                  epoch.value_or(0), clock));
    capture_ports.push_back(ports.back().get());
  }
  Relay relay{passage, frame_ports(ports), clock, {}};
  run_over_captures(relay, clock, capture_ports, loop_of(options, relay));
  auto results = relay.results();
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (const auto frames = captured[i].out_of_order(); frames > 0)
      results.notes.push_back(bindings[i].name + ": " + std::to_string(frames) + (frames == 1 ? " frame" : " frames") +
                              " of the capture stood behind later ones; all come in at their times");
    if (!captured[i].ends_early()) continue;
    results.complete = false;
    results.notes.push_back(bindings[i].name + ": the capture is cut off or damaged behind its first " +
                            std::to_string(captured[i].frames().size()) +
                            " frames; what follows is not part of the run");
  }
  if (!epoch) results.notes.push_back("no capture has a frame");
  results.host.timestamps = "the captures'";
  results.host.scheduling = "not in real time";
  return results;
}

}  // namespace qoslab::emulation
