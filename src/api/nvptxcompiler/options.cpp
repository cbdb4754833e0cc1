#include "api/nvptxcompiler/options.h"

#include "host/module/code_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>

namespace raddle::nvptxcompiler {

namespace {

struct Option {
  std::string_view name, alias; // the alias may be ""
};

constexpr Option kArchitecture = {"--gpu-name", "-arch"};
constexpr Option kPiece = {"--compile-only", "-c"};
constexpr Option kWithoutEffect[] = {{"--allow-expensive-optimizations", "-allow-expensive-optimizations"},
                                     {"--constant-bank", "-constant-bank"},
                                     {"--def-load-cache", "-dlcm"},
                                     {"--def-store-cache", "-dscm"},
                                     {"--device-debug", "-g"},
                                     {"--device-stack-protector", "-device-stack-protector"},
                                     {"--disable-optimizer-constants", "-disable-optimizer-consts"},
                                     {"--disable-warnings", "-w"},
                                     {"--dont-merge-basicblocks", "-no-bb-merge"},
                                     {"--entry", "-e"},
                                     {"--extensible-whole-program", "-ewp"},
                                     {"--fmad", "-fmad"},
                                     {"--force-load-cache", "-flcm"},
                                     {"--force-store-cache", "-fscm"},
                                     {"--generate-line-info", "-lineinfo"},
                                     {"--jump-table-density", "-jtd"},
                                     {"--maxntid", "-maxntid"},
                                     {"--maxrregcount", "-maxrregcount"},
                                     {"--minnctapersm", "-minnctapersm"},
                                     {"--opt-level", "-O"},
                                     {"--override-directive-values", "-override-directive-values"},
                                     {"--position-independent-code", "-pic"},
                                     {"--preserve-relocs", "-preserve-relocs"},
                                     {"--return-at-end", "-ret-end"},
                                     {"--sp-bounds-check", "-sp-bounds-check"},
                                     {"--split-compile", "-split-compile"},
                                     {"--suppress-async-bulk-multicast-advisory-warning", ""},
                                     {"--suppress-double-demote-warning", "-suppress-double-demote-warning"},
                                     {"--suppress-stack-size-warning", "-suppress-stack-size-warning"},
                                     {"--verbose", "-v"},
                                     {"--warn-on-double-precision-use", "-warn-double-usage"},
                                     {"--warn-on-local-memory-usage", "-warn-lmem-usage"},
                                     {"--warn-on-spills", "-warn-spills"},
                                     {"--warning-as-error", "-Werror"}};

// "--name=value", "--name value" or "--name" into both parts.
std::pair<std::string_view, std::string_view> parted(std::string_view option) {
  const std::size_t end = std::min(option.find_first_of("= "), option.size());
  return {option.substr(0, end), option.substr(std::min(end + 1, option.size()))};
}

bool is(std::string_view name, const Option &option) {
  return name == option.name || (!option.alias.empty() && name == option.alias);
}

bool isWithoutEffect(std::string_view name) {
  // -O3 has its value without a sign between.
  return name.starts_with("-O") ||
         std::ranges::any_of(kWithoutEffect, [&](const Option &option) { return is(name, option); });
}

} // namespace

Result<Options> readOptions(std::span<const char *const> given) {
  Options options;
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto [name, value] = parted(given[i]);
    if (is(name, kArchitecture)) {
      if (value.empty() && i + 1 < given.size())
        value = given[++i];
      options.arch = host::computeCapability(value);
      if (options.arch == 0)
        return Error{fmt::format("'{}' is no architecture: one is named like sm_90", value)};
    } else if (is(name, kPiece)) {
      options.is_piece = true;
    } else if (!isWithoutEffect(name)) {
      return Error{fmt::format("unknown option '{}': ptxas has none of this name", given[i])};
    }
  }
  return options;
}

} // namespace raddle::nvptxcompiler
