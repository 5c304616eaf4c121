// How exact an emulation is.
#pragma once

namespace qoslab::bench {

/// What a plain link adds at 50,000 frames a second, sleeping and polling, beyond the pairs alone; and a line of 1 ms
/// at 10,000.
void report_delays();
/// The error of rates from 1 Mbit/s to 1 Gbit/s, beside tc's TBF and HTB on the same pair.
void report_rates();
/// 30 and 70 % of a line that is asked for more.
void report_shares();

}  // namespace qoslab::bench
