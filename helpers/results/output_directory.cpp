#include "helpers/results/output_directory.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <string>

#include "helpers/results/descriptor.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

constexpr const char* lock_name = ".qoslab.lock";
constexpr const char* temporary_suffix = ".qoslab-tmp";

/// Beyond its file size limit a process is killed, unless it ignores the signal: then write() says so.
class FileSizeSignalIgnored {
 public:
  FileSizeSignalIgnored() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGXFSZ, &ignore, &before_);
  }
  ~FileSizeSignalIgnored() { ::sigaction(SIGXFSZ, &before_, nullptr); }
  FileSizeSignalIgnored(const FileSizeSignalIgnored&) = delete;
  FileSizeSignalIgnored& operator=(const FileSizeSignalIgnored&) = delete;

 private:
  struct sigaction before_ {};
};

void write_durably(const fs::path& path, std::string_view content) {
  Descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
  if (!file.valid()) fail(path, "cannot be created", errno);
  write_all(file.number(), content, path.string());
  if (::fsync(file.number()) != 0) fail(path, "cannot be written to the disk", errno);
  if (::close(file.release()) != 0) fail(path, "cannot be written", errno);
}

/// Makes a rename durable. A file system that cannot do that for a directory says EINVAL, and is left alone.
void sync_directory(const fs::path& path) {
  Descriptor directory{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (directory.valid() && ::fsync(directory.number()) != 0 && errno != EINVAL)
    fail(path, "cannot be written to the disk", errno);
}

bool same_file(int descriptor, const fs::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

std::string holder(int descriptor) {
  std::array<char, 32> text{};
  const auto n = ::pread(descriptor, text.data(), text.size() - 1, 0);
  return n > 0 ? " (process " + std::string{text.data(), static_cast<std::size_t>(n)} + ")" : "";
}

/// The descriptor that holds the lock.
int lock(const fs::path& directory) {
  const fs::path file = directory / lock_name;
  for (;;) {
    Descriptor descriptor{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)};
    if (!descriptor.valid()) fail(directory, "cannot be written", errno);
    if (::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail(file, "cannot be locked", errno);
      throw OutputError{directory.string() + ": another run is writing here" + holder(descriptor.number())};
    }
    // Whoever had it may have removed the file between our opening and our locking it: then we locked a ghost.
    if (!same_file(descriptor.number(), file)) continue;
    if (::ftruncate(descriptor.number(), 0) != 0) fail(file, "cannot be written", errno);
    write_all(descriptor.number(), std::to_string(::getpid()), file.string());
    return descriptor.release();
  }
}

int create_and_lock(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) fail(directory, "cannot be created", error.value());
  return lock(directory);
}

void unlock(const fs::path& directory, int descriptor) {
  ::unlink((directory / lock_name).c_str());
  ::close(descriptor);
}

/// What a run that died while writing has left behind.
void remove_leftovers(const fs::path& directory) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{directory, error})
    if (entry.path().extension() == temporary_suffix) fs::remove(entry.path(), error);
}

}  // namespace

void write_all(int descriptor, std::string_view content, std::string_view name) {
  const FileSizeSignalIgnored ignored;
  while (!content.empty()) {
    const auto written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(name, "cannot be written", errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

OutputDirectory::OutputDirectory(fs::path path, Existing existing)
    : path_{std::move(path)}, owner_{::getpid()}, lock_{create_and_lock(path_)} {
  std::error_code error;
  if (existing == Existing::refuse && fs::exists(path_ / "results.json", error)) {
    unlock(path_, lock_);
    throw OutputError{path_.string() + ": already holds results; choose another directory, or --force to replace them"};
  }
  remove_leftovers(path_);
}

OutputDirectory::~OutputDirectory() {
  if (owner_ == ::getpid()) unlock(path_, lock_);
}

void OutputDirectory::write(const std::string& name, std::string_view content) {
  const fs::path temporary = path_ / ("." + name + temporary_suffix);
  try {
    write_durably(temporary, content);
    if (::rename(temporary.c_str(), (path_ / name).c_str()) != 0) fail(path_ / name, "cannot be written", errno);
  } catch (const OutputError&) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_directory(path_);
}

}  // namespace qoslab
