#include "gui/views/question.h"

#include <QDir>
#include <QFile>

#include "helpers/scenario/draft.h"

namespace qoslab::gui {
namespace {

constexpr qint64 largest = 1 << 20;

}  // namespace

QString question_of(const QString& path) {
  const auto load = [&](const std::filesystem::path& wanted, const Position&,
                        Diagnostics&) -> std::optional<std::string> {
    QFile file{QString::fromStdString(wanted.string())};
    if (wanted.string() != path.toStdString()) return "{}";  // what it includes is of no interest
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.read(largest).toStdString();
  };
  Diagnostics ignored;
  const auto draft = read_draft(path.toStdString(), load, ignored);
  const auto* question = draft ? draft->root.find("question") : nullptr;
  return question != nullptr ? QString::fromStdString(question->text).simplified() : QString{};
}

QStringList scenarios_in(const QString& folder) {
  QStringList paths;
  for (const auto& name : QDir{folder}.entryList({"*.yaml"}, QDir::Files | QDir::Readable, QDir::Name))
    paths << folder + "/" + name;
  return paths;
}

}  // namespace qoslab::gui
