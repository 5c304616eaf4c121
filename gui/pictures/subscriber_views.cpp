// Subscribers, however many: how they are spread, and who suffers.
#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

std::string name_of(const SubscriberGroup& group) { return at_point(group.group + "." + group.direction, group.point); }

/// Those of the first replication: the file may have others.
std::vector<SubscriberGroup> groups_of(const OpenedResults& opened) {
  std::vector<SubscriberGroup> groups;
  for (const auto& group : opened.subscribers->groups)
    if (group.replication.empty() || group.replication == "0") groups.push_back(group);
  return groups;
}

Picture share_picture(const OpenedResults& opened) {
  Picture picture;
  picture.title = opened.results.scenario + ": what subscribers got of what they could get";
  picture.note = "First replication.";
  picture.x.title = "share of the offer, or of the rate that they pay for if that is less";
  picture.x.unit = "%";
  picture.y.title = "subscribers";
  for (const auto& group : groups_of(opened)) {
    if (group.loaded == 0) continue;
    Curve curve;
    curve.name = name_of(group);
    curve.shape = Curve::Shape::area;
    const auto& density = group.share_percent;
    for (std::size_t i = 0; i < density.counts.size(); ++i)
      curve.points.push_back(
          {density.from + static_cast<double>(i) * density.width(), static_cast<double>(density.counts[i])});
    if (!density.counts.empty()) curve.points.push_back({density.to, curve.points.back().y});
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

Table bands_table(const OpenedResults& opened) {
  Table table{.columns = {"group", "subscribers", "loaded"}};
  for (const int percent : band_percents) table.columns.push_back(std::to_string(percent) + " % get at most, bit/s");
  for (const auto& group : groups_of(opened)) {
    std::vector<std::string> cells{name_of(group), std::to_string(group.subscribers), std::to_string(group.loaded)};
    for (const int percent : band_percents) {
      const auto band = group.arrived_bands.find(percent);
      cells.push_back(band == group.arrived_bands.end() ? "–" : number_text(band->second));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Of each group those that fare worst, by rank.
Picture worst_picture(const OpenedResults& opened) {
  Picture picture;
  picture.title = opened.results.scenario + ": subscribers that fare worst";
  picture.note = "First replication.";
  picture.x.title = "rank from the worst";
  picture.y.title = "share that arrived";
  picture.y.unit = "%";
  for (const auto& group : groups_of(opened)) {
    Curve curve;
    curve.name = name_of(group);
    curve.shape = Curve::Shape::dots;
    for (const auto& row : group.worst)
      curve.points.push_back({static_cast<double>(curve.points.size() + 1), row.share_percent});
    if (!curve.points.empty()) picture.curves.push_back(std::move(curve));
  }
  return picture;
}

Table worst_table(const OpenedResults& opened) {
  Table table{.columns = {"group", "subscriber", "place", "rate, bit/s", "offered, bit/s", "arrived, bit/s", "share, %",
                          "packets lost"}};
  for (const auto& group : groups_of(opened))
    for (const auto& row : group.worst)
      table.rows.push_back({name_of(group), std::to_string(row.subscriber), row.place, number_text(row.rate_bps),
                            number_text(row.offered_bps), number_text(row.arrived_bps), number_text(row.share_percent),
                            std::to_string(row.lost_packets)});
  return table;
}

}  // namespace

std::optional<ResultView> share_view(const Opened& opened) {
  if (!opened->subscribers || share_picture(*opened).curves.empty()) return std::nullopt;
  return ResultView{
      .id = "subscribers",
      .title = "Subscribers",
      .meaning =
          "How many subscribers got how large a share of what they were offered, or of their rate if that is less.",
      .picture = [opened] { return share_picture(*opened); },
      .table = [opened] { return bands_table(*opened); }};
}

std::optional<ResultView> worst_view(const Opened& opened) {
  if (!opened->subscribers || worst_picture(*opened).curves.empty()) return std::nullopt;
  return ResultView{.id = "worst",
                    .title = "Who suffers",
                    .meaning =
                        "The subscribers with the smallest share of the offer, or of their rate if that is less; by "
                        "their number in the "
                        "group.",
                    .picture = [opened] { return worst_picture(*opened); },
                    .table = [opened] { return worst_table(*opened); }};
}

}  // namespace qoslab::gui
