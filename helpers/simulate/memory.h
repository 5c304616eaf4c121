// How much memory a process may still take.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace qoslab {

/// The least of what the machine can give without swapping (MemAvailable), what the limits of the process's control
/// group and of those above it leave (version 2), and what `ulimit -v` leaves. Nothing: the system does not say.
/// `root`: of the file system, for tests.
std::optional<std::int64_t> available_memory(const std::filesystem::path& root = "/");

}  // namespace qoslab
