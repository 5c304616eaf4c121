#include "cli/demonstration_text.h"

#include "helpers/results/cells.h"

namespace qoslab {
namespace {

Cell in_milliseconds(const emulation::SocketFlowResults& results, Duration time) {
  return text_cell(results.delays > 0 ? figures(time.to_seconds() * milli) : "");
}

}  // namespace

std::string to_text(const std::vector<emulation::Demonstration::Flow>& flows, const TextStyle& style) {
  Table table{{{"flow", false},
               {"class", false, 5},
               {"over", false, 5},
               {"sent", true, 6},
               {"came", true, 6},
               {"lost %", true, 9},
               {"Mbit/s", true, 9},
               {"mean", true, 9, "-"},
               {"p99", true, 8, "-"},
               {"max", true, 8, "-"}}};
  for (const auto& flow : flows) {
    const auto& seen = flow.results;
    const double lost = flow.connection || seen.sent == 0
                            ? 0
                            : 100 * static_cast<double>(seen.sent - seen.received) / static_cast<double>(seen.sent);
    const double seconds = seen.busy.to_seconds();
    table.row({text_cell(harmless(flow.name)), text_cell(harmless(flow.label)),
               text_cell(flow.connection ? "TCP" : "UDP"), text_cell(std::to_string(seen.sent)),
               text_cell(std::to_string(seen.received)), text_cell(flow.connection ? "" : figures(lost)),
               text_cell(figures(seconds > 0 ? static_cast<double>(seen.payload) * 8 / seconds / 1e6 : 0)),
               in_milliseconds(seen, seen.mean), in_milliseconds(seen, seen.p99), in_milliseconds(seen, seen.most)});
  }
  if (table.empty()) return "";
  return "\n" +
         inked("The hosts (payload; delays in ms from socket to socket, of TCP until the answer)", Ink::strong, style) +
         "\n" + table.text(style);
}

}  // namespace qoslab
