// Values that come in while a run goes on, as curves that grow.
#pragma once

#include <map>
#include <set>
#include <string>

#include "gui/data/picture.h"

namespace qoslab::gui {

/// Of one scenario: the next one's first value forgets those before. Long runs keep every second, fourth, … value.
class LiveCurves {
 public:
  void add(const std::string& scenario, double time_s, const std::string& subject, const std::string& metric,
           double value);
  /// That have come so far: "goodput_bps".
  [[nodiscard]] std::set<std::string> metrics() const;
  [[nodiscard]] Picture picture(const std::string& metric) const;

 private:
  struct Growing {
    std::vector<Point> points;
    int every = 1;  ///< value that is kept
    int skipped = 0;
  };
  std::string scenario_;
  std::map<std::string, std::map<std::string, Growing>> curves_;  ///< by metric and subject
};

}  // namespace qoslab::gui
