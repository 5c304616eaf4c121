// Conditioners: meters and what happens to each colour.
#include <fmt/format.h>

#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/sections/sections.h"

namespace qoslab::sections {
namespace {

/// The rates of one meter, which must count at one layer.
class MeterReader {
 public:
  MeterReader(const Fields& f, ConditionerRule& rule, Diagnostics& out) : f_{f}, rule_{rule}, out_{out} {}

  void read() {
    const auto kind = f_.text("kind");
    if (f_.text("mode") == "aware") rule_.mode = ColorMode::aware;
    if (kind == "token_bucket") rule_.meter = SingleBucketMeter::Profile{rate("rate"), size("burst")};
    if (kind == "srtcm") rule_.meter = SrTcm::Profile{rate("cir"), size("cbs"), size("ebs")};
    if (kind == "trtcm") rule_.meter = TrTcm::Profile{rate("cir"), size("cbs"), rate("pir"), size("pbs")};
    if (kind == "rfc4115") rule_.meter = EfficientTrTcm::Profile{rate("cir"), size("cbs"), rate("eir"), size("ebs")};
  }

 private:
  Rate rate(std::string_view key) {
    const auto layered = f_.rate(key);
    if (!layered) return {};
    if (first_ && *first_ != layered->layer) {
      error(out_, f_.place(key),
            fmt::format("'{}' counts at layer {}, the meter's other rate at {}", key, to_string(layered->layer),
                        to_string(*first_)),
            "give both at one layer");
    }
    if (!first_) rule_.layer = *(first_ = layered->layer);
    return layered->rate;
  }
  Bytes size(std::string_view key) { return f_.size(key).value_or(Bytes{}); }

  const Fields& f_;
  ConditionerRule& rule_;
  Diagnostics& out_;
  std::optional<Layer> first_;
};

ConditionerAction action(const Fields& rule, std::string_view color) {
  ConditionerAction result;
  if (const auto re_mark = rule.map(color)) result.mark = re_mark->read("mark", parse_code_point);
  result.drop = rule.text(color) == "drop";
  return result;
}

}  // namespace

std::vector<ConditionerRule> ingress(const Fields& port, const Place& place, const Network& net, Diagnostics& out) {
  std::vector<ConditionerRule> rules;
  for (const auto& f : port.maps("ingress")) {
    ConditionerRule rule;
    if (const auto m = f.map("match")) rule.match = match(*m, place, net, out);
    if (const auto m = f.map("meter")) MeterReader{*m, rule, out}.read();
    rule.actions = {action(f, "green"), action(f, "yellow"), action(f, "red")};
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace qoslab::sections
