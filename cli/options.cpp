#include "cli/options.h"

#include <unistd.h>

#include <ctime>

#include "helpers/results/output_directory.h"
#include "model/units/parse.h"

namespace qoslab {

void add_time(CLI::App& command, const std::string& option, const std::string& what, Duration least,
              std::optional<Duration>& time) {
  command
      .add_option_function<std::string>(
          option,
          [option, least, &time](const std::string& text) {
            const auto parsed = parse_duration(text);
            if (!parsed) throw CLI::ValidationError{option, parsed.error()};
            if (*parsed < least) throw CLI::ValidationError{option, "at least " + to_string(least)};
            time = *parsed;
          },
          what)
      ->type_name("TIME");
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void say(const std::string& text) {
  std::string lines = "qoslab: ";
  for (const char c : text) lines += c == '\n' ? "\nqoslab: " : std::string{c};
  write_all(STDERR_FILENO, lines + "\n", "standard error");
}

}  // namespace qoslab
