// Windows need an application; the tests' has no screen and settings of its own.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

namespace {

class Offscreen final : public testing::Environment {
 public:
  void SetUp() override {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setOrganizationName("qoslab-tests");
    app_ = std::make_unique<QApplication>(arguments_, names_);
  }
  void TearDown() override { app_.reset(); }

 private:
  int arguments_ = 1;
  char name_[5] = "test";
  char* names_[2] = {name_, nullptr};
  std::unique_ptr<QApplication> app_;
};

[[maybe_unused]] const auto* const offscreen = testing::AddGlobalTestEnvironment(new Offscreen);

}  // namespace
