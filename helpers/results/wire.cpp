#include "helpers/results/wire.h"

#include <cstring>
#include <type_traits>

namespace qoslab {
namespace {

constexpr std::string_view signature = "qoslab results 1";

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
  auto& [name, label, offered, carried, arrived, arrived_frames, payload, sent, delivered, drops, queued, in_flight,
         delays, exchanges, records, facts] = flow;
  transfer.all(name, label, offered, carried, arrived, arrived_frames, payload, sent, delivered, drops, queued,
               in_flight, delays, exchanges, records, facts);
};

constexpr auto class_fields = [](auto& transfer, auto& port_class) {
  auto& [port, class_name, arrived, sent, drops, suspensions, suspended, most_waiting] = port_class;
  transfer.all(port, class_name, arrived, sent, drops, suspensions, suspended, most_waiting);
};

constexpr auto all_fields = [](auto& transfer, auto& results) {
  auto& [from, until, flows, classes, notes, complete, wall_s, packets] = results;
  transfer.all(from, until, notes, complete, wall_s, packets);
  transfer.list(flows, flow_fields);
  transfer.list(classes, class_fields);
};

}  // namespace

std::string pack(const Results& results) {
  Writer writer;
  all_fields(writer, results);
  return writer.take();
}

Results unpack(std::string_view bytes) {
  Reader reader{bytes};
  Results results;
  all_fields(reader, results);
  reader.finish();
  return results;
}

}  // namespace qoslab
