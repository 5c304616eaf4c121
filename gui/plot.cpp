#include "gui/plot.h"

#include <QCommandLineParser>
#include <QTextStream>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "gui/charts/export.h"
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

std::vector<ResultView> views_in(const QStringList& paths) {
  std::vector<std::shared_ptr<const OpenedResults>> opened;
  for (const auto& path : paths)
    for (const auto& file : results_in(path.toStdString())) {
      opened.push_back(open_results(file));
      for (const auto& complaint : opened.back()->complaints) QTextStream{stderr} << complaint.c_str() << "\n";
    }
  if (opened.empty()) return {};
  return opened.size() == 1 ? views_of(opened.front()) : compared_views(opened);
}

QString ids_of(const std::vector<ResultView>& views) {
  QStringList ids;
  for (const auto& view : views) ids << QString::fromStdString(view.id);
  return ids.join(", ");
}

/// All, or those that are named.
void keep_curves(Picture& picture, const QStringList& names) {
  if (names.isEmpty()) return;
  for (std::size_t i = 0; i < picture.curves.size(); ++i) picture.curves[i].style = picture.curves[i].style.value_or(i);
  std::erase_if(picture.curves, [&](const Curve& c) { return !names.contains(QString::fromStdString(c.name)); });
}

QSize size_of(const QString& text) {
  const auto sides = text.split('x');
  return sides.size() == 2 ? QSize{sides[0].toInt(), sides[1].toInt()} : QSize{};
}

void describe(QCommandLineParser& parser) {
  parser.setApplicationDescription("Draws results as the windows do. Of several results a comparison.");
  parser.addHelpOption();
  parser.addPositionalArgument("results", "results.json, or a folder with one or several", "RESULTS...");
  parser.addOption({{"o", "output"}, "picture.svg, .png or .pdf, or the points as .csv", "FILE"});
  parser.addOption({"view", "what to draw; without: throughput, or the first that there is", "NAME"});
  parser.addOption({"curve", "only this curve; several times for several", "NAME"});
  parser.addOption({"size", "of the picture, of a .png in pixels; default 1200x700, of a .png twice that",
                    "WIDTHxHEIGHT", "1200x700"});
}

const ResultView* choose(const std::vector<ResultView>& views, const QString& wanted) {
  const auto find = [&](const std::string& id) {
    const auto found = std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.id == id; });
    return found == views.end() ? nullptr : &*found;
  };
  if (!wanted.isEmpty()) return find(wanted.toStdString());
  const auto* usual = find("throughput");
  return usual != nullptr ? usual : &views.front();
}

}  // namespace

int plot(const QStringList& arguments) {
  QCommandLineParser parser;
  describe(parser);
  if (!parser.parse(arguments)) return refuse(wrong_input, parser.errorText());
  if (parser.isSet("help")) parser.showHelp(0);
  const auto size = size_of(parser.value("size"));
  if (size.width() < 100 || size.height() < 100 || size.width() > 20'000 || size.height() > 20'000)
    return refuse(wrong_input, "--size: WIDTHxHEIGHT from 100x100 to 20000x20000 is wanted");
  if (parser.positionalArguments().isEmpty()) return refuse(wrong_input, "results are wanted; see --help");
  try {
    const auto views = views_in(parser.positionalArguments());
    if (views.empty()) return refuse(wrong_input, "there are no results; run writes them with --out");
    const auto* view = choose(views, parser.value("view"));
    if (view == nullptr || !parser.isSet("output"))
      return refuse(wrong_input,
                    (view == nullptr ? "no view '" + parser.value("view") + "'; " : "-o FILE is wanted; ") +
                        "these results have the views " + ids_of(views));
    auto picture = view->picture();
    keep_curves(picture, parser.values("curve"));
    if (picture.curves.empty()) return refuse(wrong_input, "nothing to draw: no curve of this name");
    export_picture(picture, parser.value("output"),
                   {.size = size, .pixels = parser.isSet("size") ? 1 : 2, .visible = {}});
  } catch (const ExportError& e) {
    return refuse(not_written, e.what());
  } catch (const std::exception& e) {
    return refuse(wrong_input, e.what());
  }
  return 0;
}

}  // namespace qoslab::gui
