#include "model/ns3/preparation.h"

#include <ns3/boolean.h>
#include <ns3/global-value.h>
#include <ns3/nstime.h>

namespace qoslab {

void prepare_ns3(bool checksums) {
  static const bool once = [] {
    ns3::Time::SetResolution(ns3::Time::PS);
    return true;
  }();
  static_cast<void>(once);
  ns3::GlobalValue::Bind("ChecksumEnabled", ns3::BooleanValue{checksums});
}

}  // namespace qoslab
