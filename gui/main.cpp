// qoslab-gui: the windows, or with `plot` their pictures.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QStandardPaths>
#include <QTextStream>
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

/// Without a desktop Qt remarks on folders that no picture needs.
void only_what_matters(QtMsgType, const QMessageLogContext&, const QString& text) {
  if (!text.startsWith("QStandardPaths")) QTextStream{stderr} << text << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const bool plots = argc > 1 && std::string_view{argv[1]} == "plot";
  if (plots) qInstallMessageHandler(only_what_matters);
  if (plots && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app{argc, argv};
  QApplication::setOrganizationName("qoslab");
  QApplication::setApplicationName("qoslab");
  QApplication::setApplicationVersion(QOSLAB_VERSION);
  if (!plots) return show_windows();
  auto arguments = QApplication::arguments();
  arguments.removeFirst();
  return qoslab::gui::plot(arguments);
}
