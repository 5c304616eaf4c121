// Class numbers and option vectors: RFC 2205 appendix A.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace qoslab::rsvp {

namespace class_number {
inline constexpr std::uint8_t null = 0;
inline constexpr std::uint8_t session = 1;
inline constexpr std::uint8_t hop = 3;
inline constexpr std::uint8_t integrity = 4;
inline constexpr std::uint8_t time_values = 5;
inline constexpr std::uint8_t error_spec = 6;
inline constexpr std::uint8_t scope = 7;
inline constexpr std::uint8_t style = 8;
inline constexpr std::uint8_t flowspec = 9;
inline constexpr std::uint8_t filter_spec = 10;
inline constexpr std::uint8_t sender_template = 11;
inline constexpr std::uint8_t sender_tspec = 12;
inline constexpr std::uint8_t adspec = 13;
inline constexpr std::uint8_t policy_data = 14;
inline constexpr std::uint8_t resv_confirm = 15;
}  // namespace class_number

/// C-Type of FLOWSPEC, SENDER_TSPEC and ADSPEC of integrated services.
inline constexpr std::uint8_t intserv_type = 2;
inline constexpr std::uint8_t v4_type = 1;
inline constexpr std::uint8_t v6_type = 2;

namespace option_vector {
inline constexpr std::uint32_t wildcard_filter = 0b10001;
inline constexpr std::uint32_t fixed_filter = 0b01010;
inline constexpr std::uint32_t shared_explicit = 0b10010;
}  // namespace option_vector

inline constexpr std::uint8_t entry_police_flag = 0x01;
inline constexpr std::uint8_t in_place_flag = 0x01;
inline constexpr std::uint8_t not_guilty_flag = 0x02;

inline constexpr std::size_t common_header_size = 8;

/// The checksum of a message whose checksum field counts as zero: one's complement of the one's complement sum of
/// 16-bit words. Zero means "none", so a sum of zero is sent as its other form.
std::uint16_t message_checksum(std::span<const std::uint8_t> message);

}  // namespace qoslab::rsvp
