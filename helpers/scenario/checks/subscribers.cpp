// Groups of subscribers: enough tags and addresses for all, each for one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "model/network/addresses.h"

namespace qoslab::checks {
namespace {

constexpr int ipv4_offset = 96;  // of the length of an IPv4 prefix in mapped form

bool is_ipv4(const Prefix& p) {
  return p.address.high == 0 && p.address.low >> 32U == 0xffff && p.length >= ipv4_offset;
}

bool overlap(const Prefix& a, const Prefix& b) {
  const int length = std::min(a.length, b.length);
  const auto same = [](std::uint64_t x, std::uint64_t y, int bits) {
    return bits <= 0 || (x ^ y) >> (64U - static_cast<unsigned>(std::min(bits, 64))) == 0;
  };
  return same(a.address.high, b.address.high, length) && same(a.address.low, b.address.low, length - 64);
}

bool overlap(const VlanRange& a, const VlanRange& b) { return a.first <= b.last && b.first <= a.last; }

class GroupCheck {
 public:
  GroupCheck(const SubscriberGroupSpec& group, const Fields& written, Diagnostics& out)
      : group_{group}, written_{written}, out_{out} {}

  void all() {
    vlans();
    ipv4();
    ipv6();
    if (!written_.has("ipv4") && !written_.has("ipv6"))
      complain(written_.value().position, fmt::format("group '{}' has no addresses", group_.name),
               "write ipv4: 10.0.0.0/8, ipv6: {prefix: 2001:db8::/32}, or both");
    samples();
  }

 private:
  void complain(const Position& at, std::string what, std::string fix) {
    error(out_, at, std::move(what), std::move(fix));
  }

  void vlans() {
    if (!group_.inner) return;
    const auto tags = [](const VlanRange& r) { return std::int64_t{r.last - r.first + 1}; };
    const auto pairs = tags(*group_.inner) * (group_.outer ? tags(*group_.outer) : 1);
    if (pairs >= group_.count) return;
    complain(written_.place("vlans"),
             fmt::format("{} VLANs for the {} subscribers of group '{}'", pairs, group_.count, group_.name),
             group_.outer ? "write more outer or inner tags" : "write an outer range, or more inner tags");
  }

  /// `free`: bits of which each subscriber has a value of its own.
  void enough(const Position& at, int free, const char* what) {
    if (free >= 62 || std::int64_t{1} << free >= group_.count) return;
    const auto needed = std::ceil(std::log2(static_cast<double>(group_.count)));
    complain(at,
             fmt::format("{} {} for the {} subscribers of group '{}'", std::int64_t{1} << free, what, group_.count,
                         group_.name),
             fmt::format("a prefix shorter by {}", static_cast<int>(needed) - free));
  }

  void ipv4() {
    if (!group_.ipv4) return;
    if (!is_ipv4(*group_.ipv4)) {
      complain(written_.place("ipv4"), "this is no IPv4 prefix", "write it as in 10.0.0.0/8");
    } else {
      enough(written_.place("ipv4"), 128 - group_.ipv4->length, "addresses");
    }
  }

  void ipv6() {
    const auto pool = written_.map("ipv6");
    if (!pool || !group_.ipv6) return;
    if (is_ipv4(*group_.ipv6)) {
      complain(pool->place("prefix"), "this is no IPv6 prefix", "write it as in 2001:db8::/32");
    } else if (group_.ipv6_length < group_.ipv6->length) {
      complain(pool->place("each"), "each subscriber's prefix is larger than the group's",
               fmt::format("at least {}", group_.ipv6->length));
    } else {
      enough(pool->place("prefix"), group_.ipv6_length - group_.ipv6->length, "prefixes");
    }
  }

  void samples() {
    const auto written = written_.scalars("sample");
    for (std::size_t i = 0; i < written.size() && written.size() == group_.samples.size(); ++i) {
      const auto number = group_.samples[i];
      if (group_.count > 0 && number >= group_.count)
        complain(written[i]->position, fmt::format("group '{}' has no subscriber {}", group_.name, number),
                 fmt::format("0 to {}", group_.count - 1));
      if (std::count(group_.samples.begin(), group_.samples.begin() + static_cast<std::ptrdiff_t>(i), number) > 0)
        complain(written[i]->position, fmt::format("subscriber {} for the second time", number), "name it once");
    }
  }

  const SubscriberGroupSpec& group_;
  const Fields& written_;
  Diagnostics& out_;
};

/// What two groups at one gateway may not share.
void apart(const SubscriberGroupSpec& earlier, const SubscriberGroupSpec& group, const Fields& written,
           Diagnostics& out) {
  const auto complain = [&](std::string_view key, const char* what) {
    error(out, written.place(key),
          fmt::format("groups '{}' and '{}' have {} in common", earlier.name, group.name, what), "give each its own");
  };
  if (earlier.ipv4 && group.ipv4 && overlap(*earlier.ipv4, *group.ipv4)) complain("ipv4", "addresses");
  if (earlier.ipv6 && group.ipv6 && overlap(*earlier.ipv6, *group.ipv6)) complain("ipv6", "IPv6 prefixes");
  const bool outer =
      earlier.outer && group.outer ? overlap(*earlier.outer, *group.outer) : !earlier.outer && !group.outer;
  if (earlier.inner && group.inner && outer && overlap(*earlier.inner, *group.inner)) complain("vlans", "VLANs");
}

/// Nodes have the addresses of their links.
void apart_from_links(const SubscriberGroupSpec& group, const Fields& written, const Scenario& s, Diagnostics& out) {
  if (!group.ipv4) return;
  for (std::size_t k = 0; k < s.links.size(); ++k) {
    if (!overlap(*group.ipv4, link_network(k))) continue;
    error(out, written.place("ipv4"), fmt::format("group '{}' has addresses of link '{}'", group.name, s.links[k].name),
          "links have 10.0.0.0 and what follows: take 100.64.0.0/10, say");
    return;
  }
}

}  // namespace

void subscribers(const Subject& subject, Diagnostics& out) {
  const auto groups = with_places(subject.scenario.gateways.groups, subject.root, "subscribers");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& [group, f] = groups[i];
    GroupCheck{*group, f, out}.all();
    for (std::size_t j = 0; j < i; ++j)
      if (groups[j].first->gateway == group->gateway) apart(*groups[j].first, *group, f, out);
    apart_from_links(*group, f, subject.scenario, out);
  }
}

}  // namespace qoslab::checks
