#include "gui/views/run_options.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>

namespace qoslab::gui {

RunOptions::RunOptions(QWidget* parent) : QWidget{parent} {
  auto* row = new QHBoxLayout{this};
  row->setContentsMargins(0, 0, 0, 0);
  const auto field = [&](const QString& name, const QString& hint, const QString& tip, int width) {
    auto* label = new QLabel{name};
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(hint);
    edit->setToolTip(tip);
    edit->setAccessibleName(name.simplified().remove('&'));
    edit->setMaximumWidth(width);
    label->setBuddy(edit);
    row->addWidget(label);
    row->addWidget(edit);
    connect(edit, &QLineEdit::returnPressed, this, &RunOptions::run_wanted);
    return edit;
  };
  seed_ = field(tr("S&eed"), tr("file's"), tr("Of the random numbers: the same seed gives the same run"), 90);
  duration_ = field(tr("&Duration"), tr("file's"), tr("Measured time, such as 20 s"), 90);
  replications_ = field(tr("Re&plications"), tr("file's"),
                        tr("Runs with seeds of their own; several give confidence intervals"), 70);
  values_ = field(tr("&Values"), {}, {}, 260);
  offer({});
  seed_->setValidator(new QRegularExpressionValidator{QRegularExpression{R"(\d{0,18})"}, this});
  replications_->setValidator(new QRegularExpressionValidator{QRegularExpression{R"([1-9]\d{0,4})"}, this});
  auto* button = new QPushButton{tr("&Run")};
  button->setToolTip(tr("Simulate it, packet by packet (F9)"));
  row->addStretch();
  row->addWidget(button);
  connect(button, &QPushButton::clicked, this, &RunOptions::run_wanted);
}

RunOrder RunOptions::over(RunOrder order) const {
  if (!seed_->text().isEmpty()) order.seed = seed_->text().toULongLong();
  if (!replications_->text().isEmpty()) order.replications = replications_->text().toInt();
  order.duration = duration_->text().trimmed();
  for (const auto& pair : values_->text().split(';', Qt::SkipEmptyParts)) {
    const auto at = pair.indexOf('=');
    order.values[pair.left(at).trimmed()] = at < 0 ? QString{} : pair.mid(at + 1).trimmed();
  }
  return order;
}

void RunOptions::offer(const QMap<QString, QString>& parameters) {
  auto tip =
      tr("Of parameters: name = value; other = value. Several values, separated by commas, are a sweep: each is "
         "run.");
  for (auto parameter = parameters.begin(); parameter != parameters.end(); ++parameter)
    tip += "\n" + parameter.key() + " = " + parameter.value();
  values_->setToolTip(tip);
  values_->setPlaceholderText(parameters.isEmpty() ? tr("name = value") : parameters.firstKey() + " = …");
}

}  // namespace qoslab::gui
