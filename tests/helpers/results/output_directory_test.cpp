#include "helpers/results/output_directory.h"
#include "tests/own_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <sstream>

namespace qoslab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A place of its own for each test.
class OutputDirectoryTest : public testing::Test {
 protected:
  static std::string content(const fs::path& path) {
    std::ifstream file{path};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  static std::string refusal(const fs::path& path, Existing existing = Existing::refuse) {
    try {
      const OutputDirectory directory{path, existing};
      return "";
    } catch (const OutputError& error) {
      return error.what();
    }
  }

  static std::string refusal_to_write(OutputDirectory& directory, std::string_view text) {
    try {
      directory.write("results.json", text);
      return "";
    } catch (const OutputError& error) {
      return error.what();
    }
  }

  /// All names in it, hidden ones too.
  static std::vector<std::string> names(const fs::path& path) {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator{path}) all.push_back(entry.path().filename());
    return all;
  }

  /// In a process of its own; its exit status.
  template <typename F>
  static int elsewhere(F work) {
    const auto child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
  }

  const test::OwnFolder own_;
  const fs::path root_ = own_.path();
};

TEST_F(OutputDirectoryTest, IsCreatedWithItsParents) {
  OutputDirectory directory{root_ / "a" / "b", Existing::refuse};
  directory.write("results.json", "{}\n");
  EXPECT_EQ(content(root_ / "a" / "b" / "results.json"), "{}\n");
}

TEST_F(OutputDirectoryTest, LeavesNothingButWhatWasWritten) {
  {
    OutputDirectory directory{root_, Existing::refuse};
    directory.write("results.json", "{}");
    directory.write("series.csv", "");
  }
  EXPECT_THAT(names(root_), testing::UnorderedElementsAre("results.json", "series.csv"));
}

TEST_F(OutputDirectoryTest, WritesLargeFilesWhole) {
  const std::string large(5'000'000, 'x');
  OutputDirectory{root_, Existing::refuse}.write("series.csv", large);
  EXPECT_EQ(content(root_ / "series.csv"), large);
}

TEST_F(OutputDirectoryTest, ResultsThatAreThereAreKeptUnlessTheyMayBeReplaced) {
  OutputDirectory{root_, Existing::refuse}.write("results.json", "old");
  EXPECT_THAT(refusal(root_), HasSubstr("already holds results"));
  EXPECT_EQ(content(root_ / "results.json"), "old");
  OutputDirectory{root_, Existing::replace}.write("results.json", "new");
  EXPECT_EQ(content(root_ / "results.json"), "new");
}

TEST_F(OutputDirectoryTest, ARefusalDoesNotKeepTheLock) {
  OutputDirectory{root_, Existing::refuse}.write("results.json", "old");
  EXPECT_NE(refusal(root_), "");
  EXPECT_EQ(refusal(root_, Existing::replace), "");
  EXPECT_THAT(names(root_), testing::ElementsAre("results.json"));
}

TEST_F(OutputDirectoryTest, BelongsToOneRunAtATime) {
  const OutputDirectory mine{root_, Existing::refuse};
  EXPECT_THAT(refusal(root_), HasSubstr("another run is writing here (process " + std::to_string(::getpid()) + ")"));
  EXPECT_EQ(elsewhere([&] { return refusal(root_, Existing::replace).empty() ? 0 : 7; }), 7);
}

TEST_F(OutputDirectoryTest, IsFreeAgainAfterwards) {
  { const OutputDirectory first{root_, Existing::refuse}; }
  EXPECT_EQ(refusal(root_), "");
}

TEST_F(OutputDirectoryTest, WhatADeadRunLeftIsTakenOver) {
  // The child dies with its lock, its temporary file half written.
  EXPECT_EQ(elsewhere([&]() -> int {
              const OutputDirectory* directory = new OutputDirectory{root_, Existing::refuse};
              std::ofstream{directory->path() / ".results.json.qoslab-tmp"} << "{\"form";
              return ::raise(SIGKILL);
            }),
            100 + SIGKILL);
  EXPECT_THAT(names(root_), testing::UnorderedElementsAre(".qoslab.lock", ".results.json.qoslab-tmp"));
  { const OutputDirectory next{root_, Existing::refuse}; }
  EXPECT_THAT(names(root_), testing::IsEmpty());
}

TEST_F(OutputDirectoryTest, AChildThatEndsDoesNotUnlockItsParentsDirectory) {
  auto mine = std::make_unique<OutputDirectory>(root_, Existing::refuse);
  EXPECT_EQ(elsewhere([&] {
              mine.reset();
              return 0;
            }),
            0);
  EXPECT_THAT(refusal(root_), HasSubstr("another run"));
}

TEST_F(OutputDirectoryTest, BelowAFileIsRefused) {
  std::ofstream{root_ / "file"} << "x";
  EXPECT_THAT(refusal(root_ / "file"), HasSubstr("Not a directory"));
  EXPECT_THAT(refusal(root_ / "file" / "below"), HasSubstr("Not a directory"));
}

TEST_F(OutputDirectoryTest, WhereNothingCanBeCreatedIsRefused) {
  EXPECT_THAT(refusal("/proc/qoslab-results"), HasSubstr("/proc/qoslab-results: cannot be created: "));
}

TEST_F(OutputDirectoryTest, ADirectoryThatVanishesIsNoticed) {
  OutputDirectory directory{root_ / "gone", Existing::refuse};
  fs::remove_all(root_ / "gone");
  EXPECT_THAT(refusal_to_write(directory, "{}"), HasSubstr("No such file or directory"));
}

TEST_F(OutputDirectoryTest, AFileThatGrowsBeyondTheLimitLeavesTheEarlierOne) {
  // A limit on the size of files refuses as a full disk does, and would kill who does not look out.
  OutputDirectory{root_, Existing::refuse}.write("results.json", "old");
  const int status = elsewhere([&] {
    OutputDirectory directory{root_, Existing::replace};
    const rlimit small{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto message = refusal_to_write(directory, std::string(100'000, 'x'));
    return message.find("File too large") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content(root_ / "results.json"), "old");
  EXPECT_THAT(names(root_), testing::ElementsAre("results.json"));
}

TEST_F(OutputDirectoryTest, ANameThatIsADirectoryCannotBeReplaced) {
  fs::create_directories(root_ / "results.json" / "inside");
  OutputDirectory directory{root_, Existing::replace};
  EXPECT_THAT(refusal_to_write(directory, "{}"), HasSubstr("results.json: cannot be written"));
  EXPECT_TRUE(fs::exists(root_ / "results.json" / "inside"));
}

TEST(WriteAll, SaysThatADiskIsFull) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  try {
    write_all(full, "report", "standard output");
    FAIL() << "was written";
  } catch (const OutputError& error) {
    EXPECT_STREQ(error.what(), "standard output: cannot be written: No space left on device");
  }
  ::close(full);
}

TEST(WriteAll, WritesThroughAPipeThatIsSmallerThanTheText) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const std::string text(300'000, 'y');
  const auto child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    write_all(ends[1], text, "pipe");
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string read;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    read.append(buffer.data(), static_cast<std::size_t>(n));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(read, text);
}

}  // namespace
}  // namespace qoslab
