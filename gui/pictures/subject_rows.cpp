#include "gui/pictures/subject_rows.h"

#include <optional>

#include "gui/pictures/at_point.h"

namespace qoslab::gui {
namespace {

recorded::Measured measured(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return recorded::Measure{.value = *value};
}

}  // namespace

std::vector<SubjectRow> subject_rows(const recorded::Results& results) {
  static const std::vector<recorded::Bin> no_histogram;
  std::vector<SubjectRow> rows;
  for (const auto& flow : results.flows)
    rows.push_back({.name = at_point(flow.name, flow.point),
                    .brief = briefly_at(flow.name, flow.point),
                    .point = flow.point,
                    .fine = false,
                    .offered_bps = flow.offered_bps,
                    .carried_bps = flow.carried_bps,
                    .goodput_bps = flow.goodput_bps,
                    .loss_percent = flow.loss_percent,
                    .jitter_ms = flow.jitter_ms,
                    .delay_ms = flow.delay_ms,
                    .histogram_ns = &flow.histogram_ns,
                    .drops = &flow.drops});
  for (const auto& traffic : results.traffic)
    rows.push_back({.name = at_point(traffic.subject, traffic.point),
                    .brief = briefly_at(traffic.subject, traffic.point),
                    .point = traffic.point,
                    .fine = !traffic.class_name.empty() || traffic.subscriber.has_value(),
                    .offered_bps = traffic.offered_bps,
                    .carried_bps = traffic.carried_bps,
                    .goodput_bps = {},
                    .loss_percent = traffic.loss_percent,
                    .jitter_ms = {},
                    .delay_ms = traffic.delay_ms,
                    .histogram_ns = &traffic.histogram_ns,
                    .drops = &traffic.drops});
  for (const auto& account : results.accounts)
    if (account.used())
      rows.push_back({.name = account.name,
                      .brief = account.name,
                      .point = {},
                      .fine = false,
                      .offered_bps = {},
                      .carried_bps = measured(account.rate_bps),
                      .goodput_bps = {},
                      .loss_percent = measured(account.lost_percent),
                      .jitter_ms = {},
                      .delay_ms = account.delay_ms,
                      .histogram_ns = &no_histogram,
                      .drops = &account.drops});
  return rows;
}

}  // namespace qoslab::gui
