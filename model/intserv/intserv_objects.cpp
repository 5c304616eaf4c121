#include "model/intserv/intserv_objects.h"

#include "model/intserv/intserv_numbers.h"

namespace qoslab::rsvp {
namespace {

constexpr float largest_bucket = 4294967040.0F;  // the last single-precision number below 2^32

/// A service's block: 8 bits of service, a bit that a hop broke it, and its length in words after this one.
struct Block {
  std::uint8_t service = 0;
  bool broken = false;
  Reader body;
};

std::optional<Block> read_block(Reader& in) {
  const std::uint8_t service = in.u8();
  const bool broken = (in.u8() & 0x80) != 0;
  const std::size_t length = std::size_t{in.u16()} * 4;
  Block block{service, broken, Reader{in.bytes(length)}};
  if (!in.ok()) return std::nullopt;
  return block;
}

/// Version 0, and a length that is the rest of the object (RFC 2210 section 3.1).
bool read_message_header(Reader& in) {
  const bool version_ok = in.u8() >> 4 == 0;
  in.u8();
  const std::size_t length = std::size_t{in.u16()} * 4;
  return in.ok() && version_ok && length == in.left();
}

template <typename Take>
bool read_parameters(Reader& in, Take take) {
  while (in.left() > 0) {
    const std::uint8_t id = in.u8();
    in.u8();
    const std::size_t length = std::size_t{in.u16()} * 4;
    Reader body{in.bytes(length)};
    if (!in.ok() || !take(id, body) || !body.ok()) return false;
  }
  return true;
}

std::optional<TSpec> read_tspec(Reader& in) {
  const auto rate = rate_of(in.f32());
  const float bucket = in.f32();
  const float peak_bytes = in.f32();
  const auto peak = peak_bytes == std::numeric_limits<float>::infinity() ? unlimited : rate_of(peak_bytes);
  const std::uint32_t min_policed = in.u32();
  const std::uint32_t max_packet = in.u32();
  if (!in.ok() || !rate || !peak || *peak < *rate || !(bucket >= 0 && bucket <= largest_bucket)) return std::nullopt;
  if (min_policed > max_packet) return std::nullopt;
  return TSpec{*rate, Bytes{std::llround(std::ceil(bucket))}, *peak, Bytes{min_policed}, Bytes{max_packet}};
}

void write_tspec(Writer& out, const TSpec& t) {
  write_parameter_header(out, parameter::tspec, 5);
  out.f32(float_of(t.rate));
  out.f32(std::min(static_cast<float>(t.bucket.count()), largest_bucket));
  out.f32(float_of(t.peak));
  out.u32(saturated(t.min_policed.count()));
  out.u32(saturated(t.max_packet.count()));
}

void write_headers(Writer& out, std::uint8_t service, std::uint16_t words) {
  write_parameter_header(out, 0, static_cast<std::uint16_t>(words + 1));
  write_parameter_header(out, service, words);
}

}  // namespace

std::optional<TSpec> read_sender_tspec(Reader body) {
  if (!read_message_header(body)) return std::nullopt;
  auto block = read_block(body);
  if (!block || block->service != service::general || body.left() > 0) return std::nullopt;
  std::optional<TSpec> tspec;
  const bool sound = read_parameters(block->body, [&](std::uint8_t id, Reader& in) {
    if (id == parameter::tspec) tspec = read_tspec(in);
    return id != parameter::tspec || tspec.has_value();
  });
  return sound ? tspec : std::nullopt;
}

std::optional<FlowSpec> read_flowspec(Reader body) {
  if (!read_message_header(body)) return std::nullopt;
  auto block = read_block(body);
  if (!block || body.left() > 0) return std::nullopt;
  std::optional<TSpec> tspec;
  std::optional<RSpec> rspec;
  const bool sound = read_parameters(block->body, [&](std::uint8_t id, Reader& in) {
    if (id == parameter::tspec) return (tspec = read_tspec(in)).has_value();
    if (id != parameter::rspec) return true;
    const auto rate = rate_of(in.f32());
    const Duration slack = Duration::microseconds(in.u32());
    if (rate) rspec = RSpec{*rate, slack};
    return rate.has_value();
  });
  if (!sound || !tspec) return std::nullopt;
  if (block->service == service::controlled_load) return FlowSpec{*tspec, std::nullopt};
  if (block->service != service::guaranteed || !rspec || rspec->rate < tspec->rate) return std::nullopt;
  return FlowSpec{*tspec, rspec};
}

void write_sender_tspec(Writer& out, const TSpec& tspec) {
  write_headers(out, service::general, 6);
  write_tspec(out, tspec);
}

void write_flowspec(Writer& out, const FlowSpec& flowspec) {
  const auto& rspec = flowspec.guaranteed;
  write_headers(out, rspec ? service::guaranteed : service::controlled_load, rspec ? 9 : 6);
  write_tspec(out, flowspec.tspec);
  if (!rspec) return;
  write_parameter_header(out, parameter::rspec, 2);
  out.f32(float_of(rspec->rate));
  out.u32(microseconds_down(rspec->slack));
}

namespace {

/// One of the general parameters, as such or as a service's own value. False: a value that cannot be.
bool read_character(std::uint8_t id, Reader& in, PathCharacter& into) {
  if (id == parameter::hops) into.hops = in.u32();
  if (id == parameter::latency) into.latency = Duration::microseconds(in.u32());
  if (id == parameter::mtu) into.mtu = Bytes{in.u32()};
  if (id != parameter::bandwidth) return true;
  into.bandwidth = rate_of(in.f32());
  return into.bandwidth.has_value();
}

bool read_guaranteed(Block& block, GuaranteedAdspec& g) {
  g.broken = block.broken;
  bool have[4] = {};
  const auto take = [&](std::uint8_t id, Reader& in) {
    if (id < parameter::c_total || id > parameter::d_since_reshaping) return read_character(id, in, g.own);
    const std::uint32_t value = in.u32();
    if (id == parameter::c_total) g.c_total = Bytes{value};
    if (id == parameter::d_total) g.d_total = Duration::microseconds(value);
    if (id == parameter::c_since_reshaping) g.c_since_reshaping = Bytes{value};
    if (id == parameter::d_since_reshaping) g.d_since_reshaping = Duration::microseconds(value);
    have[id - parameter::c_total] = true;
    return true;
  };
  return read_parameters(block.body, take) && have[0] && have[1] && have[2] && have[3];
}

bool read_character_block(Block& block, PathCharacter& into) {
  return read_parameters(block.body, [&](std::uint8_t id, Reader& in) { return read_character(id, in, into); });
}

bool read_fragment(Block& block, Adspec& adspec) {
  switch (block.service) {
    case service::general: {
      adspec.broken = block.broken;
      const PathCharacter& g = adspec.general;
      return read_character_block(block, adspec.general) && g.hops && g.bandwidth && g.latency && g.mtu;
    }
    case service::guaranteed:
      return read_guaranteed(block, adspec.guaranteed.emplace());
    case service::controlled_load:
      adspec.controlled_load.emplace().broken = block.broken;
      return read_character_block(block, adspec.controlled_load->own);
    default: {
      auto& other = adspec.others.emplace_back(UnknownAdspec{block.service, block.broken, {}});
      while (block.body.left() > 0) other.words.push_back(block.body.u32());
      return true;
    }
  }
}

void write_word(Writer& out, std::uint8_t id, std::uint32_t value) {
  write_parameter_header(out, id, 1);
  out.u32(value);
}

void write_character(Writer& out, const PathCharacter& c) {
  if (c.hops) write_word(out, parameter::hops, *c.hops);
  if (c.bandwidth) write_word(out, parameter::bandwidth, std::bit_cast<std::uint32_t>(float_of(*c.bandwidth)));
  if (c.latency) write_word(out, parameter::latency, microseconds_down(*c.latency));
  if (c.mtu) write_word(out, parameter::mtu, saturated(c.mtu->count()));
}

void write_fragment(Writer& out, std::uint8_t service, bool broken, std::span<const std::uint8_t> body) {
  out.u8(service);
  out.u8(broken ? 0x80 : 0);
  out.u16(static_cast<std::uint16_t>(body.size() / 4));
  out.bytes(body);
}

void write_guaranteed(Writer& out, const GuaranteedAdspec& g) {
  Writer body;
  write_word(body, parameter::c_total, saturated(g.c_total.count()));
  write_word(body, parameter::d_total, microseconds_up(g.d_total));
  write_word(body, parameter::c_since_reshaping, saturated(g.c_since_reshaping.count()));
  write_word(body, parameter::d_since_reshaping, microseconds_up(g.d_since_reshaping));
  write_character(body, g.own);
  write_fragment(out, service::guaranteed, g.broken, body.written());
}

}  // namespace

std::optional<Adspec> read_adspec(Reader body) {
  if (!read_message_header(body)) return std::nullopt;
  Adspec adspec;
  bool general = false;
  while (body.left() > 0) {
    auto block = read_block(body);
    if (!block || !read_fragment(*block, adspec)) return std::nullopt;
    general = general || block->service == service::general;
  }
  if (!general) return std::nullopt;
  return adspec;
}

void write_adspec(Writer& out, const Adspec& adspec) {
  Writer fragments;
  Writer body;
  write_character(body, adspec.general);
  write_fragment(fragments, service::general, adspec.broken, body.written());
  if (adspec.guaranteed) write_guaranteed(fragments, *adspec.guaranteed);
  if (adspec.controlled_load) {
    Writer own;
    write_character(own, adspec.controlled_load->own);
    write_fragment(fragments, service::controlled_load, adspec.controlled_load->broken, own.written());
  }
  for (const auto& other : adspec.others) {
    Writer words;
    for (const std::uint32_t word : other.words) words.u32(word);
    write_fragment(fragments, other.service, other.broken, words.written());
  }
  write_parameter_header(out, 0, static_cast<std::uint16_t>(fragments.size() / 4));
  out.bytes(fragments.written());
}

}  // namespace qoslab::rsvp
