// A subscribers.csv, however many lines it has, as densities, bands and the few that fare worst.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace qoslab::gui {

/// Why a file cannot be read as subscribers; one line that begins with the path.
class SubscribersError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bins of equal width from `from` to `to`; the last one includes `to`.
struct Density {
  double from = 0, to = 0;
  std::vector<std::int64_t> counts;
  [[nodiscard]] double width() const { return (to - from) / static_cast<double>(counts.size()); }
};

/// Percent: the value that so many do not exceed (nearest rank). Of each of these:
using Bands = std::map<int, double>;
inline constexpr std::array band_percents{1, 5, 25, 50, 75, 95, 99};

struct SuffererRow {
  std::int64_t subscriber = 0;
  std::string place;  ///< the aggregates above it
  std::optional<double> rate_bps;
  double offered_bps = 0, arrived_bps = 0, share_percent = 0;
  std::int64_t lost_packets = 0;
};

/// The subscribers of a group in one direction, of one point and replication.
struct SubscriberGroup {
  std::string group, direction, point, replication;
  std::int64_t subscribers = 0;
  std::int64_t loaded = 0;  ///< were offered something; all below is of these
  Density share_percent, arrived_bps;
  Bands share_bands, arrived_bands;
  std::vector<SuffererRow> worst;  ///< by share, then by what arrived, then by number
};

struct SubscriberDensity {
  std::string path;                     ///< of the file
  std::vector<SubscriberGroup> groups;  ///< in the order of the file
  std::int64_t bad_lines = 0;
  std::int64_t first_bad_line = 0;  ///< from 1, the header; 0: none
  std::string first_bad_reason;
  bool cut_off = false;                       ///< the last line has no end, and was left out
  [[nodiscard]] std::string warning() const;  ///< one sentence; empty if nothing was left out
};

constexpr std::int64_t most_subscriber_lines = 10'000'000;
constexpr std::size_t most_subscriber_groups = 10'000;

struct DensityOptions {
  std::size_t bins = 100;  ///< at least one
  std::size_t worst = 100;
};

/// `path`: the file, or the directory that a run wrote it into. Throws SubscribersError.
SubscriberDensity read_subscribers(const std::filesystem::path& path, const DensityOptions& options = {});

}  // namespace qoslab::gui
