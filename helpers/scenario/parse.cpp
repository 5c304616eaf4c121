#include "helpers/scenario/parse.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <unordered_map>

namespace qoslab {
namespace {

/// The reading cannot go on; the diagnostic has been written.
struct GivenUp {};

/// Builds the tree from the parser's events. Events, because the parser's own tree recurses without bound, expands
/// aliases without bound when it is walked and keeps duplicate keys in silence.
class Builder final : public YAML::EventHandler {
 public:
  Builder(const std::string& file, Diagnostics& out) : file_{file}, out_{out} {}

  [[nodiscard]] Value take() { return std::move(root_); }
  [[nodiscard]] bool has_document() const { return documents_ > 0; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) give_up(mark, "a second YAML document", "write one scenario per file: remove the '---'");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    count(mark, 1, 0);
    add(mark, value_at(place(mark), Value::Kind::null), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto anchored = anchors_.find(anchor);
    if (anchored == anchors_.end()) give_up(mark, "an alias (*) inside its own anchor", "write the value out");
    count(mark, anchored->second.values, anchored->second.height);
    add(mark, anchored->second.value, 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    refuse_tag(mark, tag);
    count(mark, 1, 0);
    add(mark, value_at(place(mark), Value::Kind::scalar, text), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Value::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Value::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Level {
    Value value;
    std::optional<Entry> entry;  ///< of a map: the key that waits for its value
    std::unordered_map<std::string, Position> keys;
    YAML::anchor_t anchor = 0;
    std::size_t values_before = 0;
    std::size_t height = 1;  ///< levels from here down
  };
  struct Anchored {
    Value value;
    std::size_t values = 1;
    std::size_t height = 0;
  };

  [[nodiscard]] Position place(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  [[noreturn]] void give_up(const YAML::Mark& mark, std::string what, std::string fix) {
    error(out_, place(mark), std::move(what), std::move(fix));
    throw GivenUp{};
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      give_up(mark, fmt::format("a tag ({})", tag), "write the plain value");
  }

  /// That many values more, `height` levels of lists and maps among them.
  void count(const YAML::Mark& mark, std::size_t values, std::size_t height) {
    values_ += values;
    if (values_ > most_values) give_up(mark, fmt::format("more than {} values", most_values), "no scenario needs that");
    if (levels_.size() + height > deepest_nesting)
      give_up(mark, fmt::format("nested deeper than {} levels", deepest_nesting), "no scenario needs that");
    for (std::size_t i = levels_.size(); i-- > 0;)
      levels_[i].height = std::max(levels_[i].height, levels_.size() - i + height);
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Value::Kind kind) {
    refuse_tag(mark, tag);
    count(mark, 1, 1);
    if (!levels_.empty() && levels_.back().value.kind == Value::Kind::map && !levels_.back().entry) {
      give_up(mark, fmt::format("{} as a key", name_of(kind)), "keys are names: is a bracket open before?");
    }
    levels_.push_back({.value = value_at(place(mark), kind),
                       .entry = std::nullopt,
                       .keys = {},
                       .anchor = anchor,
                       .values_before = values_ - 1});
  }

  void close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    if (level.anchor != 0) anchors_[level.anchor] = {level.value, values_ - level.values_before, level.height};
    place_value(std::move(level.value));
  }

  void add(const YAML::Mark& mark, Value value, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = {.value = value};
    const bool is_key = !levels_.empty() && levels_.back().value.kind == Value::Kind::map && !levels_.back().entry;
    if (is_key) {
      begin_entry(mark, value);
    } else {
      place_value(std::move(value));
    }
  }

  void begin_entry(const YAML::Mark& mark, const Value& key) {
    if (key.kind != Value::Kind::scalar)
      give_up(mark, fmt::format("{} as a key", name_of(key.kind)), "keys are names: is a bracket open before?");
    if (key.text.empty()) give_up(mark, "an empty key", "keys are names");
    if (key.text == "<<") give_up(mark, "a merge key (<<)", "write the keys out, or use 'include'");
    auto& level = levels_.back();
    const auto [first, is_new] = level.keys.try_emplace(key.text, key.position);
    if (!is_new) {
      error(out_, key.position, fmt::format("key '{}' for the second time", key.text),
            fmt::format("line {} has it already: keep one", first->second.line));
    }
    level.entry = Entry{key.text, key.position, {}};
  }

  void place_value(Value value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return;
    }
    auto& level = levels_.back();
    if (level.value.kind == Value::Kind::list) {
      level.value.items.push_back(std::move(value));
      return;
    }
    if (value.kind == Value::Kind::null) value.position = level.entry->position;
    level.entry->value = std::move(value);
    if (level.keys.at(level.entry->key) == level.entry->position)
      level.value.entries.push_back(std::move(*level.entry));
    level.entry.reset();
  }

  const std::string& file_;
  Diagnostics& out_;
  Value root_;
  std::vector<Level> levels_;
  std::unordered_map<YAML::anchor_t, Anchored> anchors_;
  std::size_t values_ = 0;
  int documents_ = 0;
};

std::string line_of(const std::string& text, int line) {
  std::istringstream in{text};
  std::string result;
  for (int i = 0; i <= line; ++i) std::getline(in, result);
  constexpr std::size_t most = 80;
  return result.size() > most ? result.substr(0, most) + " ..." : result;
}

/// A sampled subscriber's metric, gold[5].loss, begins a list inside { }.
bool has_bracket_in_word(const std::string& line) {
  for (std::size_t i = 1; i < line.size(); ++i)
    if (line[i] == '[' && std::isalnum(static_cast<unsigned char>(line[i - 1])) != 0) return true;
  return false;
}

}  // namespace

std::optional<Value> parse_yaml(const std::string& text, const std::string& file, Diagnostics& out) {
  const auto before = out.size();
  Builder builder{file, out};
  try {
    std::istringstream in{text};
    YAML::Parser parser{in};
    while (parser.HandleNextDocument(builder)) {}
  } catch (const GivenUp&) {
    return std::nullopt;
  } catch (const YAML::Exception& fault) {
    const Position at{file, fault.mark.line + 1, fault.mark.column + 1};
    const auto line = line_of(text, fault.mark.line);
    error(out, at, fmt::format("not YAML: {}", fault.msg),
          fmt::format("{}look at: {}",
                      has_bracket_in_word(line) ? "quote what contains brackets, as in \"gold[5].loss\"; " : "", line));
    return std::nullopt;
  }
  if (!builder.has_document()) {
    error(out, {file, 0, 0}, "holds nothing but comments", "a scenario begins with 'version: 1'");
  }
  if (out.size() > before) return std::nullopt;
  return builder.take();
}

}  // namespace qoslab
