#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/device_lock.h"
#include "helpers/emulate/devices.h"
#include "helpers/emulate/offloads.h"
#include "helpers/emulate/rights.h"

namespace qoslab::emulation {
namespace {

namespace fs = std::filesystem;

constexpr const char* suffix = ".offloads";
constexpr std::size_t longest_file = 4096;

/// "NAMESPACE-INDEX-eth1.offloads": another device of the same name is another.
fs::path file_of(const fs::path& state, const std::string& device, int index) {
  return state / (network_namespace() + "-" + std::to_string(index) + "-" + device + suffix);
}

/// What somebody has left, who may mean no good: an ordinary file, not a link, and not of any size.
struct Left {
  std::vector<std::string> names;
  bool ours = false;  ///< this user's or root's
};
std::optional<Left> read_left(const fs::path& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  struct stat about {};
  if (!file.valid() || ::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  std::string text(longest_file, '\0');
  const auto read = ::read(file.number(), text.data(), text.size());
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read)));
  Left left{.names = {}, .ours = about.st_uid == 0 || about.st_uid == ::geteuid()};
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) left.names.push_back(line);
  return left;
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

/// Whole or not at all.
void write_lines(const std::string& device, const fs::path& file, const std::vector<std::string>& lines) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path unfinished = file.string() + ".new";
  std::ofstream out{unfinished};
  for (const auto& line : lines) out << line << '\n';
  out.close();
  if (out) fs::rename(unfinished, file, error);
  if (!out || error)
    throw DeviceError{device + ": its offloads are left on, for " + file.string() +
                      " cannot be written, which says how they were; make that directory yours, or name one of your "
                      "own in XDG_RUNTIME_DIR"};
}

/// What the device of this number is called now; empty: there is none.
std::string name_now(int index) {
  std::array<char, IF_NAMESIZE> name{};
  return ::if_indextoname(static_cast<unsigned>(index), name.data()) == nullptr ? "" : name.data();
}

std::vector<std::string> that_are_on(const std::string& device) {
  std::vector<std::string> names;
  for (const auto& offload : offloads_of(device))
    if (offload.on) names.push_back(offload.name);
  return names;
}

/// Those that a run would have switched off.
std::vector<std::string> known_of(const std::string& device, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto& offload : offloads_of(device))
    if (std::find(names.begin(), names.end(), offload.name) != names.end()) known.push_back(offload.name);
  return known;
}

/// Puts right what a run that has ended left on one device. The file stays when that failed. Another user's word is
/// passed on, not followed: he may have written anything.
std::string restore(const fs::path& file, const Left& left, const std::string& index, const std::string& device) {
  const std::string names = joined(left.names);
  const std::string now = name_now(std::atoi(index.c_str()));
  const std::string why =
      device + (now.empty() || now == device ? "" : " (now " + now + ")") + ": an earlier run has been killed; ";
  if (!left.ours)
    return why + "by " + file.string() +
           ", which is another user's and was not followed, it had switched off: " + names;
  const int refused = now.empty() ? 0 : switch_offloads(now, known_of(now, left.names), true);
  std::error_code error;
  if (refused == 0) fs::remove(file, error);
  if (now.empty()) return why + "the device that it used is gone, which had on: " + names;
  if (refused == 0) return why + "what it had switched off is on again: " + names;
  return why + "what it had switched off cannot be switched on (" + std::generic_category().message(refused) +
         "): " + names;
}

}  // namespace

OffloadsOff::OffloadsOff(std::string device, const fs::path& state) : device_{std::move(device)} {
  for (const auto& offload : offloads_of(device_))
    if (offload.on && !offload.fixed) switched_.push_back(offload.name);
  if (!switched_.empty()) {
    index_ = state_of(device_).value_or(DeviceState{}).index;
    file_ = file_of(state, device_, index_);
    write_lines(device_, file_, switched_);
    if (const int error = switch_offloads(device_, switched_, false)) {
      fs::remove(file_);
      fail(device_, "its offloads cannot be switched off (" + joined(switched_) + ")", error);
    }
  }
  remaining_ = that_are_on(device_);
}

OffloadsOff::~OffloadsOff() {
  if (switched_.empty()) return;
  take_up(CAP_NET_ADMIN);
  std::error_code error;
  const std::string now = name_now(index_);
  if (now.empty() || switch_offloads(now, switched_, true) == 0) fs::remove(file_, error);
}

std::vector<std::string> restore_offloads_left_behind(const std::vector<fs::path>& states) {
  std::vector<std::string> done;
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& state : states)
    for (const auto& entry : fs::directory_iterator{state, error}) files.push_back(entry.path());
  for (const auto& file : files) {
    std::istringstream name{file.stem().string()};
    std::string home, index, device;
    if (file.extension() != suffix || !std::getline(name, home, '-') || !std::getline(name, index, '-') ||
        !std::getline(name, device) || home != network_namespace())
      continue;
    const auto left = read_left(file);
    if (!left) continue;
    if (const DeviceLock lock{std::atoi(index.c_str())}; lock.held())
      done.push_back(restore(file, *left, index, device));
  }
  return done;
}

std::vector<fs::path> state_directories(const fs::path& own) {
  std::vector<fs::path> all{own};
  const auto add = [&](const fs::path& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  add("/run/qoslab");
  std::error_code error;
  if (const char* users = std::getenv("XDG_RUNTIME_DIR"); users != nullptr && *users != '\0')
    add(fs::path{users} / "qoslab");
  for (const auto& user : fs::directory_iterator{"/run/user", error}) add(user.path() / "qoslab");
  return all;
}

fs::path state_directory() {
  const char* own = std::getenv("XDG_RUNTIME_DIR");
  if (::access("/run", W_OK) == 0 || own == nullptr || *own == '\0') return "/run/qoslab";
  return fs::path{own} / "qoslab";
}

}  // namespace qoslab::emulation
