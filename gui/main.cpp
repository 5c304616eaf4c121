// qoslab-gui: the windows. Its arguments are what it opens.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QStandardPaths>

#include "gui/views/main_window.h"

int main(int argc, char** argv) {
  QApplication app{argc, argv};
  QApplication::setApplicationName("qoslab");
  QApplication::setOrganizationName("qoslab");
  QApplication::setApplicationVersion(QOSLAB_VERSION);
  QCommandLineParser parser;
  parser.setApplicationDescription("Scenarios, runs and results of qoslab.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("paths", "scenarios, folders, results to open", "[PATH...]");
  parser.process(app);
  const auto data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  qoslab::gui::MainWindow window{
      {.program = QOSLAB_PROGRAM, .scenarios = QDir::cleanPath(QOSLAB_SCENARIOS), .results = data + "/results"}};
  for (const auto& path : parser.positionalArguments()) window.open(path);
  window.show();
  return QApplication::exec();
}
