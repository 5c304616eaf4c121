#include "helpers/emulate/offloads.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string_view>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

/// Of the kernel's include/linux/netdev_features.h and net/ethtool/common.c.
bool changes_frames(const std::string& name) {
  static const std::set<std::string, std::less<>> names{
      "tx-generic-segmentation", "rx-gro",         "rx-gro-hw",           "rx-gro-list",
      "rx-udp-gro-forwarding",   "rx-lro",         "rx-checksum",         "rx-vlan-hw-parse",
      "rx-vlan-stag-hw-parse",   "rx-vlan-filter", "rx-vlan-stag-filter", "tx-vlan-hw-insert",
      "tx-vlan-stag-hw-insert"};
  const bool segments = name.starts_with("tx-") && name.ends_with("-segmentation");
  return segments || name.starts_with("tx-checksum-") || names.contains(name);
}

/// A request of SIOCETHTOOL: a header of the kernel's, and room behind it.
class EthtoolRequest {
 public:
  template <class Header>
  EthtoolRequest(const Header& header, std::size_t room) : bytes_(sizeof header + room) {
    std::memcpy(bytes_.data(), &header, sizeof header);
  }
  int send(const std::string& device) {
    const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    ifreq request{};
    device.copy(request.ifr_name, IFNAMSIZ - 1);
    request.ifr_data = bytes_.data();
    return ::ioctl(socket.number(), SIOCETHTOOL, &request) < 0 ? errno : 0;
  }
  template <class Part>
  [[nodiscard]] Part part(std::size_t at) const {
    Part value;
    std::memcpy(&value, &bytes_[at], sizeof value);
    return value;
  }
  template <class Part>
  void put(std::size_t at, const Part& value) {
    std::memcpy(&bytes_[at], &value, sizeof value);
  }
  [[nodiscard]] std::string text(std::size_t at, std::size_t most) const {
    return {&bytes_[at], ::strnlen(&bytes_[at], most)};
  }

 private:
  std::vector<char> bytes_;
};

/// All of the kernel's features, by number.
std::vector<std::string> feature_names(const std::string& device) {
  ethtool_sset_info which{};
  which.cmd = ETHTOOL_GSSET_INFO;
  which.sset_mask = std::uint64_t{1} << ETH_SS_FEATURES;
  EthtoolRequest counted{which, sizeof(std::uint32_t)};
  if (counted.send(device) != 0) return {};
  const auto count = counted.part<std::uint32_t>(sizeof which);
  ethtool_gstrings header{};
  header.cmd = ETHTOOL_GSTRINGS;
  header.string_set = ETH_SS_FEATURES;
  header.len = count;
  EthtoolRequest strings{header, std::size_t{count} * ETH_GSTRING_LEN};
  if (strings.send(device) != 0) return {};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(strings.text(sizeof header + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN));
  return names;
}

}  // namespace

std::vector<Offload> offloads_of(const std::string& device) {
  const auto names = feature_names(device);
  using Block = ethtool_get_features_block;
  ethtool_gfeatures header{};
  header.cmd = ETHTOOL_GFEATURES;
  header.size = static_cast<std::uint32_t>((names.size() + 31) / 32);
  EthtoolRequest features{header, header.size * sizeof(Block)};
  if (names.empty() || features.send(device) != 0) return {};
  std::vector<Offload> offloads;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!changes_frames(names[i])) continue;
    const auto block = features.part<Block>(sizeof header + i / 32 * sizeof(Block));
    const std::uint32_t bit = std::uint32_t{1} << i % 32;
    const bool fixed = (block.available & bit) == 0 || (block.never_changed & bit) != 0;
    offloads.push_back({names[i], (block.active & bit) != 0, fixed});
  }
  return offloads;
}

int switch_offloads(const std::string& device, const std::vector<std::string>& switched, bool on) {
  const auto names = feature_names(device);
  using Block = ethtool_set_features_block;
  ethtool_sfeatures header{};
  header.cmd = ETHTOOL_SFEATURES;
  header.size = static_cast<std::uint32_t>((names.size() + 31) / 32);
  EthtoolRequest request{header, header.size * sizeof(Block)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(switched.begin(), switched.end(), names[i]) == switched.end()) continue;
    const auto at = sizeof header + i / 32 * sizeof(Block);
    auto block = request.part<Block>(at);
    block.valid |= std::uint32_t{1} << i % 32;
    if (on) block.requested |= std::uint32_t{1} << i % 32;
    request.put(at, block);
  }
  return request.send(device);
}

}  // namespace qoslab::emulation
