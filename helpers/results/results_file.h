// A results.json as another run may want to be compared with it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace qoslab {

/// Why a file cannot be read as results, and what would be right. The message begins with the path.
class ResultsFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The numbers of a results.json by subject and metric. Subjects: "call" (a flow), "bng down homes/voice" (a gateway's
/// traffic), "left-right.dscp46" (an account of an emulation), behind them the point of a sweep.
struct ResultsFile {
  std::string path;
  std::string scenario;
  std::string command;  ///< run, measure or emulate
  bool complete = true;
  std::map<std::string, std::map<std::string, double>> subjects;
  /// What the certificate says 99 % of the departures were not later than, in ms: in the file itself, or beside it.
  std::optional<double> lateness_ms;
};

/// `path`: the file, or the directory that a run wrote it into. Throws ResultsFileError.
ResultsFile read_results(const std::filesystem::path& path);

}  // namespace qoslab
