// A scenario as written: the file and all that it includes, merged; nothing is understood yet.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "helpers/scenario/value.h"

namespace qoslab {

struct Draft {
  std::string name;  ///< the file's stem
  Value root;        ///< a map
};

/// Gives the text of an included file, or says why not; `wanted_at` is the place of the include.
using Loader =
    std::function<std::optional<std::string>(const std::filesystem::path&, const Position& wanted_at, Diagnostics&)>;

inline constexpr std::size_t most_files = 64;

/// Reads `file` and, depth first, what it includes (relative to the including file; each file once, however often it is
/// included). Maps merge key by key, lists are appended; the including file wins over the included ones, a later
/// include over an earlier. Nothing if there was an error.
std::optional<Draft> read_draft(const std::filesystem::path& file, const Loader& load, Diagnostics& out);

/// `over` laid upon `base`, as above. A parameter is replaced as a whole: its story belongs to its value.
Value merged(Value base, Value over);

}  // namespace qoslab
