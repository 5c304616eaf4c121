#include "helpers/results/wire.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace qoslab {
namespace {

constexpr std::string_view signature = "qoslab results 5";

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

/// Padding would carry bytes that nobody has written.
template <typename T>
constexpr bool whole = std::has_unique_object_representations_v<T> || std::is_same_v<T, double>;

class Writer {
 public:
  template <Plain T>
  void operator()(const T& value) {
    static_assert(whole<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    bytes_ += text;
  }
  void operator()(const std::vector<std::string>& texts) {
    list(texts, [](auto& self, const auto& text) { self(text); });
  }
  template <Plain T>
  void operator()(const std::vector<T>& list) {
    static_assert(whole<T>);
    (*this)(list.size());
    bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
  }
  template <typename T, typename Each>
  void list(const std::vector<T>& list, Each each) {
    (*this)(list.size());
    for (const auto& item : list) each(*this, item);
  }
  void operator()(const std::optional<std::int64_t>& number) {
    (*this)(number.has_value());
    if (number) (*this)(*number);
  }
  /// Small numbers, in as few bytes as each needs: seven bits in each, the lowest first, a high bit: more follow.
  void few_bytes(std::int64_t number) {
    std::array<char, 10> bytes;
    std::size_t used = 0;
    auto left = static_cast<std::uint64_t>(number);
    for (; left >= 0x80; left >>= 7U) bytes[used++] = static_cast<char>(left | 0x80U);
    bytes[used++] = static_cast<char>(left);
    bytes_.append(bytes.data(), used);
  }
  void compact(const std::vector<std::int64_t>& numbers) {
    (*this)(numbers.size());
    for (const auto number : numbers) few_bytes(number);
  }
  /// The distances between bins, not their numbers: most bins have a neighbour.
  void operator()(const DelayHistogram& histogram) {
    const auto bins = histogram.bins();
    (*this)(bins.size());
    if (bins.empty()) return;
    all(histogram.sum_ps(), *histogram.least(), *histogram.most());
    std::int64_t before = 0;
    for (const auto& [number, count] : bins) {
      few_bytes(number - before);
      few_bytes(count);
      before = number;
    }
  }
  template <typename T>
  void operator()(const std::map<std::string, T>& map) {
    (*this)(map.size());
    for (const auto& [key, value] : map) {
      (*this)(key);
      (*this)(value);
    }
  }
  template <typename... Fields>
  void all(const Fields&... fields) {
    ((*this)(fields), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_{signature};
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_{bytes} {
    if (!left_.starts_with(signature)) throw WireError{"not the results of a replication"};
    left_.remove_prefix(signature.size());
  }
  template <Plain T>
  void operator()(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }
  /// A byte that is neither true nor false must not become a bool.
  void operator()(bool& value) { value = take(1).front() != 0; }
  void operator()(std::string& text) { text = take(size(1)); }
  void operator()(std::vector<std::string>& texts) {
    list(texts, [](auto& self, auto& text) { self(text); });
  }
  template <Plain T>
  void operator()(std::vector<T>& list) {
    list.resize(size(sizeof(T)));
    const auto bytes = take(list.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  }
  template <typename T, typename Each>
  void list(std::vector<T>& list, Each each) {
    const auto count = size(sizeof(std::size_t));
    for (std::size_t i = 0; i < count; ++i) each(*this, list.emplace_back());
  }
  void operator()(Direction& direction) {
    const auto byte = take(1).front();
    if (byte != 0 && byte != 1) throw WireError{"results of a replication with a direction that is none"};
    direction = static_cast<Direction>(byte);
  }
  void operator()(std::optional<std::int64_t>& number) {
    bool exists = false;
    (*this)(exists);
    if (exists) (*this)(number.emplace());
  }
  std::int64_t few_bytes() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(take(1).front());
      number |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return static_cast<std::int64_t>(number);
    }
    throw WireError{"results of a replication with a number that does not end"};
  }
  void compact(std::vector<std::int64_t>& numbers) {
    numbers.resize(size(1));
    for (auto& number : numbers) number = few_bytes();
  }
  void operator()(DelayHistogram& histogram) {
    std::vector<DelayHistogram::Bin> bins(size(2));
    if (bins.empty()) return;
    Int128 sum = 0;
    Duration least;
    Duration most;
    all(sum, least, most);
    std::int64_t before = 0;
    for (auto& [number, count] : bins) {
      const auto distance = few_bytes();
      if (distance < 0 || distance > UINT32_MAX - before) throw WireError{"no such bin of a histogram"};
      before += distance;
      number = static_cast<std::uint32_t>(before);
      count = few_bytes();
    }
    try {
      histogram = DelayHistogram::restore(bins, sum, least, most);
    } catch (const std::invalid_argument& wrong) {
      throw WireError{wrong.what()};
    }
  }
  template <typename T>
  void operator()(std::map<std::string, T>& map) {
    const auto count = size(sizeof(std::size_t) + sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
      std::string key;
      (*this)(key);
      (*this)(map[key]);
    }
  }
  template <typename... Fields>
  void all(Fields&... fields) {
    ((*this)(fields), ...);
  }
  void finish() const {
    if (!left_.empty()) throw WireError{"results of a replication with something behind them"};
  }

 private:
  std::string_view take(std::size_t n) {
    if (n > left_.size()) throw WireError{"results of a replication are cut off"};
    const auto front = left_.substr(0, n);
    left_.remove_prefix(n);
    return front;
  }
  /// How many items of at least `least` bytes follow: no more than can be there.
  std::size_t size(std::size_t least) {
    std::size_t n = 0;
    (*this)(n);
    if (n > left_.size() / least) throw WireError{"results of a replication are cut off"};
    return n;
  }

  std::string_view left_;
};

// The fields, in one order for both ways. A field that is added to a struct and not here does not compile.
constexpr auto flow_fields = [](auto& transfer, auto& flow) {
  auto& [name, label, offered, carried, arrived, open, arrived_frames, payload, sent, delivered, drops, queued,
         in_flight, delays, exchanges, records, facts] = flow;
  transfer.all(name, label, offered, carried, arrived, open, arrived_frames, payload, sent, delivered, drops, queued,
               in_flight, delays, exchanges, records, facts);
};

constexpr auto class_fields = [](auto& transfer, auto& port_class) {
  auto& [port, class_name, arrived, sent, drops, suspensions, suspended, most_waiting, records] = port_class;
  transfer.all(port, class_name, arrived, sent, drops, suspensions, suspended, most_waiting, records);
};

constexpr auto stream_fields = [](auto& transfer, auto& stream) {
  auto& [gateway, group, class_name, direction, subscriber, sent, delivered, drops, queued, in_flight, offered, arrived,
         offered_line, arrived_line, lost, delays, waited, marked, records] = stream;
  transfer.all(gateway, group, class_name, direction, subscriber, sent, delivered, drops, queued, in_flight, offered,
               arrived, offered_line, arrived_line, lost, delays, waited, marked, records);
};

constexpr auto subscriber_fields = [](auto& transfer, auto& totals) {
  auto& [gateway, group, direction, offered_bytes, arrived_bytes, offered_packets, arrived_packets, lost_packets] =
      totals;
  transfer.all(gateway, group, direction);
  for (auto* numbers : {&offered_bytes, &arrived_bytes, &offered_packets, &arrived_packets, &lost_packets})
    transfer.compact(*numbers);
};

constexpr auto place_fields = [](auto& transfer, auto& place) {
  auto& [name, sent, busy, most_waiting, records] = place;
  transfer.all(name, sent, busy, most_waiting, records);
};

constexpr auto gateway_fields = [](auto& transfer, auto& gateway) {
  auto& [streams, subscribers, places] = gateway;
  transfer.list(streams, stream_fields);
  transfer.list(subscribers, subscriber_fields);
  transfer.list(places, place_fields);
};

constexpr auto all_fields = [](auto& transfer, auto& results) {
  auto& [from, until, flows, classes, gateway, notes, complete, wall_s, packets] = results;
  transfer.all(from, until, notes, complete, wall_s, packets);
  transfer.list(flows, flow_fields);
  transfer.list(classes, class_fields);
  gateway_fields(transfer, gateway);
};

constexpr auto live_flow_fields = [](auto& transfer, auto& flow) {
  auto& [name, payload, ended, lost, delays, delay_sum] = flow;
  transfer.all(name, payload, ended, lost, delays, delay_sum);
};

constexpr auto live_traffic_fields = [](auto& transfer, auto& traffic) {
  auto& [gateway, group, direction, over, offered, arrived, lost, delays, delay_sum] = traffic;
  transfer.all(gateway, group, direction, over, offered, arrived, lost, delays, delay_sum);
};

constexpr auto live_fields = [](auto& transfer, auto& reading) {
  auto& [time, over, flows, traffic] = reading;
  transfer.all(time, over);
  transfer.list(flows, live_flow_fields);
  transfer.list(traffic, live_traffic_fields);
};

template <typename T, typename Fields>
std::string packed(const T& value, const Fields& fields) {
  Writer writer;
  fields(writer, value);
  return writer.take();
}

template <typename T, typename Fields>
T unpacked(std::string_view bytes, const Fields& fields) {
  Reader reader{bytes};
  T value;
  fields(reader, value);
  reader.finish();
  return value;
}

}  // namespace

std::string pack(const LiveReading& reading) { return packed(reading, live_fields); }
LiveReading unpack_live(std::string_view bytes) { return unpacked<LiveReading>(bytes, live_fields); }

std::string pack(const Results& results) { return packed(results, all_fields); }
Results unpack(std::string_view bytes) { return unpacked<Results>(bytes, all_fields); }

}  // namespace qoslab
