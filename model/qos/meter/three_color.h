// The standard meters: single-rate and two-rate, three colours.
#pragma once

#include "model/qos/meter/meter.h"
#include "model/qos/meter/token_bucket.h"

namespace qoslab {

/// One rate and one bucket: conforming packets are green, others red.
class SingleBucketMeter {
 public:
  struct Profile {
    Rate rate;
    Bytes burst;
  };
  explicit SingleBucketMeter(Profile profile);
  Color color(Instant now, Bytes size, Color before);

 private:
  TokenBucket bucket_;
};

/// srTCM, RFC 2697: one rate; tokens overflow from the committed into the excess bucket.
class SrTcm {
 public:
  struct Profile {
    Rate cir;
    Bytes cbs;
    Bytes ebs;  ///< cbs and ebs: at least one above 0
  };
  SrTcm(Profile profile, ColorMode mode);
  Color color(Instant now, Bytes size, Color before);
};

/// trTCM, RFC 2698: a packet above the peak is red; committed tokens are taken from both buckets.
class TrTcm {
 public:
  struct Profile {
    Rate cir;
    Bytes cbs;
    Rate pir;  ///< at least cir
    Bytes pbs;
  };
  TrTcm(Profile profile, ColorMode mode);
  Color color(Instant now, Bytes size, Color before);
};

/// RFC 4115: two independent rates, so that a yellow packet never takes committed tokens.
class EfficientTrTcm {
 public:
  struct Profile {
    Rate cir;
    Bytes cbs;
    Rate eir;
    Bytes ebs;
  };
  EfficientTrTcm(Profile profile, ColorMode mode);
  Color color(Instant now, Bytes size, Color before);
};

}  // namespace qoslab
