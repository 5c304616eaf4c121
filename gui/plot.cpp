#include "gui/plot.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QTextStream>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/charts/export.h"
#include "gui/data/lesson_note.h"
#include "gui/pictures/compared_views.h"
#include "gui/pictures/result_view.h"

namespace qoslab::gui {
namespace {

constexpr int wrong_input = 2;
constexpr int not_written = 4;

int refuse(int status, const QString& words) {
  QTextStream{stderr} << "qoslab plot: " << words << "\n";
  return status;
}

using AllOpened = std::vector<std::shared_ptr<const OpenedResults>>;

AllOpened open_all(const QStringList& paths) {
  AllOpened opened;
  for (const auto& path : paths)
    for (const auto& file : results_in(path.toStdString())) {
      opened.push_back(open_results(file));
      for (const auto& complaint : opened.back()->complaints) QTextStream{stderr} << complaint.c_str() << "\n";
    }
  return opened;
}

std::vector<ResultView> views_in(const AllOpened& opened) {
  if (opened.empty()) return {};
  return opened.size() == 1 ? views_of(opened.front()) : compared_views(opened);
}

/// The picture would be written over one of the files that it is made of.
bool is_read(const AllOpened& opened, const QString& output) {
  const QFileInfo written{output};
  return std::any_of(opened.begin(), opened.end(), [&](const auto& one) {
    const auto folder = QFileInfo{QString::fromStdString(one->results.path)}.canonicalPath();
    return written.exists() && QFileInfo{written.canonicalFilePath()}.path() == folder &&
           QStringList{"results.json", "series.csv", "subscribers.csv"}.contains(
               QFileInfo{written.canonicalFilePath()}.fileName());
  });
}

QString ids_of(const std::vector<ResultView>& views) {
  QStringList ids;
  for (const auto& view : views) ids << QString::fromStdString(view.id);
  return ids.join(", ");
}

/// All, or those that are named. What is said of names that no curve has; empty: nothing.
QString keep_curves(Picture& picture, const QStringList& names) {
  if (names.isEmpty()) return {};
  QStringList there, nowhere;
  for (const auto& curve : picture.curves) there << QString::fromStdString(curve.name);
  const auto has = [](const QString& name) {
    return [name](const Curve& curve) { return names_curve(name.toStdString(), curve.name); };
  };
  for (const auto& name : names)
    if (std::none_of(picture.curves.begin(), picture.curves.end(), has(name))) nowhere << "'" + name + "'";
  if (!nowhere.isEmpty()) return "no curve " + nowhere.join(", ") + "; this view has " + there.join("; ");
  for (std::size_t i = 0; i < picture.curves.size(); ++i) picture.curves[i].style = picture.curves[i].style.value_or(i);
  std::erase_if(picture.curves, [&](const Curve& curve) {
    return std::none_of(names.begin(), names.end(), [&](const QString& name) { return has(name)(curve); });
  });
  return {};
}

QSize size_of(const QString& text) {
  const auto sides = text.split('x');
  return sides.size() == 2 ? QSize{sides[0].toInt(), sides[1].toInt()} : QSize{};
}

void describe(QCommandLineParser& parser) {
  parser.setApplicationDescription("Draws results as the windows do. Of several results a comparison.");
  parser.addHelpOption();
  parser.addPositionalArgument("results", "results.json, or a folder with one or several", "RESULTS...");
  parser.addOption({{"o", "output"},
                    "picture.svg, .png or .pdf, or the points as .csv; of a view without curves .csv is its table",
                    "FILE"});
  parser.addOption({"view", "what to draw; without: throughput, or the first that there is", "NAME"});
  parser.addOption({"curve", "only this curve; several times for several", "NAME"});
  parser.addOption({"size", "of the picture, of a .png in pixels; default 1200x700, of a .png twice that",
                    "WIDTHxHEIGHT", "1200x700"});
}

const ResultView* choose(const std::vector<ResultView>& views, const std::optional<QString>& wanted) {
  const auto find = [&](const std::string& id) {
    const auto found = std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.id == id; });
    return found == views.end() ? nullptr : &*found;
  };
  if (wanted) return find(wanted->toStdString());
  const auto* usual = find("throughput");
  return usual != nullptr ? usual : &views.front();
}

