#include "helpers/simulate/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace qoslab {
namespace {

namespace fs = std::filesystem;

/// The number behind a key in a file of lines "Key:   123 kB".
std::optional<std::int64_t> kib(const fs::path& file, const std::string& key) {
  std::ifstream lines{file};
  std::string word;
  while (lines >> word) {
    std::int64_t number = 0;
    if (word == key && lines >> number) return number * 1024;
  }
  return std::nullopt;
}

/// A file of one number; "max" is none.
std::optional<std::int64_t> number_in(const fs::path& file) {
  std::ifstream in{file};
  std::int64_t number = 0;
  if (in >> number) return number;
  return std::nullopt;
}

void at_most(std::optional<std::int64_t>& least, std::optional<std::int64_t> other) {
  if (other) least = std::min(least.value_or(INT64_MAX), std::max<std::int64_t>(0, *other));
}

void heed_control_groups(std::optional<std::int64_t>& least, const fs::path& root) {
  std::ifstream lines{root / "proc/self/cgroup"};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("0::/")) continue;
    const fs::path top = root / "sys/fs/cgroup";
    for (fs::path group = top / line.substr(4);; group = group.parent_path()) {
      const auto limit = number_in(group / "memory.max");
      const auto used = number_in(group / "memory.current");
      if (limit && used) at_most(least, *limit - *used);
      if (group == top || !group.has_relative_path() || group == group.root_path()) break;
    }
  }
}

}  // namespace

std::optional<std::int64_t> available_memory(const fs::path& root) {
  std::optional<std::int64_t> least;
  at_most(least, kib(root / "proc/meminfo", "MemAvailable:"));
  heed_control_groups(least, root);
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const auto used = kib(root / "proc/self/status", "VmSize:").value_or(0);
    at_most(least, static_cast<std::int64_t>(limit.rlim_cur) - used);
  }
  return least;
}

}  // namespace qoslab
