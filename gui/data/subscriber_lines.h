// The lines of a subscribers.csv, by the names of its columns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qoslab::gui {

/// What tells the file's groups apart, as it stands in the file.
struct SubscriberKey {
  std::string_view group, direction, point, replication;
  bool operator==(const SubscriberKey&) const = default;
};

struct SubscriberLine {
  SubscriberKey key;
  std::int64_t subscriber = 0;
  std::string_view place;
  std::optional<double> rate_bps;
  double offered_bps = 0, arrived_bps = 0;
  std::optional<double> share_percent;  ///< absent: nothing was offered
  std::int64_t lost_packets = 0;
};

class SubscriberColumns {
 public:
  /// Of the header, without its line feed. What is missing of the columns that there must be is `missing`.
  explicit SubscriberColumns(std::string_view header);

  /// A column that there must be, and is not. Empty if all are there: only then read.
  std::string missing;

  /// Reads a line without its line feed. Gives what is wrong with it, or null.
  const char* read(std::string_view line, SubscriberLine& read) const;

 private:
  static constexpr std::size_t most = 64;
  enum Column : std::size_t {
    group,
    direction,
    subscriber,
    offered,
    arrived,
    share,
    lost,
    rate,
    place,
    point,
    replication,
    columns,
  };
  std::array<std::optional<std::size_t>, columns> place_of_{};
  std::size_t count_ = 0;
};

}  // namespace qoslab::gui
