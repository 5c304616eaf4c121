// A file descriptor that closes itself, and how the system's refusals become messages.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "helpers/results/output_directory.h"

namespace qoslab {

[[noreturn]] inline void fail(const std::filesystem::path& path, const std::string& what, int error) {
  throw OutputError{path.string() + ": " + what + ": " + std::generic_category().message(error)};
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_{number} {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool valid() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace qoslab
