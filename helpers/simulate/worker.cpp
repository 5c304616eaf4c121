#include "helpers/simulate/worker.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>

#include "helpers/results/wire.h"
#include "helpers/simulate/interrupt.h"
#include "model/ns3/simulation.h"

namespace qoslab {
namespace {

/// Frames in the pipe: a kind, a length, so many bytes.
enum class Frame : char { progress = 'p', live = 'l', results = 'r', failure = 'f', no_memory = 'm' };
constexpr std::size_t frame_head = 1 + sizeof(std::uint64_t);

void send(int pipe, Frame kind, const std::string& body) {
  std::string frame(1, static_cast<char>(kind));
  const std::uint64_t size = body.size();
  frame.append(reinterpret_cast<const char*>(&size), sizeof size).append(body);
  for (std::size_t written = 0; written < frame.size();) {
    const ssize_t n = write(pipe, frame.data() + written, frame.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(1);  // the parent is gone
    written += static_cast<std::size_t>(n);
  }
}

void send_progress(int pipe, double share) {
  send(pipe, Frame::progress, std::string(reinterpret_cast<const char*>(&share), sizeof share));
}

[[noreturn]] void work(int pipe, const Task& task) {
  try {
    SimulationOptions options;
    options.seed = task.seed;
    options.captures = task.captures;
    options.threads = task.threads;
    options.stop = &Interrupts::flag();
    options.progress = [pipe](double share) { send_progress(pipe, share); };
    if (task.live) options.live = [pipe](const LiveReading& reading) { send(pipe, Frame::live, pack(reading)); };
    send(pipe, Frame::results, pack(simulate(*task.scenario, options)));
  } catch (const std::bad_alloc&) {
    send(pipe, Frame::no_memory, "not enough memory");
  } catch (const std::exception& e) {
    send(pipe, Frame::failure, e.what());
  }
  // Neither destructors nor buffers of the parent's copy: this process has nothing more to say.
  _exit(0);
}

}  // namespace

Worker::Worker(std::size_t task_number, const Task& task) : task_number_{task_number} {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw ReplicationError{std::string{"cannot open a pipe: "} + std::strerror(errno), true};
  }
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    work(ends[1], task);
  }
  const int fault = errno;
  close(ends[1]);
  pipe_ = ends[0];
  if (process_ < 0) {
    close(pipe_);
    throw ReplicationError{std::string{"cannot start a process: "} + std::strerror(fault), true};
  }
}

Worker::~Worker() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(pipe_);
}

bool Worker::read_more() {
  std::array<char, 65536> buffer;
  const ssize_t n = read(pipe_, buffer.data(), buffer.size());
  if (n < 0 && errno == EINTR) return false;
  if (n <= 0) return true;
  unparsed_.append(buffer.data(), static_cast<std::size_t>(n));
  parse();
  return false;
}

void Worker::parse() {
  while (unparsed_.size() >= frame_head) {
    std::uint64_t size = 0;
    std::memcpy(&size, unparsed_.data() + 1, sizeof size);
    if (unparsed_.size() - frame_head < size) return;
    std::string body = unparsed_.substr(frame_head, size);
    switch (static_cast<Frame>(unparsed_.front())) {
      case Frame::progress:
        std::memcpy(&progress_, body.data(), sizeof progress_);
        break;
      case Frame::live:
        readings_.push_back(unpack_live(body));
        break;
      case Frame::results:
        packed_ = std::move(body);
        break;
      case Frame::no_memory:
        out_of_resources_ = true;
        [[fallthrough]];
      case Frame::failure:
        failure_ = std::move(body);
        break;
    }
    unparsed_.erase(0, frame_head + size);
  }
}

Results Worker::finish() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  progress_ = 1;
  if (failure_) throw ReplicationError{*failure_, out_of_resources_};
  if (packed_) return unpack(*packed_);
  const std::string how = WIFSIGNALED(status) ? std::string{"signal "} + strsignal(WTERMSIG(status))
                                              : "status " + std::to_string(WEXITSTATUS(status));
  const bool killed_by_system = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  throw ReplicationError{"the process of a replication ended early (" + how + ")", killed_by_system};
}

void Worker::signal(int number) const { kill(process_, number); }

}  // namespace qoslab
