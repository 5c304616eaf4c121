#include "gui/views/yaml_colours.h"

#include <QRegularExpression>

namespace qoslab::gui {
namespace {

struct Kind {
  QRegularExpression pattern;
  QColor light;
  QColor dark;
  bool bold = false;
};

/// A later one paints over an earlier.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {QRegularExpression{R"(\b\d[\d_.]*(e[+-]?\d+)?( ?([kMG]?bit/s|[mun]?s|[kMG]?i?B|packets|%))?\b)"},
       QColor{0x00, 0x72, 0xb2}, QColor{0x80, 0xc8, 0xff}},
      {QRegularExpression{R"([A-Za-z_][\w.\-]*(?=\s*:(\s|$)))"}, QColor{0x8a, 0x3c, 0x00}, QColor{0xff, 0xb8, 0x70}},
      {QRegularExpression{R"(^[a-z_]+(?=:))"}, QColor{0x8a, 0x3c, 0x00}, QColor{0xff, 0xb8, 0x70}, true},
      {QRegularExpression{R"(\$\{?\w+\}?)"}, QColor{0x00, 0x7a, 0x5a}, QColor{0x60, 0xe0, 0xb0}},
      {QRegularExpression{R"((^|\s)#.*$)"}, QColor{0x70, 0x70, 0x70}, QColor{0xa0, 0xa0, 0xa0}},
  };
  return all;
}

}  // namespace

void YamlColours::highlightBlock(const QString& text) {
  for (const auto& kind : kinds()) {
    QTextCharFormat format;
    format.setForeground(dark_ ? kind.dark : kind.light);
    if (kind.bold) format.setFontWeight(QFont::Bold);
    for (auto matches = kind.pattern.globalMatch(text); matches.hasNext();) {
      const auto match = matches.next();
      setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), format);
    }
  }
}

}  // namespace qoslab::gui
