#include "model/intserv/admission.h"

#include <algorithm>

namespace qoslab {

DeclaredAdmission::DeclaredAdmission(Rate bandwidth, Bytes buffer) : bandwidth_{bandwidth}, buffer_{buffer} {}

bool DeclaredAdmission::admit(const Demand& wanted, const Demand& before, Instant /*now*/) {
  const Demand sum{promised_.rate - before.rate + wanted.rate, promised_.bucket - before.bucket + wanted.bucket};
  const bool fits = sum.rate <= bandwidth_ && sum.bucket <= buffer_;
  const bool no_more = wanted.rate <= before.rate && wanted.bucket <= before.bucket;
  if (!fits && !no_more) return false;
  promised_ = sum;
  return true;
}

void DeclaredAdmission::release(const Demand& admitted, Instant /*now*/) {
  promised_.rate -= admitted.rate;
  promised_.bucket -= admitted.bucket;
}

void DeclaredAdmission::carried(Bytes /*size*/, Instant /*now*/) {}

Rate DeclaredAdmission::load(Instant /*now*/) const { return promised_.rate; }

MeasuredAdmission::MeasuredAdmission(Parameters parameters)
    : parameters_{parameters},
      target_{Credit::earned(Rate::bps(parameters.bandwidth.bps() / 100 * parameters.target_percent +
                                       parameters.bandwidth.bps() % 100 * parameters.target_percent / 100),
                             parameters.sample)} {}

bool MeasuredAdmission::admit(const Demand& wanted, const Demand& before, Instant now) {
  close_samples(now);
  if (wanted.rate <= before.rate) return true;
  const Credit more = Credit::earned(wanted.rate - before.rate, parameters_.sample);
  if (estimate_ + more > target_) return false;
  estimate_ += more;
  largest_ = {};
  samples_ = 0;
  return true;
}

void MeasuredAdmission::release(const Demand& /*admitted*/, Instant /*now*/) {}

void MeasuredAdmission::carried(Bytes size, Instant now) {
  close_samples(now);
  sample_ += Credit::of(size);
}

Rate MeasuredAdmission::load(Instant now) const {
  MeasuredAdmission today = *this;
  today.close_samples(now);
  const Int128 bits = static_cast<Int128>(today.estimate_.bytes().bits());
  return Rate::bps(static_cast<std::int64_t>(bits * Duration::seconds(1).ps() / parameters_.sample.ps()));
}

void MeasuredAdmission::close_samples(Instant now) {
  const int window = parameters_.samples_per_window;
  std::int64_t due = (now - sample_started_) / parameters_.sample;
  if (due > 2 * window + 1) {  // silence has emptied the window and the next one: only the phase matters
    const std::int64_t skipped = due - (due % window) - 2 * window;
    if (skipped > 0) {
      sample_started_ += parameters_.sample * skipped;
      sample_ = largest_ = estimate_ = {};
      due -= skipped;
    }
  }
  for (; due > 0; --due) {
    sample_started_ += parameters_.sample;
    largest_ = std::max(largest_, sample_);
    estimate_ = std::max(estimate_, sample_);
    sample_ = {};
    if (++samples_ < window) continue;
    estimate_ = largest_;
    largest_ = {};
    samples_ = 0;
  }
}

}  // namespace qoslab
