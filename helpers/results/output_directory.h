// Where a run leaves its files.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace qoslab {

/// Output cannot be written: the message says where and why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes all of it to a descriptor (standard output, a pipe), `name` being how messages call it. Throws OutputError.
void write_all(int descriptor, std::string_view content, std::string_view name);

enum class Existing { refuse, replace };

/// A directory that belongs to one run as long as this object lives. A lock file in it keeps other runs out; the
/// system drops the lock when its process dies, however it dies, so what a dead one leaves behind is taken over.
/// Files appear whole or not at all: written under a temporary name, made durable, renamed. When that fails, the
/// earlier file is still there.
class OutputDirectory {
 public:
  /// Creates it with its parents. Throws OutputError when that is impossible, when another run has it, or when it
  /// holds results and they are not to be replaced.
  OutputDirectory(std::filesystem::path path, Existing existing);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  /// Throws OutputError.
  void write(const std::string& name, std::string_view content);
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int owner_;  ///< the process that locked: a child that inherits this object does not unlock
  int lock_;
};

}  // namespace qoslab
