#include "gui/data/lesson_note.h"

#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

LessonNote note(std::string text, std::string view = {}, std::vector<std::string> curves = {}) {
  return {.text = std::move(text), .view = std::move(view), .curves = std::move(curves)};
}

TEST(LessonNote, NamesAViewAndItsCurves) {
  EXPECT_EQ(lesson_note("EF waits. [delay of voice, r1.wan/ef ]"), note("EF waits.", "delay", {"voice", "r1.wan/ef"}));
}

TEST(LessonNote, WithoutCurvesItMeansAll) { EXPECT_EQ(lesson_note(" Look. [loss]\n"), note("Look.", "loss")); }

TEST(LessonNote, WithoutBracketsItBelongsToNoView) { EXPECT_EQ(lesson_note("Think."), note("Think.")); }

TEST(LessonNote, BracketsInTheMiddleAreText) {
  EXPECT_EQ(lesson_note("See [RFC 3246] first."), note("See [RFC 3246] first."));
}

TEST(LessonNote, WhatIsNotClosedIsText) { EXPECT_EQ(lesson_note("Open [delay"), note("Open [delay")); }

TEST(LessonNote, NothingInBracketsNamesNothing) {
  EXPECT_EQ(lesson_note("Empty []"), note("Empty"));
  EXPECT_EQ(lesson_note("[delay of ,]"), note("", "delay"));
  EXPECT_EQ(lesson_note(""), note(""));
}

TEST(LessonNote, ASourceInBracketsIsText) {
  EXPECT_EQ(lesson_note("As it is defined. [2544]"), (LessonNote{"As it is defined. [2544]", "", {}}));
  EXPECT_EQ(lesson_note("See. [RFC 2544 of 1999]").view, "");
}

TEST(LessonNote, ANameIsOfAllItsCurves) {
  EXPECT_TRUE(names_curve("call", "call"));
  EXPECT_TRUE(names_curve("call", "call, goodput"));
  EXPECT_TRUE(names_curve("call", "call at rate=1"));
  EXPECT_FALSE(names_curve("call", "caller, goodput"));
  EXPECT_FALSE(names_curve("call", "recall"));
}

TEST(LessonNote, OfSeveralResultsItMeansTheCurvesOfItsOwn) {
  LessonNote note{"Look.", "delay", {"call"}};
  EXPECT_EQ(curves_of(note), std::vector<std::string>{"call"});
  note.results = "cbq";
  EXPECT_EQ(curves_of(note), std::vector<std::string>{"cbq: call"});
  EXPECT_TRUE(names_curve("cbq: call", "cbq: call, goodput"));
  note.curves.clear();
  EXPECT_EQ(curves_of(note), std::vector<std::string>{"cbq"});
  EXPECT_TRUE(names_curve("cbq", "cbq: call"));
  EXPECT_FALSE(names_curve("cbq", "cbq2: call"));
}

}  // namespace
}  // namespace qoslab::gui
