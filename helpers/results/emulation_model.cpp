#include "helpers/results/emulation_model.h"

#include "helpers/results/cells.h"
#include "helpers/results/names.h"

namespace qoslab {
namespace {

std::int64_t packets_in(const std::map<std::string, Count>& drops) {
  std::int64_t sum = 0;
  for (const auto& [reason, count] : drops) sum += count.packets;
  return sum;
}

Cell number_cell(std::int64_t number) { return text_cell(std::to_string(number)); }

}  // namespace

Table model_flow_table(const EmulationResults& results) {
  Table table{{{"flow", false}, {"sent", true}, {"delivered", true}, {"dropped", true}, {"inside", true}}};
  for (const auto& flow : results.flows)
    table.row({text_cell(harmless(flow.name)), number_cell(flow.sent.packets), number_cell(flow.delivered.packets),
               number_cell(packets_in(flow.drops)), number_cell(flow.inside.packets)});
  return table;
}

Table model_class_table(const EmulationResults& results) {
  Table table{{{"port/class", false}, {"arrived", true}, {"sent", true}, {"dropped", true}, {"most waiting", true}}};
  for (const auto& c : results.classes)
    table.row({text_cell(harmless(c.port + "/" + c.class_name)), number_cell(c.arrived.packets),
               number_cell(c.sent.packets), number_cell(packets_in(c.drops)), number_cell(c.most_waiting.packets)});
  return table;
}

Json model_flows(const EmulationResults& results) {
  Json array = Json::array();
  for (const auto& flow : results.flows)
    array.push_back({{"name", flow.name},
                     {"sent", to_json(flow.sent)},
                     {"delivered", to_json(flow.delivered)},
                     {"drops", packets_by_reason(flow.drops)},
                     {"inside", to_json(flow.inside)}});
  return array;
}

Json model_classes(const EmulationResults& results) {
  Json array = Json::array();
  for (const auto& c : results.classes)
    array.push_back({{"port", c.port},
                     {"class", c.class_name},
                     {"arrived", to_json(c.arrived)},
                     {"sent", to_json(c.sent)},
                     {"drops", packets_by_reason(c.drops)},
                     {"most_waiting", c.most_waiting.packets}});
  return array;
}

}  // namespace qoslab
