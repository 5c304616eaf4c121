#include "model/qos/meter/three_color.h"

#include <algorithm>

namespace qoslab {

static_assert(Meter<SingleBucketMeter> && Meter<SrTcm> && Meter<TrTcm> && Meter<EfficientTrTcm>);

SingleBucketMeter::SingleBucketMeter(Profile profile, ColorMode mode)
    : mode_{mode}, bucket_{profile.rate, profile.burst} {}

Color SingleBucketMeter::color(Instant now, Bytes size, Color before) {
  const bool may_conform = color_seen(mode_, before) == Color::green;
  return may_conform && bucket_.take_if_held(size, now) ? Color::green : Color::red;
}

SrTcm::SrTcm(Profile profile, ColorMode mode)
    : mode_{mode},
      cir_{profile.cir},
      cbs_{Credit::of(profile.cbs)},
      ebs_{Credit::of(profile.ebs)},
      committed_{cbs_},
      excess_{ebs_} {}

// RFC 2697 section 3: a token goes to Tc while that is below CBS, else to Te, else nowhere.
void SrTcm::fill(Instant now) {
  committed_ += Credit::earned(cir_, now - filled_);
  if (committed_ > cbs_) {
    excess_ = std::min(excess_ + (committed_ - cbs_), ebs_);
    committed_ = cbs_;
  }
  filled_ = now;
}

Color SrTcm::color(Instant now, Bytes size, Color before) {
  fill(now);
  const Color seen = color_seen(mode_, before);
  const Credit needed = Credit::of(size);
  if (seen == Color::green && committed_ >= needed) {
    committed_ -= needed;
    return Color::green;
  }
  if (seen != Color::red && excess_ >= needed) {
    excess_ -= needed;
    return Color::yellow;
  }
  return Color::red;
}

TrTcm::TrTcm(Profile profile, ColorMode mode)
    : mode_{mode}, committed_{profile.cir, profile.cbs}, peak_{profile.pir, profile.pbs} {}

Color TrTcm::color(Instant now, Bytes size, Color before) {
  const Color seen = color_seen(mode_, before);
  if (seen == Color::red || !peak_.take_if_held(size, now)) return Color::red;
  return seen == Color::green && committed_.take_if_held(size, now) ? Color::green : Color::yellow;
}

EfficientTrTcm::EfficientTrTcm(Profile profile, ColorMode mode)
    : mode_{mode}, committed_{profile.cir, profile.cbs}, excess_{profile.eir, profile.ebs} {}

Color EfficientTrTcm::color(Instant now, Bytes size, Color before) {
  const Color seen = color_seen(mode_, before);
  if (seen == Color::green && committed_.take_if_held(size, now)) return Color::green;
  return seen != Color::red && excess_.take_if_held(size, now) ? Color::yellow : Color::red;
}

}  // namespace qoslab
