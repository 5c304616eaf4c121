// qoslab-gui: the windows, or with `plot` their pictures.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QStandardPaths>
#include <QTextStream>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "gui/plot.h"
#include "gui/views/main_window.h"

namespace {

int show_windows() {
  QCommandLineParser parser;
  parser.setApplicationDescription("Scenarios, runs and results of qoslab.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("paths", "scenarios, folders, results to open", "[PATH...]");
  parser.process(*QCoreApplication::instance());
  const auto data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/qoslab";
  qoslab::gui::MainWindow window{
      {.program = QOSLAB_PROGRAM, .scenarios = QDir::cleanPath(QOSLAB_SCENARIOS), .results = data + "/results"}};
  for (const auto& path : parser.positionalArguments()) window.open(path);
  window.show();
  return QApplication::exec();
}

/// This machine lacks something; as the launcher has it.
constexpr int nowhere_to_draw = 3;

/// What Qt remarks, but for what no picture needs. It gives up where it finds no desktop.
void remark(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type != QtFatalMsg) {
    if (!text.startsWith("QStandardPaths")) QTextStream{stderr} << text << "\n";
    return;
  }
  QTextStream{stderr} << "qoslab gui: no window can be opened here; `qoslab plot` draws results without a desktop.\n";
  std::_Exit(nowhere_to_draw);
}

/// Asks for no window, so that none need be possible.
bool needs_no_desktop(int argc, char** argv) {
  static constexpr std::array words{"-h", "--help", "--help-all", "-v", "--version"};
  return std::any_of(argv + 1, argv + argc,
                     [](std::string_view said) { return std::find(words.begin(), words.end(), said) != words.end(); });
}

}  // namespace

int main(int argc, char** argv) {
  const bool plots = argc > 1 && std::string_view{argv[1]} == "plot";
  qInstallMessageHandler(remark);
  if ((plots || needs_no_desktop(argc, argv)) && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app{argc, argv};
  QApplication::setOrganizationName("qoslab");
  QApplication::setApplicationName("qoslab");
  QApplication::setApplicationVersion(QOSLAB_VERSION);
  if (!plots) return show_windows();
  auto arguments = QApplication::arguments();
  arguments.removeFirst();
  return qoslab::gui::plot(arguments);
}
