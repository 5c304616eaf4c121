// The single views (result_view.h). Each gives nothing if the results have nothing for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/pictures/result_view.h"

namespace qoslab::gui {

using Opened = std::shared_ptr<const OpenedResults>;

/// A view without a picture.
ResultView table_view(const std::string& id, const std::string& title, const std::string& meaning,
                      std::function<Table()> table);

ResultView summary_view(const Opened& opened);

std::optional<ResultView> throughput_view(const Opened& opened);
std::optional<ResultView> loss_view(const Opened& opened);
std::optional<ResultView> delay_view(const Opened& opened);
std::optional<ResultView> jitter_view(const Opened& opened);
std::optional<ResultView> queue_view(const Opened& opened);

/// How large a part of the delays is not longer.
std::optional<ResultView> cumulative_view(const Opened& opened);
/// How large a part is longer: the tail.
std::optional<ResultView> tail_view(const Opened& opened);

std::optional<ResultView> drops_view(const Opened& opened);
std::optional<ResultView> waiting_view(const Opened& opened);
std::optional<ResultView> places_view(const Opened& opened);

std::optional<ResultView> share_view(const Opened& opened);
std::optional<ResultView> worst_view(const Opened& opened);

// Of an emulation; of `measure` there is a certificate.
std::optional<ResultView> certificate_view(const Opened& opened);
std::optional<ResultView> lateness_view(const Opened& opened);
std::optional<ResultView> accounts_view(const Opened& opened);
std::optional<ResultView> ports_view(const Opened& opened);
std::optional<ResultView> simulated_view(const Opened& opened);

/// Of a sweep: each metric over its points.
std::vector<ResultView> sweep_views(const Opened& opened);

std::optional<ResultView> references_view(const Opened& opened);
std::optional<ResultView> expectations_view(const Opened& opened);
/// Provenance, books, notes, warnings, complaints.
ResultView notes_view(const Opened& opened);

}  // namespace qoslab::gui
