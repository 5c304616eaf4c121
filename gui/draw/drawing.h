// A picture as rectangles, lines and words, before anybody paints it. Lengths are in the unit of TextSize.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qoslab::gui {

struct Spot {
  double x = 0;
  double y = 0;
};

struct Area {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] Spot centre() const { return {x + width / 2, y + height / 2}; }
};

/// How large words will be.
struct TextSize {
  std::function<double(const std::string& text, bool bold)> width;
  double line = 16;  ///< height of one
};

/// What a part of a drawing stands for in the scenario.
struct ScenarioPart {
  enum class Kind : std::uint8_t {
    none,
    node,
    link,
    port,  ///< name: node.link
    gateway,
    gateway_port,  ///< of this gateway: the schedulers of its access side
    subscribers,   ///< a group
    profile,
    port_class,     ///< owner: node.link
    profile_class,  ///< owner: the profile
    level,          ///< of a gateway's port scheduler: level8; owner: the gateway
    aggregate,      ///< owner: the gateway
    arbiter,        ///< owner: the profile
  } kind = Kind::none;
  std::string name;
  std::string owner;
  bool operator==(const ScenarioPart&) const = default;
};

/// What it looks like.
enum class Look : std::uint8_t { host, router, gateway, group, network, line, inner, queue, match, conditioner };

struct Box {
  ScenarioPart subject;
  Look look = Look::host;
  std::string title;
  std::vector<std::string> lines;  ///< below the title
  Area area;
  std::string tip;
  bool centred = false;             ///< its words
  std::string key = {};             ///< of what became of it in a run (parts.h); empty: nothing is told
  std::optional<double> used = {};  ///< of what it could have had in a run, 0..1
};

/// A line with its bends. The words stand over and under `words_at`.
struct Wire {
  ScenarioPart subject;
  std::vector<Spot> points;
  std::string above;
  std::vector<std::string> below;
  Spot words_at;
  std::string tip;
  bool arrow = false;  ///< at its last point
};

/// Where a wire enters a box: an interface.
struct Dot {
  ScenarioPart subject;
  Spot at;
  bool configured = false;  ///< the scenario says what it does; else it is a plain queue
  std::string tip;
};

struct Heading {
  std::string text;
  Spot at;  ///< left end, top
};

struct Drawing {
  std::vector<Box> boxes;
  std::vector<Wire> wires;
  std::vector<Dot> dots;
  std::vector<Heading> headings;
  double width = 0;
  double height = 0;
};

/// `text` in lines of at most this width, broken behind commas where that helps, else at spaces, but not between a
/// number and its unit. A word that is longer has a line of its own.
std::vector<std::string> wrapped(const std::string& text, double width, const TextSize& size);

/// Width and height that a box needs for its words.
Area area_for(const Box& box, const TextSize& size);

}  // namespace qoslab::gui
