// A series.csv of any size: what charts draw of it is in memory, its exact values stay in the file.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gui/data/stroke.h"

namespace qoslab::gui {

/// Why a file cannot be read as a series; one line that begins with the path.
class SeriesError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What one curve shows: a metric of a flow, of a gateway's traffic, or of a place.
struct CurveName {
  std::string subject;  ///< the column `flow`
  std::string metric;
  std::string point;        ///< of the sweep: "rate=1"; empty without
  std::string replication;  ///< "0", ...; empty without
  auto operator<=>(const CurveName&) const = default;
};

struct CurveFacts {
  CurveName name;
  double begin = 0, end = 0;  ///< times of the first and the last value
  double min = 0, max = 0;    ///< of the values
  std::int64_t values = 0;
};

/// What of the file is not as it should be, and was left out.
struct SeriesFlaws {
  std::int64_t bad_lines = 0;
  std::int64_t first_bad_line = 0;  ///< from 1, the header; 0: none
  std::string first_bad_reason;
  bool cut_off = false;                    ///< the last line has no end, and was left out
  std::int64_t values_of_more_curves = 0;  ///< of curves beyond `most_curves`
};

constexpr std::size_t most_curves = 100'000;

struct SeriesLoading {
  int threads = 2;
  std::atomic<bool>* stop = nullptr;                ///< set from another thread: load no more, throw SeriesError
  std::function<void(double share)> progress = {};  ///< called from the reading threads, one at a time
};

struct SeriesParts;

/// Loading reads the whole file once, by several threads in segments, and keeps at most a million strokes
/// of all curves together, each with its place in the file. Curves with more values than others lose detail first.
class SeriesFile {
 public:
  /// `path`: the file, or the directory that a run wrote it into. Throws SeriesError.
  explicit SeriesFile(const std::filesystem::path& path, const SeriesLoading& loading = {});

  /// In the order in which they first occur in the file.
  [[nodiscard]] const std::vector<CurveFacts>& curves() const;
  [[nodiscard]] const SeriesFlaws& flaws() const;
  /// One sentence for the user on what was left out; empty if nothing was.
  [[nodiscard]] std::string warning() const;

  /// What to draw of a curve between two times on so many pixels. Reads the exact values again from the file where
  /// memory has too few of them for the pixels, and the part of the file is small enough. Never throws for the file:
  /// if it was changed or is gone, the envelope is what memory has. One thread at a time.
  [[nodiscard]] Envelope envelope(std::size_t curve, double from, double to, int pixels) const;
  /// All values of a curve between two times, for exports. Throws SeriesError if the file was changed or is gone, or
  /// if there are more than `most`.
  [[nodiscard]] std::vector<Point> exact(std::size_t curve, double from, double to, std::size_t most) const;

  /// All values of a curve, if memory has each of them; the file is not read.
  [[nodiscard]] std::optional<std::vector<Point>> in_memory(std::size_t curve) const;

  /// The curve for charts. It may outlive the SeriesFile.
  [[nodiscard]] std::shared_ptr<const CurveSource> source(std::size_t curve) const;

 private:
  std::shared_ptr<const SeriesParts> parts_;
};

}  // namespace qoslab::gui
