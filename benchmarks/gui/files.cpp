#include "benchmarks/gui/files.h"

#include <charconv>
#include <cstddef>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

namespace qoslab::bench {
namespace {

namespace fs = std::filesystem;

void append(std::string& text, double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 9).ptr;
  text.append(digits, end);
}

}  // namespace

void write_series(const fs::path& path, double megabytes, int subjects, bool by_time) {
  std::ofstream file{path, std::ios::binary};
  std::mt19937 random{1};
  std::string text = "time_s,flow,metric,value\n";
  const auto record = [&](int subject, int number) {
    for (const auto* metric : {"goodput_bps", "loss_percent", "delay_mean_ms", "delay_max_ms", "jitter_mean_ms"}) {
      append(text, number * 0.05);
      text.append(",subscriber-group-").append(std::to_string(subject)).append(".downstream,").append(metric) += ',';
      append(text, 1e6 + static_cast<double>(random() % 1'000'000'000) / 1000);
      text += '\n';
    }
  };
  double written = 0;
  const auto flush = [&](std::size_t at_least) {
    if (text.size() < at_least) return;
    file << text;
    written += static_cast<double>(text.size()) / 1e6;
    text.clear();
  };
  for (int subject = 0; subject < subjects && !by_time; ++subject)
    for (int number = 0; written < megabytes * (subject + 1) / subjects; ++number) {
      record(subject, number);
      flush(100'000);
    }
  for (int number = 0; by_time && written < megabytes; ++number)
    for (int subject = 0; subject < subjects; ++subject) {
      record(subject, number);
      flush(100'000);
    }
  flush(1);
  file.flush();
  if (!file) throw std::runtime_error{path.string() + ": cannot be written"};
}

void write_subscribers(const fs::path& path, int subscribers) {
  std::ofstream file{path};
  std::mt19937 random{3};
  file << "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
          "offered_bps,arrived_bps,share_percent,lost_packets\n";
  for (const auto* direction : {"upstream", "downstream"})
    for (int i = 0; i < subscribers; ++i)
      file << "homes," << direction << ',' << i << ",123456,120000,1000,990," << i / 32 << ",olt." << i / 4096
           << "/pon." << i / 128 << ",100000000," << 1'000'000 + random() % 1000 << ',' << 1'000'000 - random() % 5000
           << ',' << 90 + static_cast<double>(random() % 1000) / 100 << ',' << random() % 10 << '\n';
}

void write_results(const fs::path& folder) {
  std::ofstream{folder / "results.json"}
      << R"({"format":1,"scenario":"large","question":"How large?","status":"complete",
    "complete":true,"provenance":{"version":"0.1.0","seed":1,"command":"run","file":"large.yaml"},"duration_s":4,
    "replications":1,"flows":[{"name":"subscriber-group-0.downstream","class":"data","point":{},"offered_bps":9000000,
    "carried_bps":8000000,"goodput_bps":8000000,"loss_percent":11.1,"drops":{}}],"balance":{"ok":true}})";
}

}  // namespace qoslab::bench
