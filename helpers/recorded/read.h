// Reading a results.json. Nothing in it is trusted: wrong types are passed over and named, sizes are bounded.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "helpers/recorded/results.h"

namespace qoslab::recorded {

/// Bounds on what is read: a file beyond them is refused with a message.
constexpr std::size_t largest_results_bytes = std::size_t{64} << 20;
constexpr std::size_t most_results_values = 3'000'000;
constexpr int deepest_results = 64;

/// Why a file cannot be read as results, and what would be right; one line that begins with the path.
class Unreadable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `path`: the file, or the directory that a run wrote it into. Throws Unreadable.
Results read_results(const std::filesystem::path& path);

/// The same of the text of a file that is called `name`.
Results read_results_text(std::string_view text, const std::string& name);

/// The certificate that a results.json has in itself, or in a certificate.json beside it, where `measure` writes it.
/// Throws Unreadable.
std::optional<Certificate> certificate_of(const Results& results);

}  // namespace qoslab::recorded
