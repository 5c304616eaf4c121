// Class trees of ports.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "helpers/scenario/fields.h"
#include "model/scenario/port_spec.h"

namespace qoslab::sections {

/// Reads the classes, the shaper and what is reservable of one port, whose rates must all count at one layer.
class ClassReader {
 public:
  explicit ClassReader(Diagnostics& out) : out_{out} {}

  std::vector<ClassSpec> classes(const Fields& parent, SchedulerKind kind);
  ShaperSpec shaper(const Fields& f);
  ReservableSpec reservable(const Fields& f, SchedulerKind kind);
  static QueueSpec queue(const Fields& f);

  /// At which layer the port's rates count; nothing if it has none.
  [[nodiscard]] std::optional<Layer> layer() const { return layer_; }

 private:
  ClassSpec one_class(const std::string& name, const Fields& f, SchedulerKind kind);
  ClassShare share(const Fields& f, SchedulerKind kind);
  Cbq::Class cbq_share(const Fields& f);
  TokenTreeClass token_tree_share(const Fields& f);
  std::optional<ServiceCurve> curve(const Fields& f, std::string_view key);
  Rate rate(const Fields& f, std::string_view key);
  void check_name(const Entry& entry);

  Diagnostics& out_;
  std::optional<Layer> layer_;
  Position layer_from_;
  std::set<std::string> names_;
};

}  // namespace qoslab::sections
