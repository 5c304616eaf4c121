// A regular file that is read in pieces, and may change or vanish meanwhile: what is not there is not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace qoslab::gui {

class InputFile {
 public:
  /// `path`, or the file `name` in it if it is a directory. Throws std::runtime_error, with the path in it.
  InputFile(const std::filesystem::path& path, const std::string& name);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// So many bytes, fewer at its end or if the system fails; never waits for more.
  std::size_t read(std::uint64_t offset, char* bytes, std::size_t count) const;

  [[nodiscard]] std::uint64_t size() const { return size_; }  ///< when it was opened
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace qoslab::gui
