#include "model/ns3/stepped_simulator.h"

#include <ns3/map-scheduler.h>
#include <ns3/object-factory.h>
#include <ns3/simulator.h>

#include <algorithm>

#include "model/ns3/clock.h"

namespace qoslab {
namespace {

/// ns-3's map of events; where the wanted part ends, it stops the simulator after the event that it gives.
class SteppedEvents final : public ns3::MapScheduler {
 public:
  static ns3::TypeId GetTypeId() {
    static const ns3::TypeId id =
        ns3::TypeId("qoslab::SteppedEvents").SetParent<ns3::MapScheduler>().AddConstructor<SteppedEvents>();
    return id;
  }
  SteppedEvents() { current = this; }
  ~SteppedEvents() override {
    if (current == this) current = nullptr;
  }
  Event RemoveNext() override {
    Event event = MapScheduler::RemoveNext();
    if (left_ > 0) --left_;
    if (left_ == 0 || next() >= until_) ns3::Simulator::Stop();
    return event;
  }
  [[nodiscard]] Instant next() const {
    if (IsEmpty()) return Instant::never();
    return Instant::at(Duration::picoseconds(static_cast<std::int64_t>(PeekNext().key.m_ts)));
  }
  void allow(Instant until, std::size_t events) {
    until_ = until;
    left_ = events;
  }
  [[nodiscard]] std::size_t left() const { return left_; }

  static inline SteppedEvents* current = nullptr;  ///< ns-3 makes it, and has one

 private:
  Instant until_ = Instant::never();
  std::size_t left_ = 1;
};

}  // namespace

SteppedSimulator::SteppedSimulator() {
  ns3::ObjectFactory factory;
  factory.SetTypeId(SteppedEvents::GetTypeId());
  ns3::Simulator::SetScheduler(factory);
}

SteppedSimulator::~SteppedSimulator() { ns3::Simulator::Destroy(); }

Instant SteppedSimulator::next() const { return SteppedEvents::current->next(); }

Instant SteppedSimulator::run(Instant until, std::size_t most) {
  auto& events = *SteppedEvents::current;
  events.allow(until, std::max<std::size_t>(most, 1));
  while (events.left() > 0 && events.next() < until) ns3::Simulator::Run();
  return std::min(until, events.next());
}

}  // namespace qoslab
