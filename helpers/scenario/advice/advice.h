// What a legal but unwise configuration will cause: the linter. Only for a scenario without errors. Each function looks
// at one concern.
#pragma once

#include <vector>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/passages.h"

namespace qoslab::advice {

struct Advised {
  const checks::Subject& subject;
  const std::vector<checks::PortPassages>& passages;  ///< of each port
};

/// HTB and ideal trees: what their rules make of their rates, and where the two differ.
void token_trees(const Advised& advised, Diagnostics& out);
/// Full queues in which packets would stand for seconds.
void standing_queues(const Advised& advised, Diagnostics& out);
/// CBQ classes that are given more at once, or for long, than they can send: they are suspended.
void suspensions(const Advised& advised, Diagnostics& out);
/// Shapers that lose credit from tick to tick.
void shapers(const Advised& advised, Diagnostics& out);
/// Reservations that cannot stand, or are too small for their flow.
void reservations(const Advised& advised, Diagnostics& out);
/// Gateways: more traffic than links, processor and shapers can carry, each given what those before it let pass.
void gateway_load(const Advised& advised, Diagnostics& out);
/// Gateways: traffic that nothing limits, or that is little for a subscriber.
void subscriber_traffic(const Advised& advised, Diagnostics& out);
/// Gateways: parts that have no effect, or let nothing pass; times that do not fit the run.
void gateway_parts(const Advised& advised, Diagnostics& out);
/// Gateways: access lists that let nothing pass, or nothing of what a group sends or receives.
void access_lists(const Advised& advised, Diagnostics& out);
/// Gateways: what children may send together against what their parent may; bursts too small for TCP.
void oversubscription(const Advised& advised, Diagnostics& out);
/// Parameters without a reason.
void stories(const Advised& advised, Diagnostics& out);

}  // namespace qoslab::advice
