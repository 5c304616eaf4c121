// A small scenario with a gateway, of which each test changes what it is about.
#pragma once

#include <string>
#include <vector>

#include "tests/helpers/scenario/complaints.h"

namespace qoslab::test {

/// The parts of a scenario with one gateway, a profile of two classes and a group of ten subscribers.
struct GatewayText {
  std::string processor;  ///< further keys of the gateway, each with a comma behind it
  std::string access = "links: 2, rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s frame}";
  std::string network = "rate: 10 Gbit/s line";
  std::string profile = "classes: {ef: {dscp: EF}, be: {}}";
  std::string group = "ipv4: 100.64.0.0/24";
  std::string count = "10";
  std::string traffic = "direction: downstream, rate: 10 Mbit/s line, sizes: 500 B, classes: {ef: 10 %, be: 90 %}";
  std::string rest{};  ///< whole lines

  [[nodiscard]] std::string yaml() const {
    return "version: 1\ngateways:\n  bng: {" + processor + "access: {" + access + "}, network: {" + network +
           "}}\nprofiles:\n  home: {" + profile + "}\nsubscribers:\n  all: {profile: home, count: " + count + ", " +
           group + ", traffic: [{" + traffic + "}]}\n" + rest;
  }
};

inline void expect_complaints(const GatewayText& text, const std::vector<std::string>& messages) {
  expect_complaints(text.yaml(), messages);
}

/// The scheduler of the access ports.
inline GatewayText with_scheduler(const std::string& scheduler) {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line, scheduler: {" + scheduler + "}";
  return text;
}

inline GatewayText with_profile(const std::string& profile) {
  GatewayText text;
  text.profile = profile;
  return text;
}

}  // namespace qoslab::test
