// A port as the scenario describes it: what happens to packets that enter from its link and that leave on it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/diffserv/conditioner.h"
#include "model/intserv/flowspec.h"
#include "model/packet/layers.h"
#include "model/qos/classifier.h"
#include "model/qos/queue/codel.h"
#include "model/qos/queue/queue.h"
#include "model/qos/queue/red.h"
#include "model/qos/scheduler/cbq.h"
#include "model/qos/scheduler/hfsc.h"
#include "model/qos/scheduler/htb.h"

namespace qoslab {

/// Random early drop of one queue: RED uses curve 0, WRED and RIO one per colour.
struct RedSpec {
  enum class Kind : std::uint8_t { red, wred, rio } kind = Kind::red;
  RedParameters parameters;
  std::array<RedCurve, 3> curves;
};

struct QueueSpec {
  QueueLimit limit{.packets = 50, .bytes = std::nullopt};
  OverflowDrop overflow = OverflowDrop::tail;
  std::optional<RedSpec> red;
  std::optional<CoDel::Parameters> codel;
};

enum class SchedulerKind : std::uint8_t { fifo, priority, wrr, drr, wf2q_plus, cbq, hfsc, htb, ideal };

/// What a class is to the scheduler of its parent. The variant's alternative follows from SchedulerKind; fields that
/// a Class struct also has for building the tree (parent, leaf) are filled when the tree is built.
struct FifoShare {};
struct PriorityShare {
  int level = 0;
};
struct WrrShare {
  std::int64_t weight = 1;
};
struct DrrShare {
  Bytes quantum{1514};
};
struct Wf2qShare {
  Rate rate;
};
using ClassShare =
    std::variant<FifoShare, PriorityShare, WrrShare, DrrShare, Wf2qShare, Cbq::Class, Hfsc::Class, TokenTreeClass>;

struct ClassSpec {
  std::string name;
  ClassShare share;
  QueueSpec queue;                         ///< when it is a leaf
  std::vector<ClassSpec> children;         ///< when it is not
  std::optional<SchedulerKind> scheduler;  ///< of the children, if another than this class's own
};

/// Reservations at a port: which classes RSVP may create, and from what bandwidth.
struct ReservableSpec {
  Rate bandwidth;            ///< the sum of what may be promised, at the port's layer
  bool police = true;        ///< excess becomes best effort (RFC 2211 section 4); false: it stays in its class (ALTQ)
  bool measured = false;     ///< admission by measured load instead of declared (RFC 2211 section 1)
  std::string parent;        ///< class under which reserved classes appear; empty: the root
  ClassSpec share_template;  ///< of each reserved class; its rate is set by the reservation
  int most_flows = 16;
  Bytes mtu{1500};
};

/// Limits a whole port below its link's rate.
struct ShaperSpec {
  enum class Kind : std::uint8_t {
    token_bucket,  ///< credit up to `burst` is kept while idle; a packet leaves when its credit is there (ALTQ's
                   ///< regulator, TBF)
    pipe,  ///< no credit is kept: a packet leaves when a line of this rate would have sent its last bit (Dummynet)
  } kind = Kind::token_bucket;
  Rate rate;
  Bytes burst{1514};
  Duration tick;  ///< departures wait for the next multiple; zero: none
};

struct RouteToClass {
  Match match;
  std::string class_name;
};

struct PortSpec {
  std::string node;
  std::string link;
  Layer layer = Layer::line;  ///< at which all rates of this port count
  std::optional<ShaperSpec> shaper;
  SchedulerKind scheduler = SchedulerKind::fifo;
  std::vector<RouteToClass> classify;    ///< to leaves; first match wins
  std::vector<ClassSpec> classes;        ///< never empty: a plain FIFO has one
  std::vector<ConditionerRule> ingress;  ///< applied to packets that arrive from the link
  std::optional<ReservableSpec> reservable;
  Rate link_rate;  ///< of the link at its line layer, filled from the link
  Duration cbq_tick = Duration::milliseconds(10);
  bool pcap = false;
};

}  // namespace qoslab
