#include "helpers/recorded/entries.h"

namespace qoslab::recorded {
namespace {

constexpr double milliseconds_of_a_nanosecond = 1e-6;

Lateness lateness_of(const Fields& fields) {
  return {fields.number("p50"), fields.number("p99"), fields.number("max")};
}

SelfTest self_test_of(const Fields& fields) {
  SelfTest test;
  test.skipped = fields.text("skipped");
  test.ports = fields.text("ports");
  test.limit = fields.text("limit");
  test.frame_bytes = fields.integer("frame_bytes");
  test.frames_per_second = fields.integer("frames_per_second");
  test.lateness_ns = lateness_of(fields.object("lateness_ns"));
  return test;
}

}  // namespace

Account account_of(const Fields& fields) {
  Account account;
  account.name = fields.text("name");
  account.offered = fields.count("offered");
  account.delivered = fields.count("delivered");
  account.lost_by_host = fields.count("lost_by_host");
  account.inside = fields.count("inside");
  account.drops = fields.by_reason("drops");
  account.flows = fields.texts("flows");
  account.rate_bps = fields.number("rate_bps");
  account.lost_percent = fields.number("lost_percent");
  account.delay_ms = delays_of(fields.object("delay_ns"), milliseconds_of_a_nanosecond);
  account.model_delay_ms = delays_of(fields.object("model_delay_ns"), milliseconds_of_a_nanosecond);
  return account;
}

Certificate certificate_of(const Fields& fields) {
  Certificate certificate;
  certificate.valid = fields.boolean("valid").value_or(false);
  certificate.grade = fields.text("grade");
  certificate.reasons = fields.texts("reasons");
  certificate.warnings = fields.texts("warnings");
  certificate.real_time = fields.boolean("real_time").value_or(true);
  certificate.precision_ns = fields.number("precision_ns");
  certificate.frames_per_second = fields.number("frames_per_second");
  certificate.behind_ns = fields.number("behind_ns");
  certificate.longest_turn_ns = fields.number("longest_turn_ns");
  certificate.lateness_ns = lateness_of(fields.object("lateness_ns"));
  certificate.lateness_histogram_ns = fields.bins("lateness_histogram_ns");
  certificate.late_in = fields.integer("late_in");
  certificate.no_room = fields.integer("no_room");
  certificate.clock_steps = fields.integer("clock_steps");
  certificate.timestamps = fields.text("timestamps");
  certificate.scheduling = fields.text("scheduling");
  certificate.memory_locked = fields.boolean("memory_locked").value_or(false);
  if (fields.has("self_test")) certificate.self_test = self_test_of(fields.object("self_test"));
  return certificate;
}

EmulationPort port_of(const Fields& fields) {
  EmulationPort port;
  port.name = fields.text("name");
  port.device = fields.text("device");
  port.received = fields.count("received");
  port.sent = fields.count("sent");
  port.refused = fields.by_reason("refused");
  port.damaged = fields.by_reason("damaged");
  port.before_beginning = fields.integer("before_beginning");
  port.dropped_by_kernel = fields.integer("dropped_by_kernel");
  port.transmit_full = fields.integer("transmit_full");
  port.errors = fields.integer("errors");
  port.gaps = fields.integer("gaps");
  port.down_s = fields.number("down_s").value_or(0);
  port.removed = fields.boolean("removed").value_or(false);
  return port;
}

}  // namespace qoslab::recorded
