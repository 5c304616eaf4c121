// Captures as traffic of groups.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "helpers/scenario/fields.h"
#include "model/scenario/gateway_spec.h"
#include "model/traffic/trace.h"

namespace qoslab::sections {

/// The captures that a scenario names. Each file is read once, for all points of a sweep.
class Captures {
 public:
  /// What a group can send of the capture under `trace`: packets of its address families, whose frames fit. Null:
  /// there is none, which has been reported; what is left out is reported, too.
  std::shared_ptr<const Trace> of(const Fields& traffic, const std::string& path, const SubscriberGroupSpec& group,
                                  Diagnostics& out);

 private:
  struct File {
    std::shared_ptr<const Trace> trace;
    std::string fault;    ///< why there is none
    std::string skipped;  ///< one line if some packets could not be read
  };
  const File& file(const std::string& path);
  std::shared_ptr<const Trace> of_family(const std::string& path, bool ipv6);

  std::map<std::string, File> files_;
  std::map<std::pair<std::string, bool>, std::shared_ptr<const Trace>> of_one_family_;
};

}  // namespace qoslab::sections
