// Rows of the tables that the benchmarks print.
#pragma once

#include <cstdio>
#include <string>

namespace qoslab::bench {

constexpr auto table_head = "| what | measured | wanted | beside it |\n| --- | ---: | ---: | --- |\n";

/// "1.23 s".
inline std::string number(double value, const char* unit) {
  char text[64];
  const int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f %s", digits, value, unit);
  return text;
}

inline void print_row(const std::string& what, const std::string& measured, const std::string& wanted,
                      const std::string& beside) {
  std::printf("| %s | %s | %s | %s |\n", what.c_str(), measured.c_str(), wanted.c_str(), beside.c_str());
}

}  // namespace qoslab::bench
