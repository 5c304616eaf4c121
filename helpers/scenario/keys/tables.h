// The tables of keys, one function each; see shape.h.
#pragma once

#include "helpers/scenario/keys/shape.h"
#include "model/scenario/port_spec.h"

namespace qoslab::keys {

const KeyTable& scenario();
const KeyTable& parameter();
const KeyTable& runs();
const KeyTable& reference();
const KeyTable& expectation();

const KeyTable& node();
const KeyTable& link();

const KeyTable& port();
const KeyTable& shaper();
const KeyTable& queue();
const KeyTable& red();
const KeyTable& red_curve();
const KeyTable& codel();
const KeyTable& classify_rule();
const KeyTable& match();
const KeyTable& header_match();
const KeyTable& service_curve();
/// The keys of a class below a scheduler of this kind.
const KeyTable& class_of(SchedulerKind kind);
/// The keys of what reserved classes have in common, below a scheduler that can change rates as it runs.
const KeyTable& reserved_class_of(SchedulerKind kind);
/// The keys of `reservable` at a port of this kind.
const KeyTable& reservable_of(SchedulerKind kind);

const KeyTable& ingress_rule();
const KeyTable& meter();
const KeyTable& action();

const KeyTable& flow();
const KeyTable& traffic();
const KeyTable& imix_entry();
const KeyTable& tcp();
const KeyTable& reservation();

/// Of a node of a port's scheduler. `what`: how its children share it.
Key share(const std::string& what);
const KeyTable& gateway();
const KeyTable& processor();
const KeyTable& stalls();
const KeyTable& platform_limits();
const KeyTable& access_side();
const KeyTable& network_side();
const KeyTable& port_scheduler();
const KeyTable& level_rate();
const KeyTable& aggregate_level();

const KeyTable& access_list_entry();
const KeyTable& profile();
const KeyTable& profile_class();
const KeyTable& subscriber_queue();
const KeyTable& policer();
const KeyTable& arbiter();

const KeyTable& subscriber_group();
const KeyTable& vlan_pairs();
const KeyTable& ipv6_pool();
const KeyTable& group_traffic();
const KeyTable& size_mix_entry();
const KeyTable& gateway_host();
const KeyTable& host_subscriber();

/// The words of a scheduler in files, in the order of SchedulerKind.
const std::vector<std::string>& scheduler_words();
SchedulerKind scheduler_kind(const std::string& word);
/// The keys that select packets, for the tables that have them beside others.
std::vector<Key> match_keys();
/// Of them, those that need no network: what a packet's headers say.
std::vector<Key> header_match_keys();

}  // namespace qoslab::keys
