// What an emulation measured of frames from outside, and of itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/results/count.h"
#include "model/results/delay_histogram.h"
#include "model/results/results.h"
#include "model/units/time.h"

namespace qoslab {

/// The frames of one account: a direction with a code point, or with a group's class. Bytes are those of frames.
struct AccountResults {
  std::string name;
  Count offered;                       ///< came in
  Count delivered;                     ///< went out
  std::map<std::string, Count> drops;  ///< "place: reason"; the model's own
  Count lost_by_host;                  ///< the model let them through, the host did not
  Count ended;                         ///< reached a host of the model
  Count inside;                        ///< when the run ended
  DelayHistogram modelled;             ///< from the last bit of the arrival to what the model says
  DelayHistogram measured;             ///< from the last bit of the arrival to when the frame was handed to the port
  Instant first, last;                 ///< departures
  Bytes after_first;                   ///< delivered since the first departure, without that frame
};

/// A port as the host saw it.
struct PortResults {
  std::string name;    ///< what it is bound as: "access"
  std::string device;  ///< "eth1", "in.pcap"
  Count received;
  Count sent;
  std::map<std::string, std::int64_t> refused;       ///< frames that were not let in: what is wrong with them
  std::int64_t dropped_by_kernel = 0;                ///< the receive ring was full
  std::int64_t transmit_full = 0;                    ///< the transmit ring was
  std::int64_t errors = 0;                           ///< the system refused to send
  std::int64_t gaps = 0;                             ///< times that the link was down
  Duration down;                                     ///< in all
  bool removed = false;                              ///< the device is there no more
  std::int64_t before_beginning = 0;                 ///< frames that came before the run began, and are not part of it
  std::map<std::string, std::int64_t> damaged = {};  ///< let in as frames that are not IP: what is wrong with them
};

/// How far the host kept up with the model's clock.
struct HostResults {
  bool real_time = true;             ///< else the clock stood still while the host worked, and nothing was late
  DelayHistogram lateness;           ///< of each departure: handed to the port after the model's instant
  std::int64_t most_per_second = 0;  ///< frames sent in the busiest second
  Duration longest_turn;             ///< from one look at the ports to the next, but for planned rests
  Duration behind;                   ///< of the ports' clock: the farthest that the model has been after a turn
  std::int64_t late_in = 0;          ///< frames whose time was before what the model had already decided
  std::int64_t no_room = 0;          ///< frames that came in when as many as there is memory for were inside
  std::int64_t clock_steps = 0;      ///< gaps between turns above a tenth of a second: suspended, or stopped
  std::string timestamps;            ///< "kernel", "user", "capture"
  std::string scheduling;            ///< "SCHED_FIFO 50", "SCHED_OTHER"
  bool memory_locked = false;
};

/// What the host carried before the run, through a plain line between two virtual pairs of its own.
struct SelfTestResults {
  std::string skipped;                 ///< why it was not made; empty: it was
  std::string ports;                   ///< "AF_PACKET", "AF_XDP"
  Bytes frame{64};                     ///< of all frames
  std::int64_t frames_per_second = 0;  ///< the most without a loss and within the precision; 0: not even the least
  Duration median, within, most;       ///< lateness at that rate: of half, 99 % and all of the departures
  std::string limit;                   ///< why not more: "loss", "lateness", "sender" (it cannot send more), "none"
};

/// What one host of the model sent to another, or to a real one; bytes are those of IP.
struct ModelFlow {
  std::string name;
  Count sent, delivered, inside;
  std::map<std::string, Count> drops;  ///< "place: reason"
};

struct EmulationResults {
  Instant until;  ///< since the start
  std::vector<AccountResults> accounts;
  std::vector<PortResults> ports;
  HostResults host;
  bool complete = true;
  std::optional<SelfTestResults> self_test = std::nullopt;
  std::vector<ModelFlow> flows = {};           ///< of the model's own hosts
  std::vector<PortClassResults> classes = {};  ///< of the model's ports
  std::vector<std::string> notes = {};         ///< what was found that the reader should know
};

}  // namespace qoslab
