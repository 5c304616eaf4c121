#include "helpers/scenario/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "helpers/scenario/parse.h"
#include "helpers/scenario/text.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

fs::path identity(const fs::path& file) {
  std::error_code fault;
  auto whole = fs::weakly_canonical(file, fault);
  return fault ? file.lexically_normal() : whole;
}

enum class Members : std::uint8_t { merge, replace };

Value laid_over(Value base, Value over, Members members) {
  if (base.kind == Value::Kind::list && over.kind == Value::Kind::list) {
    for (auto& item : over.items) base.items.push_back(std::move(item));
    return base;
  }
  if (base.kind != Value::Kind::map || over.kind != Value::Kind::map) return over;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < base.entries.size(); ++i) places.emplace(base.entries[i].key, i);
  for (auto& e : over.entries) {
    const auto place = places.find(e.key);
    if (place == places.end()) {
      base.entries.push_back(std::move(e));
      continue;
    }
    auto& mine = base.entries[place->second];
    if (members == Members::replace) {
      mine = std::move(e);
    } else {
      const auto below = e.key == "parameters" ? Members::replace : Members::merge;
      mine = {e.key, e.position, laid_over(std::move(mine.value), std::move(e.value), below)};
    }
  }
  base.position = over.position;
  return base;
}

class Gatherer {
 public:
  Gatherer(const Loader& load, Diagnostics& out) : load_{load}, out_{out} {}

  /// The file's values over those of its includes; nothing if it was read before or is faulty.
  std::optional<Value> gather(const fs::path& file, const Position& wanted_at) {
    const auto self = identity(file);
    if (is_cycle(self, file, wanted_at) || !seen_.insert(self).second) return std::nullopt;
    if (seen_.size() > most_files) {
      error(out_, wanted_at, fmt::format("more than {} files", most_files), "include fewer");
      return std::nullopt;
    }
    auto own = read(file, wanted_at);
    if (!own) return std::nullopt;
    open_.push_back(self);
    Value base = value_at(own->position, Value::Kind::map);
    for (const auto& wanted : includes(*own)) {
      if (auto part = gather(file.parent_path() / wanted.text, wanted.position)) base = merged(std::move(base), *part);
    }
    open_.pop_back();
    return merged(std::move(base), std::move(*own));
  }

 private:
  bool is_cycle(const fs::path& self, const fs::path& file, const Position& wanted_at) {
    const auto begin = std::find(open_.begin(), open_.end(), self);
    if (begin == open_.end()) return false;
    std::string round;
    for (auto f = begin; f != open_.end(); ++f) round += f->filename().string() + " -> ";
    error(out_, wanted_at, fmt::format("includes go round: {}{}", round, file.filename().string()),
          "remove one of these includes");
    return true;
  }

  std::optional<Value> read(const fs::path& file, const Position& wanted_at) {
    const auto raw = load_(file, wanted_at, out_);
    if (!raw) return std::nullopt;
    const auto text = clean_text(*raw, file.string(), out_);
    if (!text) return std::nullopt;
    auto value = parse_yaml(*text, file.string(), out_);
    if (value && value->kind != Value::Kind::map) {
      error(out_, value->position, fmt::format("{} where a map is expected", name_of(value->kind)),
            "a scenario begins with 'version: 1'");
      return std::nullopt;
    }
    return value;
  }

  /// Takes the list of includes out of `own`.
  std::vector<Value> includes(Value& own) {
    const auto e =
        std::find_if(own.entries.begin(), own.entries.end(), [](const Entry& x) { return x.key == "include"; });
    if (e == own.entries.end()) return {};
    Value list = std::move(e->value);
    own.entries.erase(e);
    if (list.kind == Value::Kind::scalar) return {list};
    std::vector<Value> wanted;
    if (list.kind != Value::Kind::list) complain(list);
    for (const auto& item : list.items) {
      if (item.kind == Value::Kind::scalar && !item.text.empty()) {
        wanted.push_back(item);
      } else {
        complain(item);
      }
    }
    return wanted;
  }

  void complain(const Value& value) {
    error(out_, value.position, fmt::format("'include' has {}", name_of(value.kind)),
          "write a list of files: [parts/network.yaml]");
  }

  const Loader& load_;
  Diagnostics& out_;
  std::vector<fs::path> open_;
  std::set<fs::path> seen_;
};

}  // namespace

Value merged(Value base, Value over) { return laid_over(std::move(base), std::move(over), Members::merge); }

std::optional<Draft> read_draft(const std::filesystem::path& file, const Loader& load, Diagnostics& out) {
  const auto before = out.size();
  auto root = Gatherer{load, out}.gather(file, {file.string(), 0, 0});
  if (!root || out.size() > before) return std::nullopt;
  return Draft{file.stem().string(), std::move(*root)};
}

}  // namespace qoslab
