// The units of each kind of quantity: one table for reading and printing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace qoslab::unit_table {

struct Unit {
  std::string_view name;
  std::int64_t scale;  ///< in base units
  bool printed = true;
};

// Ascending; where two print a value equally short, the earlier one is printed.
inline constexpr auto rates =
    std::to_array<Unit>({{"bit/s", 1}, {"kbit/s", 1'000}, {"Mbit/s", 1'000'000}, {"Gbit/s", 1'000'000'000}});

inline constexpr auto packet_rates =
    std::to_array<Unit>({{"packet/s", 1}, {"kpacket/s", 1'000}, {"Mpacket/s", 1'000'000}});

inline constexpr auto sizes = std::to_array<Unit>({{"B", 1},
                                                   {"kB", 1'000},
                                                   {"KiB", 1'024},
                                                   {"MB", 1'000'000},
                                                   {"MiB", 1'048'576},
                                                   {"GB", 1'000'000'000},
                                                   {"GiB", 1'073'741'824}});

inline constexpr auto times = std::to_array<Unit>({{"ps", 1},
                                                   {"ns", 1'000},
                                                   {"us", 1'000'000},
                                                   {"\u00b5s", 1'000'000, false},  // micro sign
                                                   {"\u03bcs", 1'000'000, false},  // Greek mu
                                                   {"ms", 1'000'000'000},
                                                   {"s", 1'000'000'000'000},
                                                   {"min", 60'000'000'000'000, false},
                                                   {"h", 3'600'000'000'000'000, false}});

inline constexpr auto frequencies =
    std::to_array<Unit>({{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}});

inline constexpr auto packets = std::to_array<Unit>({{"packets", 1}, {"packet", 1}});

inline constexpr std::array<std::string_view, 5> layers = {"payload", "ip", "ethernet", "frame", "line"};

}  // namespace qoslab::unit_table