/// Why these options cannot be meant; empty: they can.
QString objection(const QCommandLineParser& parser, QSize size) {
  if (size.width() < 100 || size.height() < 100 || size.width() > 20'000 || size.height() > 20'000)
    return "--size: WIDTHxHEIGHT from 100x100 to 20000x20000 is wanted";
  for (const auto* once : {"output", "view", "size"})
    if (parser.values(once).size() > 1) return QString{"--%1 is wanted once"}.arg(once);
  const auto output = parser.value("output");
  if (parser.isSet("output") && !can_be_exported(output))
    return "-o " + output + ": the name has to end with .svg, .png, .pdf or .csv";
  if (parser.positionalArguments().isEmpty()) return "results are wanted; see --help";
  return {};
}

/// As the windows show at first; a picture of more cannot be read, and a list of them is long.
void keep_first(Picture& picture) {
  constexpr std::size_t most_drawn = 40;
  if (picture.curves.size() <= most_drawn) return;
  QTextStream{stderr} << "qoslab plot: the first " << most_drawn << " of " << picture.curves.size()
                      << " curves are drawn; --curve chooses others\n";
  picture.curves.resize(most_drawn);
}

QString csv_of(const Table& table) {
  const auto line = [](const std::vector<std::string>& row) {
    QStringList cells;
    for (const auto& cell : row) cells << QString::fromStdString(cell);
    return csv_line(cells);
  };
  auto text = line(table.columns);
  for (const auto& row : table.rows) text += line(row);
  return text;
}

/// .csv has all curves; where there are none, the view's table.
void write(const ResultView& view, Picture picture, const QCommandLineParser& parser, QSize size) {
  const auto output = parser.value("output");
  const bool points = QFileInfo{output}.suffix().toLower() == "csv";
  if (points && picture.curves.empty()) return write_whole(csv_of(view.table()).toUtf8(), output);
  if (!points) keep_first(picture);
  export_picture(picture, output, {.size = size, .pixels = parser.isSet("size") ? 1 : 2, .visible = {}});
}

}  // namespace

int plot(const QStringList& arguments) {
  QCommandLineParser parser;
  describe(parser);
  if (!parser.parse(arguments)) return refuse(wrong_input, parser.errorText());
  if (parser.isSet("help")) parser.showHelp(0);
  const auto size = size_of(parser.value("size"));
  if (const auto why = objection(parser, size); !why.isEmpty()) return refuse(wrong_input, why);
  try {
    const auto opened = open_all(parser.positionalArguments());
    const auto views = views_in(opened);
    if (views.empty()) return refuse(wrong_input, "there are no results; run writes them with --out");
    const auto* view = choose(views, parser.isSet("view") ? std::optional{parser.value("view")} : std::nullopt);
    if (view == nullptr || !parser.isSet("output"))
      return refuse(wrong_input,
                    (view == nullptr ? "no view '" + parser.value("view") + "'; " : "-o FILE is wanted; ") +
                        "these results have the views " + ids_of(views));
    if (is_read(opened, parser.value("output")))
      return refuse(wrong_input, parser.value("output") + " is one of the files that are read");
    auto picture = view->picture();
    if (const auto why = keep_curves(picture, parser.values("curve")); !why.isEmpty()) return refuse(wrong_input, why);
    if (picture.curves.empty() && !parser.value("output").endsWith(".csv", Qt::CaseInsensitive))
      return refuse(wrong_input,
                    QString::fromStdString(view->id) + " has nothing to draw; as .csv its table can be written");
    write(*view, std::move(picture), parser, size);
  } catch (const ExportError& e) {
    return refuse(not_written, e.what());
  } catch (const std::exception& e) {
    return refuse(wrong_input, e.what());
  }
  return 0;
}

}  // namespace qoslab::gui
