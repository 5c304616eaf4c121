// Colours for YAML: comments, keys, numbers with their units, references to parameters.
#pragma once

#include <QSyntaxHighlighter>

namespace qoslab::gui {

class YamlColours final : public QSyntaxHighlighter {
 public:
  YamlColours(QTextDocument& document, bool dark) : QSyntaxHighlighter{&document}, dark_{dark} {}

 protected:
  void highlightBlock(const QString& text) override;

 private:
  bool dark_;
};

}  // namespace qoslab::gui
