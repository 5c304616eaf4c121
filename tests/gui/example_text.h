// Small runs' files, as qoslab writes them.
#pragma once

#include <string>

namespace qoslab::gui {

/// Two flows over four seconds, a published number and a lesson of two notes.
inline std::string example_results(const std::string& scenario = "example") {
  return R"({"format":1,"scenario":")" + scenario +
         R"(","question":"Who waits?",
    "status":"complete","complete":true,"provenance":{"version":"0.1.0","seed":1,"command":"run","file":"x.yaml"},
    "duration_s":4,"replications":2,"lesson":["The call keeps its rate. [throughput of call]","The file fills the queue. [queue]"],
    "flows":[
     {"name":"call","class":"voice","point":{},"offered_bps":64000,"carried_bps":64000,"carried_bps_ci95":100,"goodput_bps":64000,
      "goodput_bps_ci95":100,"loss_percent":0,"throughput_bps":{"ip":64000,"frame":69760},"delay_ms":{"min":1,"mean":2,"p50":2,"p95":3,"p99":4,"p999":5,"max":6},
      "histogram_ns":[[1000000,5],[2000000,80],[4000000,14],[6000000,1]],"jitter_ms":{"mean":0.2},"drops":{}},
     {"name":"file","class":"data","point":{},"offered_bps":9000000,"carried_bps":8000000,"goodput_bps":8000000,
      "loss_percent":11.1,"throughput_bps":{"ip":8000000,"frame":8096000},"delay_ms":{"min":1,"mean":20,"p50":20,"p95":30,"p99":40,"p999":50,"max":60},
      "drops":{"r1.wan: tail":400}}],
    "references":[{"id":"table-3-call","point":{},"metric":"call.goodput","unit":"bit/s","documented":63000,
      "simulated":64000,"simulated_ci95":100,"replications":2,"deviation_percent":1.587,"tolerance":2000,"within":true,
      "kind":"predicted","printed":"table 3"}],
    "balance":{"ok":true}})";
}

/// Its series.csv.
inline std::string example_series() {
  std::string series = "time_s,flow,metric,value\n";
  for (int second = 0; second < 4; ++second)
    for (const auto* line : {"call,goodput_bps,64000", "file,goodput_bps,8000000", "call,loss_percent,0",
                             "r1.wan/data,waiting_packets,50"})
      series += std::to_string(second) + "," + line + "\n";
  return series;
}

/// The same scenario as emulated: the file lost frames that the host could not send.
inline std::string example_emulation(const std::string& scenario = "example") {
  return R"({"version":"0.1.0","command":"emulate","scenario":")" + scenario + R"(","question":"Who waits?",
    "started":"2026-12-01T03:50:38Z","complete":true,"duration_s":4,
    "certificate":{"valid":false,"grade":"not valid","reasons":["3 frames lost at the full transmit ring at right"],
     "warnings":["fewer than 100 frames went out"],"real_time":true,"precision_ns":1000000,"frames_per_second":1500,
     "lateness_ns":{"p50":12000,"p99":60000,"max":2000000},
     "lateness_histogram_ns":[[10000,300],[12000,560],[15000,100],[60000,35],[2000000,5]],
     "behind_ns":9000,"longest_turn_ns":85000,"late_in":7,"no_room":0,"clock_steps":0,"timestamps":"kernel",
     "scheduling":"SCHED_FIFO 50","memory_locked":true,"self_test":{"ports":"AF_PACKET","frame_bytes":64,
     "frames_per_second":310000,"limit":"loss","lateness_ns":{"p50":20000,"p99":60000,"max":90000}}},
    "accounts":[
     {"name":"left-right.dscp46","flows":["call"],"offered":{"packets":200,"bytes":43600},
      "delivered":{"packets":200,"bytes":43600},"lost_by_host":{"packets":0,"bytes":0},"inside":{"packets":0,"bytes":0},
      "drops":{},"rate_bps":69800,"lost_percent":0,"delay_ns":{"mean":2060000,"p50":2010000,"p99":4100000,"max":6000000},
      "model_delay_ns":{"mean":2000000,"p50":2000000,"p99":4000000,"max":5900000}},
     {"name":"left-right.dscp0","flows":["file"],"offered":{"packets":900,"bytes":1366200},
      "delivered":{"packets":797,"bytes":1209846},"lost_by_host":{"packets":3,"bytes":4554},
      "inside":{"packets":0,"bytes":0},"drops":{"r1.wan: tail":100},"rate_bps":2419692,"lost_percent":11.1,
      "delay_ns":{"mean":20060000,"p50":20000000,"p99":40100000,"max":61000000},
      "model_delay_ns":{"mean":20000000,"p50":20000000,"p99":40000000,"max":60000000}},
     {"name":"right-left.dscp0","offered":{"packets":0,"bytes":0},"delivered":{"packets":0,"bytes":0},"drops":{},
      "rate_bps":0,"lost_percent":0}],
    "directions":[{"name":"left-right","offered":{"packets":1100,"bytes":1409800},
      "delivered":{"packets":997,"bytes":1253446},"lost_by_host":{"packets":3,"bytes":4554},"rate_bps":2489492,
      "lost_percent":9.1}],
    "ports":[{"name":"left","device":"eth1","received":{"packets":1104,"bytes":1411000},"sent":{"packets":0,"bytes":0},
      "refused":{"runt":2,"jumbo":1},"damaged":{"ip_checksum":5},"before_beginning":4,"dropped_by_kernel":0,"transmit_full":0,
      "errors":0,"gaps":1,"down_s":1.5,"removed":false},
     {"name":"right","device":"eth2","received":{"packets":0,"bytes":0},"sent":{"packets":997,"bytes":1253446},
      "refused":{},"damaged":{},"before_beginning":0,"dropped_by_kernel":0,"transmit_full":3,"errors":0,"gaps":0,
      "down_s":0,"removed":true}],
    "model_flows":[{"name":"crowd","sent":{"packets":50,"bytes":5000},"delivered":{"packets":40,"bytes":4000},
      "drops":{"r1.wan: tail":6,"r2.lan: tail":3},"inside":{"packets":1,"bytes":100}}],
    "notes":["the neighbours are simulated"]
})";
}

}  // namespace qoslab::gui
