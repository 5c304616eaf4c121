// Says at once when a device loses its link.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "helpers/emulate/frame_port.h"
#include "helpers/emulate/real_time_task.h"

namespace qoslab::emulation {

/// After each turn of a task, a line for each port whose link is not as it was.
class LinkNews final : public RealTimeTask {
 public:
  using Note = std::function<void(const std::string&)>;
  struct Port {
    const FramePort* port;
    std::string name;  ///< "access (eth1)"
  };
  LinkNews(RealTimeTask& task, const std::vector<Port>& ports, Note note);

  Instant turn() override;
  void rests_until(Instant wake) override { task_.rests_until(wake); }

 private:
  struct Known {
    Port port;
    LinkState state;
  };
  RealTimeTask& task_;
  std::vector<Known> known_;
  Note note_;
};

}  // namespace qoslab::emulation
