// The slow, obvious model of a subscriber's policers: plain structs, buckets with depths of 128 bits, everything
// looked up anew for each packet.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/dataplane/packed_packet_time.h"
#include "model/dataplane/policer_tree.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::dataplane {

class PolicerReferee {
 public:
  explicit PolicerReferee(ProfileSpec profile);
  PolicerVerdict police(std::size_t class_index, Instant now, Bytes size);
  [[nodiscard]] std::int64_t fair_rate(std::size_t class_index) const { return classes_[class_index].share; }

 private:
  struct Bucket {
    Rate rate;
    Credit depth;
    void drain(Duration time) { depth = std::max(Credit{}, depth - Credit::earned(rate, time)); }
    [[nodiscard]] bool takes(Bytes size, Bytes burst) const {
      return rate > Rate{} && depth + Credit::of(size) <= Credit::of(burst);
    }
  };
  struct Class {
    Bucket committed;
    Bucket peak;
    std::int64_t offered = 0;     ///< bytes in this interval
    std::int64_t fair_depth = 0;  ///< ps of `fair_time`
    PackedPacketTime fair_time;
    std::int64_t share = 0;
    std::string bottleneck;  ///< the arbiter for want of whose rate it cannot have all it demands
  };
  struct Child {
    std::string name;
    int level;
    std::int64_t weight;
    std::int64_t limit;
  };
  void pass_time(Instant now);
  void renew(Instant now);
  void give(const std::string& name, std::int64_t share, const std::string& bottleneck);
  void level_fair_depths();
  std::int64_t divide_level(std::vector<Child> peers, std::int64_t rate, const std::string& parent,
                            const std::string& bottleneck);
  [[nodiscard]] std::vector<Child> children(const std::string& parent) const;
  [[nodiscard]] std::int64_t limit_of(const SubscriberPolicerSpec& policer) const;
  [[nodiscard]] std::int64_t limit_below(const std::string& arbiter, std::int64_t own) const;
  [[nodiscard]] std::int64_t demand_of(const std::string& child) const;
  [[nodiscard]] const ArbiterSpec* arbiter(const std::string& name) const;
  [[nodiscard]] std::set<int> levels_below(const std::string& arbiter) const;

  ProfileSpec profile_;
  std::vector<Class> classes_;
  std::map<std::string, Bucket> arbiters_;
  std::int64_t interval_ = -1;
  bool measured_ = false;
  Instant now_;
};

}  // namespace qoslab::dataplane
