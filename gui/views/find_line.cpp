#include "gui/views/find_line.h"

#include <QRegularExpression>
#include <QStringList>

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

const char* section_of(Kind kind) {
  switch (kind) {
    case Kind::none:
      break;
    case Kind::node:
      return "nodes";
    case Kind::link:
      return "links";
    case Kind::port:
    case Kind::port_class:
      return "ports";
    case Kind::gateway:
    case Kind::gateway_port:
    case Kind::level:
    case Kind::aggregate:
      return "gateways";
    case Kind::subscribers:
      return "subscribers";
    case Kind::profile:
    case Kind::profile_class:
    case Kind::arbiter:
      return "profiles";
  }
  return "";
}

QStringList without_comments(const QString& text) {
  static const QRegularExpression comment{R"((^|\s)#.*$)"};
  auto lines = text.split('\n');
  for (auto& line : lines) line.remove(comment);
  return lines;
}

struct Range {
  qsizetype first = 0;
  qsizetype end = 0;
};

bool says_nothing(const QString& line) { return line.trimmed().isEmpty(); }

qsizetype indent_of(const QString& line) {
  qsizetype indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  return indent;
}

/// From this line on all that is indented deeper.
Range block_at(const QStringList& lines, qsizetype first) {
  const auto indent = indent_of(lines[first]);
  auto end = first + 1;
  while (end < lines.size() && (says_nothing(lines[end]) || indent_of(lines[end]) > indent)) ++end;
  return {first, end};
}

struct Found {
  qsizetype line = 0;
  qsizetype end = 0;  ///< of the key, in its line
};

std::optional<Found> find_key(const QStringList& lines, Range range, const QString& key) {
  const QRegularExpression pattern{R"((^|[\s{,])["']?)" + QRegularExpression::escape(key) + R"(["']?\s*:(\s|$))"};
  for (auto i = range.first; i < range.end; ++i)
    if (const auto match = pattern.match(lines[i]); match.hasMatch()) return Found{i, match.capturedEnd()};
  return {};
}

}  // namespace

std::optional<int> line_of(const QString& text, const ScenarioPart& subject) {
  auto lines = without_comments(text);
  const auto section = QString{section_of(subject.kind)} + ":";
  qsizetype first = 0;
  while (first < lines.size() && !lines[first].startsWith(section)) ++first;
  if (subject.kind == Kind::none || first == lines.size()) return {};
  auto range = block_at(lines, first);
  auto key = QString::fromStdString(subject.name);
  if (!subject.owner.empty()) {
    const auto owner = find_key(lines, {range.first, range.end}, QString::fromStdString(subject.owner));
    if (!owner) return {};
    range = block_at(lines, owner->line);
    lines[owner->line].remove(0, owner->end);
    if (subject.kind == Kind::level) key = "levels";
    if (subject.kind == Kind::aggregate) key = "aggregates";
  } else {
    lines[first].remove(0, section.size());
  }
  const auto found = find_key(lines, range, key);
  if (!found) return {};
  return static_cast<int>(found->line) + 1;
}

}  // namespace qoslab::gui
