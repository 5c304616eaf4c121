#include "helpers/scenario/text.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/helpers/scenario/complaints.h"
#include "tests/own_folder.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder that is gone after the test.
class Files : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream{folder_ / name, std::ios::binary} << text;
    return (folder_ / name).string();
  }
  static std::vector<std::string> complaints(const std::string& file) {
    return test::printed(read_scenario(file).diagnostics);
  }
  const test::OwnFolder own_;
  fs::path folder_ = own_.path();
};

TEST_F(Files, AMissingFileIsNamed) {
  const auto file = (folder_ / "none.yaml").string();
  EXPECT_THAT(complaints(file), ElementsAre(file + ": error: does not exist; check the path"));
}

TEST_F(Files, ADirectoryIsNoFile) {
  EXPECT_THAT(complaints(folder_.string()),
              ElementsAre(folder_.string() + ": error: is a directory; name a file in it"));
}

TEST_F(Files, APipeWouldWaitForEver) {
  const auto file = (folder_ / "pipe").string();
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_THAT(complaints(file), ElementsAre(file + ": error: is not a regular file; name a YAML file"));
}

TEST_F(Files, FiftyMegabytesAreRefusedUnread) {
  const auto file = write("big.yaml", "version: 1\n");
  fs::resize_file(file, 50'000'000);
  EXPECT_THAT(complaints(file), ElementsAre(file + ": error: has 50.0 MB; a scenario has at most 10 MB"));
}

TEST_F(Files, AnEmptyFileIsNoScenario) {
  for (const auto* text : {"", "\n \n", "\xef\xbb\xbf"}) {
    const auto file = write("empty.yaml", text);
    EXPECT_THAT(complaints(file), ElementsAre(file + ": error: is empty; a scenario begins with 'version: 1'"));
  }
  const auto file = write("comment.yaml", "# nothing yet\n");
  EXPECT_THAT(complaints(file),
              ElementsAre(file + ": error: holds nothing but comments; a scenario begins with 'version: 1'"));
}

TEST_F(Files, BinaryIsRefusedWhereItBegins) {
  const auto file = write("a.yaml", std::string("version: 1\nab\0c", 15));
  EXPECT_THAT(complaints(file),
              ElementsAre(file + ":2:3: error: a NUL byte: this is a binary file; a scenario is YAML text"));
}

TEST(Text, ControlCharactersAreRefused) {
  // Byte 4 would end the parser's stream in silence.
  test::expect_complaints("version: 1\nquestion: a@\x04z\n",
                          {"error: control character 0x04; a scenario is YAML text: remove it"});
}

TEST(Text, EveryMalformedUtf8IsRefused) {
  for (const auto* bad : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                          "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xe2\x82"}) {
    test::expect_complaints(std::string{"version: 1\nquestion: @"} + bad,
                            {"error: bytes that are not UTF-8; save the file as UTF-8"});
  }
}

TEST(Text, EveryLengthOfUtf8IsRead) {
  Diagnostics out;
  const std::string good = "q: z \xc3\xa9 \xe2\x82\xac \xed\x9f\xbf \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf";
  EXPECT_EQ(clean_text(good, "f", out), good);
  EXPECT_THAT(out, ::testing::IsEmpty());
}

TEST(Text, UsesOfOtherSystemsAreAccepted) {
  Diagnostics out;
  EXPECT_EQ(clean_text("\xef\xbb\xbfversion: 1\r\nquestion: x\r\n", "f", out), "version: 1\nquestion: x\n");
  EXPECT_THAT(out, ::testing::IsEmpty());
}

TEST(Text, TabsCannotIndent) {
  test::expect_complaints("version: 1\nnodes:\n@\th: {kind: host}\n",
                          {"error: a tab in the indentation; indent with spaces"});
  test::expect_complaints("version: 1\nnodes:\n @\th: {kind: host}\n",
                          {"error: a tab in the indentation; indent with spaces"});
}

TEST(Text, TabsElsewhereAreSpaces) {
  Diagnostics out;
  EXPECT_TRUE(clean_text("version:\t1\t# one\n", "f", out));
  EXPECT_THAT(out, ::testing::IsEmpty());
}

TEST_F(Files, IncludedFilesAreNamedWhereTheyAreWanted) {
  const auto file = write("a.yaml", "version: 1\ninclude: [parts/none.yaml, parts]\n");
  fs::create_directories(folder_ / "parts");
  EXPECT_THAT(complaints(file), ElementsAre(file + ":2:11: error: '" + (folder_ / "parts/none.yaml").string() +
                                                "' does not exist; check the path",
                                            file + ":2:28: error: '" + (folder_ / "parts").string() +
                                                "' is a directory; name a file in it"));
}

TEST_F(Files, IncludesThatGoRoundAreRefused) {
  const auto file = write("a.yaml", "version: 1\ninclude: [b.yaml]\n");
  const auto b = write("b.yaml", "include: [a.yaml]\n");
  EXPECT_THAT(complaints(file), ElementsAre(b + ":1:11: error: includes go round: a.yaml -> b.yaml -> a.yaml; remove "
                                                "one of these includes"));
}

TEST_F(Files, AFileThatIncludesItselfIsRefused) {
  const auto file = write("a.yaml", "version: 1\ninclude: [../" + folder_.filename().string() + "/a.yaml]\n");
  EXPECT_THAT(complaints(file), ElementsAre(HasSubstr("a.yaml:2:11: error: includes go round: a.yaml -> a.yaml")));
}

TEST_F(Files, FaultsOfIncludedFilesStandThere) {
  const auto file = write("a.yaml", "version: 1\ninclude: [parts/b.yaml]\n" + test::network.substr(11) + test::flows);
  const auto part = write("parts/b.yaml", "\nruns: {durration: 1 s}\n");
  EXPECT_THAT(
      complaints(file),
      ElementsAre(part + ":2:8: error: unknown key 'durration' in runs of the scenario; did you mean 'duration'?"));
}

TEST_F(Files, APartIncludedTwiceCountsOnce) {
  const auto file = write("a.yaml", "version: 1\ninclude: [b.yaml, c.yaml]\n" + test::network.substr(11) + test::flows);
  write("b.yaml", "include: [d.yaml]\n");
  write("c.yaml", "include: [d.yaml]\n");
  write("d.yaml", "expect:\n  - {metric: call.loss, at_most: 1 %}\n");
  const auto outcome = read_scenario(file);
  ASSERT_EQ(outcome.points.size(), 1U);
  EXPECT_EQ(outcome.points.front().expectations.size(), 1U);
}

TEST_F(Files, TooManyFilesAreRefused) {
  std::string includes;
  for (int i = 0; i < 70; ++i) {
    const auto name = "p" + std::to_string(i) + ".yaml";
    write(name, "version: 1\n");
    includes += name + ", ";
  }
  const auto file = write("a.yaml", "version: 1\ninclude: [" + includes + "]\n");
  EXPECT_THAT(complaints(file), ::testing::Contains(HasSubstr("error: more than 64 files; include fewer")));
}

TEST(Texts, CannotInclude) {
  test::expect_complaints("version: 1\ninclude: [@a.yaml]\n",
                          {"error: a text that is no file cannot include others; write it to a file"});
}

TEST(Includes, MustBeAListOfFiles) {
  test::expect_complaints("version: 1\ninclude: @{a: b}\n",
                          {"error: 'include' has a map; write a list of files: [parts/network.yaml]"});
  test::expect_complaints("version: 1\ninclude: [@[a]]\n",
                          {"error: 'include' has a list; write a list of files: [parts/network.yaml]"});
}

}  // namespace
}  // namespace qoslab
