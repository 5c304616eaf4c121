// Meters and what becomes of the colours that they give.
#include <fmt/format.h>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::checks {
namespace {

class RuleCheck {
 public:
  RuleCheck(const ConditionerRule& rule, const Value& written, Diagnostics& out)
      : rule_{rule}, written_{written}, out_{out} {}

  void all() {
    if (const auto* m = std::get_if<TrTcm::Profile>(&rule_.meter); m != nullptr && m->pir < m->cir && m->pir > Rate{}) {
      complain_of_meter("pir", "the peak rate lies below the committed rate (RFC 2698)",
                        "at least " + to_string(m->cir));
    }
    if (const auto* m = std::get_if<SrTcm::Profile>(&rule_.meter);
        m != nullptr && written_.find("meter")->find("ebs")) {
      if (m->cbs == Bytes{} && m->ebs == Bytes{}) {
        complain_of_meter("cbs", "both bursts are 0 (RFC 2697 asks for one above 0)", "at least the largest packet");
      }
    }
    if (std::holds_alternative<std::monostate>(rule_.meter)) {
      impossible("yellow", "without a meter no packet is yellow");
      impossible("red", "without a meter no packet is red");
    } else if (std::holds_alternative<SingleBucketMeter::Profile>(rule_.meter)) {
      impossible("yellow", "a token_bucket makes no packet yellow");
    }
  }

 private:
  void complain_of_meter(std::string_view key, std::string what, std::string fix) {
    error(out_, place_in(written_.find_entry("meter"), key), std::move(what), std::move(fix));
  }
  void impossible(std::string_view color, std::string what) {
    const Value* action = written_.find(color);
    if (action != nullptr && written_.find("meter") == nullptr) {
      error(out_, action->position, std::move(what), "write a meter, or remove the key");
    } else if (action != nullptr) {
      error(out_, action->position, std::move(what), "remove the key, or use another meter");
    }
  }

  const ConditionerRule& rule_;
  const Value& written_;
  Diagnostics& out_;
};

}  // namespace

void conditioners(const Subject& subject, Diagnostics& out) {
  for (const auto& port : subject.scenario.ports) {
    const Value* rules = entry_of(subject.root, port)->value.find("ingress");
    if (rules == nullptr || rules->items.size() != port.ingress.size()) continue;
    for (std::size_t i = 0; i < port.ingress.size(); ++i) RuleCheck{port.ingress[i], rules->items[i], out}.all();
  }
}

}  // namespace qoslab::checks
