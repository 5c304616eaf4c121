// Windows need an application; the tests' has no screen and settings of its own.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <memory>

namespace {

class Offscreen final : public testing::Environment {
 public:
  void SetUp() override {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
    QApplication::setOrganizationName("qoslab-tests");
    app_ = std::make_unique<QApplication>(arguments_, names_);
  }
  void TearDown() override { app_.reset(); }

 private:
  QTemporaryDir settings_;  // of this process: windows write theirs when they are closed
  int arguments_ = 1;
  char name_[5] = "test";
  char* names_[2] = {name_, nullptr};
  std::unique_ptr<QApplication> app_;
};

[[maybe_unused]] const auto* const offscreen = testing::AddGlobalTestEnvironment(new Offscreen);

}  // namespace
