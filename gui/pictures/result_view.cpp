#include "gui/pictures/result_view.h"

#include <iterator>

#include "gui/pictures/views.h"

namespace qoslab::gui {

ResultView table_view(const std::string& id, const std::string& title, const std::string& meaning,
                      std::function<Table()> table) {
  return {.id = id,
          .title = title,
          .meaning = meaning,
          .picture = [title] { return Picture{.title = title}; },
          .table = std::move(table)};
}

std::vector<ResultView> views_of(Opened opened) {
  std::vector<ResultView> views{summary_view(opened)};
  for (const auto make : {references_view, certificate_view, lateness_view, accounts_view, throughput_view, loss_view,
                          delay_view, cumulative_view, tail_view, jitter_view, queue_view, drops_view, waiting_view,
                          places_view, share_view, worst_view, simulated_view, ports_view, expectations_view})
    if (auto view = make(opened)) views.push_back(std::move(*view));
  auto swept = sweep_views(opened);
  views.insert(views.begin() + 1, std::make_move_iterator(swept.begin()), std::make_move_iterator(swept.end()));
  views.push_back(notes_view(opened));
  return views;
}

}  // namespace qoslab::gui
