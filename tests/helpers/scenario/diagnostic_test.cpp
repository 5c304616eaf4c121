// A message is one line, whatever the file holds.
#include "helpers/scenario/diagnostic.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

std::string message(const std::string& what) {
  return to_string({{"f.yaml", 2, 3}, Diagnostic::Severity::error, what, "write x"});
}

TEST(Diagnostic, SaysWhereWhatAndWhatWouldBeRight) {
  EXPECT_EQ(message("unknown key 'y'"), "f.yaml:2:3: error: unknown key 'y'; write x");
}

TEST(Diagnostic, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_EQ(message("key '-\n\x1b[2J'"), "f.yaml:2:3: error: key '-\\x0a\\x1b[2J'; write x");
}

TEST(Diagnostic, DoesNotLetAFileTurnTheDirectionOfText) {
  EXPECT_EQ(message("\u202eab\u2066"), "f.yaml:2:3: error: \\u202eab\\u2066; write x");
}

TEST(Diagnostic, LeavesOtherLettersAlone) {
  EXPECT_EQ(message("Zürich … 😀"), "f.yaml:2:3: error: Zürich … 😀; write x");
}

}  // namespace
}  // namespace qoslab
