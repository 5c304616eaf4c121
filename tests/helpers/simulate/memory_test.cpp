// What the system says of memory, told by files of a system that is not there.
#include "helpers/simulate/memory.h"
#include "tests/own_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace qoslab {
namespace {

namespace fs = std::filesystem;

class AvailableMemory : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream{root_ / file} << text;
  }
  const test::OwnFolder own_;
  const fs::path root_ = own_.path();
};

TEST_F(AvailableMemory, IsWhatTheMachineHas) {
  write("proc/meminfo", "MemTotal: 9000 kB\nMemFree:  10 kB\nMemAvailable:   4000 kB\n");
  EXPECT_EQ(available_memory(root_), 4000 * 1024);
}

TEST_F(AvailableMemory, IsWhatAnyControlGroupLeaves) {
  write("proc/meminfo", "MemAvailable: 4000 kB\n");
  write("proc/self/cgroup", "0::/jobs/one\n");
  write("sys/fs/cgroup/jobs/one/memory.max", "max\n");
  write("sys/fs/cgroup/jobs/one/memory.current", "7\n");
  EXPECT_EQ(available_memory(root_), 4000 * 1024);
  write("sys/fs/cgroup/jobs/memory.max", "100000\n");
  write("sys/fs/cgroup/jobs/memory.current", "30000\n");
  EXPECT_EQ(available_memory(root_), 70000);
  write("sys/fs/cgroup/memory.max", "50\n");
  write("sys/fs/cgroup/memory.current", "60\n");
  EXPECT_EQ(available_memory(root_), 0) << "the root of a container";
}

TEST_F(AvailableMemory, IsUnknownWithoutThem) { EXPECT_EQ(available_memory(root_), std::nullopt); }

}  // namespace
}  // namespace qoslab
