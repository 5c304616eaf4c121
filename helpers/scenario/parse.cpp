#include "helpers/scenario/parse.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <unordered_map>

namespace qoslab {
namespace {

/// The reading cannot go on; the diagnostic has been written.
struct GivenUp {};

/// Builds the tree from the parser's events. Events, because the parser's own tree recurses without bound, expands
/// aliases when it is walked and keeps duplicate keys in silence.
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
    refuse_anchor(mark, anchor);
    add(mark, Value{.position = place(mark)});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    give_up(mark, "an alias (*)", "give the value a name under 'parameters' and write $name");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    add(mark, Value{.kind = Value::Kind::scalar, .position = place(mark), .text = text});
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
  };

  [[nodiscard]] Position place(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  [[noreturn]] void give_up(const YAML::Mark& mark, std::string what, std::string fix) {
    error(out_, place(mark), std::move(what), std::move(fix));
    throw GivenUp{};
  }
  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) give_up(mark, "an anchor (&)", "give the value a name under 'parameters' and write $name");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      give_up(mark, fmt::format("a tag ({})", tag), "write the plain value");
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Value::Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (levels_.size() >= deepest_nesting) {
      give_up(mark, fmt::format("nested deeper than {} levels", deepest_nesting), "no scenario needs that");
    }
    if (!levels_.empty() && levels_.back().value.kind == Value::Kind::map && !levels_.back().entry) {
      give_up(mark, fmt::format("{} as a key", name_of(kind)), "keys are names");
    }
    levels_.push_back({.value = {.kind = kind, .position = place(mark)}, .entry = std::nullopt, .keys = {}});
  }

  void close() {
    Value done = std::move(levels_.back().value);
    levels_.pop_back();
    place_value(std::move(done));
  }

  void add(const YAML::Mark& mark, Value value) {
    if (++values_ > most_values)
      give_up(mark, fmt::format("more than {} values", most_values), "no scenario needs that");
    const bool is_key = !levels_.empty() && levels_.back().value.kind == Value::Kind::map && !levels_.back().entry;
    if (is_key) {
      begin_entry(mark, value);
    } else {
      place_value(std::move(value));
    }
  }

  void begin_entry(const YAML::Mark& mark, const Value& key) {
    if (key.kind != Value::Kind::scalar || key.text.empty()) give_up(mark, "an empty key", "keys are names");
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
    error(out, at, fmt::format("not YAML: {}", fault.msg), fmt::format("look at: {}", line_of(text, fault.mark.line)));
    return std::nullopt;
  }
  if (!builder.has_document()) {
    error(out, {file, 0, 0}, "holds nothing but comments", "a scenario begins with 'version: 1'");
  }
  if (out.size() > before) return std::nullopt;
  return builder.take();
}

}  // namespace qoslab
