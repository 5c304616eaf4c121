#include "helpers/emulate/link_news.h"

#include <utility>

namespace qoslab::emulation {
namespace {

const char* words_for(LinkState state) {
  switch (state) {
    case LinkState::up:
      return "the link is up again";
    case LinkState::down:
      return "the link is down";
    default:
      return "the device was removed";
  }
}

}  // namespace

LinkNews::LinkNews(RealTimeTask& task, const std::vector<Port>& ports, Note note)
    : task_{task}, note_{std::move(note)} {
  for (const auto& port : ports) known_.push_back({port, LinkState::up});
}

Instant LinkNews::turn() {
  const Instant next = task_.turn();
  for (auto& [port, state] : known_) {
    const auto now = port.port->link();
    if (now != std::exchange(state, now)) note_(port.name + ": " + words_for(now));
  }
  return next;
}

}  // namespace qoslab::emulation
