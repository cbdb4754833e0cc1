#include "driver/setup/diagnostics.h"

#include <cctype>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace raddle::driver {

namespace {

bool startsDiagnostic(std::string_view line) {
  for (std::string_view kind : {"error: ", "warning: ", "fatal error: "})
    if (line.starts_with(kind) || line.find(": " + std::string(kind)) != std::string_view::npos)
      return true;
  return false;
}

bool isCountingLine(std::string_view line) {
  return !line.empty() && std::isdigit(static_cast<unsigned char>(line[0])) &&
         (line.find(" generated when compiling for ") != std::string_view::npos ||
          line.ends_with(" generated.\n") || line.ends_with(" generated."));
}

} // namespace

std::string withoutColors(std::string_view line) {
  std::string plain;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      while (i + 1 < line.size() && !std::isalpha(static_cast<unsigned char>(line[i])))
        ++i;
      continue;
    }
    plain += line[i];
  }
  return plain;
}

int reportError(std::string_view message) {
  bool colored = isatty(STDERR_FILENO);
  fmt::print(stderr, "raddlecc: {}error:{} {}\n", colored ? "\033[1;31m" : "", colored ? "\033[0m" : "",
             message);
  return 1;
}

void reportWarning(std::string_view message) { fmt::print(stderr, "raddlecc: warning: {}\n", message); }

void printToStderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string DiagnosticFilter::filter(std::string_view output) {
  std::string result;
  std::string block;     // one diagnostic with its notes and source lines, as printed
  std::string key;       // the same without colours
  bool has_head = false; // the block's "error:" line has been seen
  auto finish = [&] {
    if (!block.empty() && seen_.insert(key).second)
      result += block;
    block.clear();
    key.clear();
    has_head = false;
  };
  while (!output.empty()) {
    size_t end = output.find('\n');
    std::string_view line = output.substr(0, end == std::string_view::npos ? output.size() : end + 1);
    output.remove_prefix(line.size());
    std::string plain = withoutColors(line);
    if (isCountingLine(plain)) {
      finish();
      continue;
    }
    bool head = startsDiagnostic(plain);
    // The includes that lead to a diagnostic stand before it.
    if (has_head && (head || plain.starts_with("In file included from ")))
      finish();
    has_head |= head;
    block += line;
    key += plain;
  }
  finish();
  return result;
}

} // namespace raddle::driver
