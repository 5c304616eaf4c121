// Traffic as the tests of sources send it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/dataplane/source.h"
#include "tests/model/dataplane/batches.h"

namespace qoslab::dataplane {

/// Four subscribers of three leaves each, one class, one size: 1 Gbit/s of frames on a line of ten.
inline EmitterSpec simple(std::string purpose = "traffic") {
  EmitterSpec e;
  e.classes = {{1, 0, 4, 0}};
  e.ipv4 = {{Bytes{1000}, 1}};
  e.first_leaves = {0, 3, 6, 9};
  e.rate = {Rate::gbps(1), Layer::frame};
  e.purpose = std::move(purpose);
  return e;
}

/// The published IMIX (of 38 frames), both families, three classes: streams 0, 1, 2 of IPv4 and 4, 5, 6 of IPv6.
inline EmitterSpec imix(std::string purpose = "imix") {
  EmitterSpec e = simple(std::move(purpose));
  e.classes = {{0.1, 0, 4, 0}, {0.3, 1, 5, 1}, {0.6, 2, 6, 2}};
  const auto sizes = [](std::int64_t smallest) {
    return std::vector<SizeMix::Entry>{{Bytes{smallest}, 18}, {Bytes{128}, 3},  {Bytes{373}, 1},
                                       {Bytes{570}, 4},       {Bytes{1280}, 5}, {Bytes{1492}, 7}};
  };
  e.ipv4 = sizes(66);
  e.ipv6 = sizes(86);
  return e;
}

inline SourceSpec on_one_link(std::vector<EmitterSpec> emitters) {
  return {.line = Rate::gbps(10), .delay = Duration::microseconds(5), .cores = 18, .emitters = std::move(emitters)};
}

inline Batch run(const SourceSpec& spec, Duration length, std::uint64_t seed = 1) {
  Source source{spec, seed};
  Batch result;
  run_source(source, length.ps(), result);
  return result;
}

inline EmitterSpec on_off(std::uint32_t subscribers, Duration mean_on, Duration mean_off) {
  auto e = simple("on_off");
  e.pacing = Pacing::on_off;
  e.mean_on = mean_on;
  e.mean_off = mean_off;
  e.first_leaves.clear();
  for (std::uint32_t i = 0; i < subscribers; ++i) e.first_leaves.push_back(3 * i);
  return e;
}

}  // namespace qoslab::dataplane
