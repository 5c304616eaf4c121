// A small run's files, as qoslab writes them.
#pragma once

#include <QDir>
#include <QFile>
#include <QString>

namespace qoslab::gui {

inline void write_file(const QString& path, const QByteArray& text) {
  QFile file{path};
  file.open(QIODevice::WriteOnly);
  file.write(text);
}

/// Two flows over four seconds, a published number and a lesson of two notes.
inline void write_example_results(const QString& folder, const QByteArray& scenario = "example") {
  QDir{}.mkpath(folder);
  write_file(folder + "/results.json", R"({"format":1,"scenario":")" + scenario + R"(","question":"Who waits?",
    "status":"complete","complete":true,"provenance":{"version":"0.1.0","seed":1,"command":"run","file":"x.yaml"},
    "duration_s":4,"replications":2,"lesson":["The call keeps its rate. [throughput of call]","The file fills the queue. [queue]"],
    "flows":[
     {"name":"call","class":"voice","point":{},"offered_bps":64000,"carried_bps":64000,"goodput_bps":64000,
      "goodput_bps_ci95":100,"loss_percent":0,"delay_ms":{"min":1,"mean":2,"p50":2,"p95":3,"p99":4,"p999":5,"max":6},
      "histogram_ns":[[1000000,5],[2000000,80],[4000000,14],[6000000,1]],"jitter_ms":{"mean":0.2},"drops":{}},
     {"name":"file","class":"data","point":{},"offered_bps":9000000,"carried_bps":8000000,"goodput_bps":8000000,
      "loss_percent":11.1,"delay_ms":{"min":1,"mean":20,"p50":20,"p95":30,"p99":40,"p999":50,"max":60},
      "drops":{"r1.wan: tail":400}}],
    "references":[{"id":"table-3-call","point":{},"metric":"call.goodput","unit":"bit/s","documented":63000,
      "simulated":64000,"simulated_ci95":100,"replications":2,"deviation_percent":1.587,"tolerance":2000,"within":true,
      "kind":"predicted","printed":"table 3"}],
    "balance":{"ok":true}})");
  QByteArray series = "time_s,flow,metric,value\n";
  for (int second = 0; second < 4; ++second)
    for (const QByteArray& line : {QByteArray{"call,goodput_bps,64000"}, QByteArray{"file,goodput_bps,8000000"},
                                   QByteArray{"call,loss_percent,0"}, QByteArray{"r1.wan/data,waiting_packets,50"}})
      series += QByteArray::number(second) + "," + line + "\n";
  write_file(folder + "/series.csv", series);
}

}  // namespace qoslab::gui
