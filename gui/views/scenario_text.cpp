#include "gui/views/scenario_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <utility>

#include "gui/charts/style.h"
#include "gui/views/yaml_colours.h"

namespace qoslab::gui {
namespace {

class Margin final : public QWidget {
 public:
  explicit Margin(ScenarioText& text) : QWidget{&text}, text_{text} {}
  [[nodiscard]] QSize sizeHint() const override { return {text_.margin_width(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { text_.paint_margin(*event); }

 private:
  ScenarioText& text_;
};

QColor colour_of_mark(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return {0xd0, 0x20, 0x20};
    case Diagnostic::Severity::warning:
      return {0xe6, 0x9f, 0x00};
    case Diagnostic::Severity::note:
      break;
  }
  return {0x00, 0x72, 0xb2};
}

QString words_of(const Diagnostic& diagnostic) {
  return QString::fromStdString(diagnostic.fix.empty() ? diagnostic.what : diagnostic.what + "; " + diagnostic.fix);
}

}  // namespace

ScenarioText::ScenarioText(QWidget* parent) : QPlainTextEdit{parent}, margin_{new Margin{*this}} {
  setFont(fixed_font());
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(true);
  setAccessibleName(tr("Scenario text"));
  new YamlColours{*document(), is_dark()};
  connect(this, &QPlainTextEdit::blockCountChanged, this, &ScenarioText::place_margin);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int moved) {
    if (moved != 0)
      margin_->scroll(0, moved);
    else
      margin_->update(0, area.y(), margin_->width(), area.height());
  });
  place_margin();
}

void ScenarioText::mark(std::vector<Diagnostic> diagnostics) {
  diagnostics_ = std::move(diagnostics);
  underline();
  margin_->update();
}

void ScenarioText::underline() {
  QList<QTextEdit::ExtraSelection> selections;
  for (const auto& diagnostic : diagnostics_) {
    const auto block = document()->findBlockByNumber(diagnostic.position.line - 1);
    if (!block.isValid()) continue;
    QTextEdit::ExtraSelection selection;
    selection.cursor = QTextCursor{block};
    const int column = std::clamp(diagnostic.position.column - 1, 0, std::max(0, block.length() - 2));
    selection.cursor.setPosition(block.position() + column);
    selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    selection.format.setUnderlineColor(colour_of_mark(diagnostic.severity));
    selections << selection;
  }
  setExtraSelections(selections);
}

void ScenarioText::go_to(int line, int column) {
  const auto block = document()->findBlockByNumber(std::max(0, line - 1));
  if (!block.isValid()) return;
  QTextCursor cursor{block};
  cursor.setPosition(block.position() + std::clamp(column - 1, 0, std::max(0, block.length() - 1)));
  setTextCursor(cursor);
  centerCursor();
  setFocus();
}

void ScenarioText::show_line(int line) {
  const auto block = document()->findBlockByNumber(line - 1);
  if (!block.isValid()) return;
  QTextCursor cursor{block};
  cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
  setTextCursor(cursor);
  horizontalScrollBar()->setValue(0);
  centerCursor();
}

int ScenarioText::margin_width() const {
  const auto digits = QString::number(std::max(99, blockCount())).size();
  return static_cast<int>(digits + 2) * fontMetrics().horizontalAdvance('9');
}

void ScenarioText::place_margin() {
  setViewportMargins(margin_width(), 0, 0, 0);
  const auto area = contentsRect();
  margin_->setGeometry(area.left(), area.top(), margin_width(), area.height());
}

void ScenarioText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  place_margin();
}

void ScenarioText::paint_margin(QPaintEvent& event) {
  QPainter painter{margin_};
  painter.fillRect(event.rect(), palette().alternateBase());
  const int height = fontMetrics().height();
  for (auto block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const auto area = blockBoundingGeometry(block).translated(contentOffset());
    if (area.top() > event.rect().bottom()) break;
    const int top = qRound(area.top());
    for (const auto& diagnostic : diagnostics_)
      if (diagnostic.position.line == block.blockNumber() + 1)
        painter.fillRect(0, top, 5, height, colour_of_mark(diagnostic.severity));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(0, top, margin_->width() - fontMetrics().horizontalAdvance('9'), height, Qt::AlignRight,
                     QString::number(block.blockNumber() + 1));
  }
}

/// What is wrong with the line under the mouse.
bool ScenarioText::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QPlainTextEdit::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int line = cursorForPosition(viewport()->mapFromGlobal(help->globalPos())).blockNumber() + 1;
  QStringList words;
  for (const auto& diagnostic : diagnostics_)
    if (diagnostic.position.line == line) words << words_of(diagnostic);
  QToolTip::showText(help->globalPos(), words.join("\n"), this);
  return true;
}

}  // namespace qoslab::gui
