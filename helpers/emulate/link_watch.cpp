#include "helpers/emulate/link_watch.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "helpers/emulate/devices.h"

namespace qoslab::emulation {
namespace {

/// IFF_UP, and IFF_LOWER_UP, which net/if.h does not know: the carrier, without the delay that IFF_RUNNING has.
constexpr unsigned working = IFF_UP | 1U << 16;

}  // namespace

LinkWatch::LinkWatch(const std::string& device, int index, Instant now)
    : socket_{::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE)},
      device_{device},
      index_{index} {
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  address.nl_groups = RTMGRP_LINK;
  if (!socket_.valid() || ::bind(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    fail(device, "cannot hear of its link");
  ask(now);
}

void LinkWatch::look(Instant now) {
  constexpr Duration between_looks = Duration::microseconds(100);
  next_ = now + between_looks;
  alignas(nlmsghdr) std::array<char, 16'384> news;
  while (!removed_) {
    const auto size = ::recv(socket_.number(), news.data(), news.size(), 0);
    if (size > 0) {
      hear(news.data(), static_cast<std::size_t>(size), now);
    } else if (size < 0 && errno == ENOBUFS) {  // news have been lost
      ask(now);
    } else {
      return;
    }
  }
}

void LinkWatch::hear(const void* news, std::size_t size, Instant now) {
  const auto* at = static_cast<const char*>(news);
  nlmsghdr header;
  while (size >= sizeof header) {
    std::memcpy(&header, at, sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > size) return;
    ifinfomsg link;
    if (header.nlmsg_len >= NLMSG_LENGTH(sizeof link)) {
      std::memcpy(&link, at + NLMSG_HDRLEN, sizeof link);
      const bool gone = header.nlmsg_type == RTM_DELLINK && link.ifi_family == AF_UNSPEC;
      if (link.ifi_index == index_ && (gone || header.nlmsg_type == RTM_NEWLINK)) {
        removed_ |= gone;
        become(gone || (link.ifi_flags & working) != working, now);
      }
    }
    const auto step = std::min<std::size_t>(NLMSG_ALIGN(header.nlmsg_len), size);
    at += step;
    size -= step;
  }
}

void LinkWatch::become(bool down, Instant now) {
  if (down == down_) return;
  down_ = down;
  if (down) {
    ++gaps_;
    since_ = now;
  } else {
    ended_ += now - since_;
  }
}

void LinkWatch::ask(Instant now) {
  const auto state = state_of(device_);
  removed_ = !state || state->index != index_;
  become(removed_ || !state->up || !state->carrier, now);
}

}  // namespace qoslab::emulation
