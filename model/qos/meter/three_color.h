// The standard meters: single-rate and two-rate, three colours. All start with full buckets, and a bucket that holds
// exactly the size of a packet is enough. Where the RFCs add whole tokens now and then, tokens here arrive
// continuously and exactly; a packet larger than a bucket never gets that bucket's colour.
#pragma once

#include "model/qos/meter/meter.h"
#include "model/qos/meter/token_bucket.h"

namespace qoslab {

/// One rate and one bucket: conforming packets are green, others red. Colour-aware it is srTCM without an excess
/// bucket: only green packets can conform.
class SingleBucketMeter {
 public:
  struct Profile {
    Rate rate;
    Bytes burst;
  };
  explicit SingleBucketMeter(Profile profile, ColorMode mode = ColorMode::blind);
  Color color(Instant now, Bytes size, Color before);

 private:
  ColorMode mode_;
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

 private:
  void fill(Instant now);

  ColorMode mode_;
  Rate cir_;
  Credit cbs_;
  Credit ebs_;
  Credit committed_;  ///< Tc
  Credit excess_;     ///< Te
  Instant filled_;
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

 private:
  ColorMode mode_;
  TokenBucket committed_;  ///< Tc
  TokenBucket peak_;       ///< Tp
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

 private:
  ColorMode mode_;
  TokenBucket committed_;  ///< Tc
  TokenBucket excess_;     ///< Te
};

}  // namespace qoslab
