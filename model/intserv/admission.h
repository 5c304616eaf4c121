// May one more reservation be accepted? By what was promised, or by what is measured.
#pragma once

#include <cstdint>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// What a reservation asks of a port. Rates and sizes count at the port's layer.
struct Demand {
  Rate rate;
  Bytes bucket;
  auto operator<=>(const Demand&) const = default;
};

/// The book of one port. Whoever asks remembers what was admitted.
class Admission {
 public:
  virtual ~Admission() = default;
  /// Takes `wanted` in place of `before` (nothing, for a new reservation); false: refused, and nothing changed.
  virtual bool admit(const Demand& wanted, const Demand& before, Instant now) = 0;
  virtual void release(const Demand& admitted, Instant now) = 0;
  /// A packet of a reserved flow has been sent.
  virtual void carried(Bytes size, Instant now) = 0;
  /// What counts as taken.
  [[nodiscard]] virtual Rate load(Instant now) const = 0;
};

/// Declared load: the sums of the admitted rates and buckets stay within the port's bandwidth and buffer.
class DeclaredAdmission final : public Admission {
 public:
  DeclaredAdmission(Rate bandwidth, Bytes buffer);
  bool admit(const Demand& wanted, const Demand& before, Instant now) override;
  void release(const Demand& admitted, Instant now) override;
  void carried(Bytes size, Instant now) override;
  [[nodiscard]] Rate load(Instant now) const override;

 private:
  Rate bandwidth_;
  Bytes buffer_;
  Demand promised_;
};

/// Measured sum with a time window (S. Jamin, S. Shenker, P. Danzig: Comparison of Measurement-Based Admission Control
/// Algorithms for Controlled-Load Service, INFOCOM 1997): admitted if measured load + rate <= target x bandwidth. Load
/// is sampled over S; at the end of each window of T the estimate becomes the window's largest sample; a sample above
/// the estimate raises it at once; an admitted rate is added to it and begins a new window. A departure is not told:
/// the measurement notices. Buckets do not count.
class MeasuredAdmission final : public Admission {
 public:
  struct Parameters {
    Rate bandwidth;
    int target_percent = 90;                        ///< 1..100
    Duration sample = Duration::milliseconds(500);  ///< S: each sample is the mean load over this long
    int samples_per_window = 10;                    ///< T/S
  };
  explicit MeasuredAdmission(Parameters parameters);
  bool admit(const Demand& wanted, const Demand& before, Instant now) override;
  void release(const Demand& admitted, Instant now) override;
  void carried(Bytes size, Instant now) override;
  [[nodiscard]] Rate load(Instant now) const override;

 private:
  void close_samples(Instant now);

  Parameters parameters_;
  Credit target_;  ///< what may be sent in a sample
  Instant sample_started_;
  int samples_ = 0;  ///< closed in the running window
  Credit sample_;    ///< sent since sample_started_
  Credit largest_;   ///< sample of the running window
  Credit estimate_;  ///< of what is sent in a sample
};

}  // namespace qoslab
