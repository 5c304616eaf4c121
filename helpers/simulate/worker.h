// A process that runs one replication and tells its parent through a pipe.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "helpers/simulate/replications.h"

namespace qoslab {

/// The parent's view. Killed and reaped when it goes out of scope.
class Worker {
 public:
  /// Forks. Throws ReplicationError.
  Worker(std::size_t task_number, const Task& task);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  [[nodiscard]] int descriptor() const { return pipe_; }
  [[nodiscard]] std::size_t task_number() const { return task_number_; }
  [[nodiscard]] double progress() const { return progress_; }
  /// Reads what there is; true: the pipe has ended.
  bool read_more();
  /// What it told since the last call.
  std::vector<LiveReading> take_readings() { return std::exchange(readings_, {}); }
  /// After the end. Throws ReplicationError with what went wrong in the child.
  Results finish();
  void signal(int number) const;

 private:
  void parse();

  std::size_t task_number_;
  pid_t process_ = -1;
  int pipe_ = -1;
  std::string unparsed_;
  double progress_ = 0;
  std::vector<LiveReading> readings_;
  std::optional<std::string> packed_;
  std::optional<std::string> failure_;
  bool out_of_resources_ = false;
};

}  // namespace qoslab
