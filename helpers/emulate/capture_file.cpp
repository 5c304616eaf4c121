#include "helpers/emulate/capture_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "helpers/traffic_trace/capture.h"

namespace qoslab::emulation {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t written_at_once = 1 << 16;

[[noreturn]] void refuse(const std::string& path, int error = errno) {
  throw CaptureNotWritten{path + ": cannot be written: " + std::generic_category().message(error)};
}

/// Where a link leads: renaming would replace the link.
std::string file_behind(const std::string& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  return error ? path : real.string();
}

std::string temporary_beside(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return "";
  const fs::path place{path};
  return (place.parent_path() / ("." + place.filename().string() + ".qoslab-tmp")).string();
}

}  // namespace

CaptureFile::CaptureFile(std::string path)
    : path_{file_behind(path)},
      temporary_{temporary_beside(path_)},
      file_{::open((temporary_.empty() ? path_ : temporary_).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)} {
  if (!file_.valid()) {
    temporary_.clear();
    refuse(path_);
  }
  for (const auto word : {0xa1b2'3c4d, 2U | 4U << 16, 0U, 0U, longest_record, ethernet_link}) put(word);
  if (temporary_.empty()) flush();
}

CaptureFile::~CaptureFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void CaptureFile::put(std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) waiting_.push_back(static_cast<std::uint8_t>(word >> shift));
}

void CaptureFile::write(Int128 ns, std::span<const std::uint8_t> frame) {
  constexpr std::int64_t second = 1'000'000'000;
  put(static_cast<std::uint32_t>(ns / second));
  put(static_cast<std::uint32_t>(ns % second));
  put(static_cast<std::uint32_t>(frame.size()));
  put(static_cast<std::uint32_t>(frame.size()));
  waiting_.insert(waiting_.end(), frame.begin(), frame.end());
  if (waiting_.size() >= written_at_once) flush();
}

/// Beyond its file size limit a process is killed, unless it ignores the signal: then write() says so.
void CaptureFile::flush() {
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  int error = 0;
  for (std::span<const std::uint8_t> rest{waiting_}; !rest.empty() && error == 0;) {
    const auto written = ::write(file_.number(), rest.data(), rest.size());
    if (written >= 0)
      rest = rest.subspan(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      error = errno;
  }
  std::signal(SIGXFSZ, before);
  waiting_.clear();
  if (error != 0) refuse(path_, error);
}

void CaptureFile::finish() {
  flush();
  if (temporary_.empty()) return;
  if (::fsync(file_.number()) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) refuse(path_);
  temporary_.clear();
}

}  // namespace qoslab::emulation
