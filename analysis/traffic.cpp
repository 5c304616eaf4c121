#include "analysis/traffic.h"

#include <utility>

namespace qoslab {
namespace {

/// All that this stream's packets count for, the coarsest first.
std::vector<TrafficSubject> subjects_with(const StreamResults& stream) {
  const TrafficSubject finest = subject_of(stream);
  std::vector<TrafficSubject> subjects;
  if (!stream.subscriber) {
    subjects.push_back({stream.gateway, {}, {}, {}, {}});
    subjects.push_back({stream.gateway, {}, {}, stream.direction, {}});
  }
  subjects.push_back({stream.gateway, stream.group, {}, {}, stream.subscriber});
  subjects.push_back({stream.gateway, stream.group, {}, stream.direction, stream.subscriber});
  subjects.push_back(finest);
  return subjects;
}

void add(std::map<std::string, Count>& sums, const std::map<std::string, Count>& counts) {
  for (const auto& [reason, count] : counts) sums[reason] += count;
}

void add(std::vector<StreamRecord>& sums, const std::vector<StreamRecord>& records) {
  if (sums.size() < records.size()) sums.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    sums[i].offered += records[i].offered;
    sums[i].arrived += records[i].arrived;
    sums[i].lost += records[i].lost;
    sums[i].inside += records[i].inside;
  }
}

}  // namespace

std::string name_of(const TrafficSubject& subject) {
  std::string name = subject.group.empty() ? subject.gateway : subject.group;
  if (subject.subscriber) name += "[" + std::to_string(*subject.subscriber) + "]";
  if (subject.direction) name += std::string{"."} + name_of(*subject.direction);
  return subject.is_stream() ? name + "/" + subject.class_name : name;
}

TrafficSubject subject_of(const StreamResults& stream) {
  return {stream.gateway, stream.group, stream.class_name, stream.direction, stream.subscriber};
}

StreamResults& operator+=(StreamResults& sum, const StreamResults& stream) {
  sum.sent += stream.sent;
  sum.delivered += stream.delivered;
  add(sum.drops, stream.drops);
  sum.queued += stream.queued;
  sum.in_flight += stream.in_flight;
  sum.offered += stream.offered;
  sum.arrived += stream.arrived;
  sum.offered_line += stream.offered_line;
  sum.arrived_line += stream.arrived_line;
  add(sum.lost, stream.lost);
  sum.delays += stream.delays;
  for (std::size_t i = 0; i < waiting_reasons; ++i) sum.waited[i] += stream.waited[i];
  for (std::size_t i = 0; i < std::size(sum.marked); ++i) sum.marked[i] += stream.marked[i];
  add(sum.records, stream.records);
  return sum;
}

void TrafficSums::add(const GatewayResults& gateway) {
  for (const auto& stream : gateway.streams)
    for (auto& subject : subjects_with(stream)) {
      const auto [index, is_new] = indices_.try_emplace(subject, sums_.size());
      if (is_new) sums_.emplace_back(std::move(subject), StreamResults{});
      sums_[index->second].second += stream;
    }
}

}  // namespace qoslab
