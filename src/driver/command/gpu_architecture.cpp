#include "driver/command/gpu_architecture.h"

#include "driver/command/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace raddle::driver {

namespace {

constexpr auto kArchitectures = std::to_array<GpuArchitecture>({
    {50, false},
    {52, false},
    {53, false},
    {60, false},
    {61, false},
    {62, false},
    {70, false},
    {72, false},
    {75, false},
    {80, false},
    {86, false},
    {87, false},
    {89, false},
    {90, false},
    {90, true},
});

// Compute capabilities that some version of nvcc compiles for, or has compiled for, besides those above.
constexpr unsigned kOthers[] = {11, 12, 13, 20, 21, 30, 32, 35, 37, 88, 100, 101, 103, 110, 120, 121};

constexpr unsigned kFirstAccelerated = 90; // sm_90a
constexpr unsigned kFirstFamily = 100;     // sm_100f

Error badArchitecture(std::string_view text) {
  return Error{fmt::format("unknown GPU architecture '{}'; Raddle compiles for {} to {} "
                           "(and compute_..., native, all, all-major)",
                           text, kArchitectures.front().name(), kArchitectures.back().name())};
}

// The highest that is not above the number, or the lowest.
GpuArchitecture nearest(unsigned number) {
  GpuArchitecture best = kArchitectures.front();
  for (const GpuArchitecture &row : kArchitectures)
    if (row.number <= number && !row.accelerated)
      best = row;
  return best;
}

bool isSuffixOf(unsigned number, std::string_view suffix) {
  return suffix.empty() || (suffix == "a" && number >= kFirstAccelerated) ||
         (suffix == "f" && number >= kFirstFamily);
}

} // namespace

std::string GpuArchitecture::name() const { return fmt::format("sm_{}{}", number, accelerated ? "a" : ""); }

std::span<const GpuArchitecture> gpuArchitectures() { return kArchitectures; }

Result<NamedArchitecture> parseGpuArchitecture(std::string_view text) {
  // "native" is what the default device profile reports; "all" ends with the highest one.
  if (text == "native" || text == "all" || text == "all-major")
    return NamedArchitecture{std::string(text), GpuArchitecture::defaultOne().number,
                             GpuArchitecture::defaultOne()};
  for (std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (!text.starts_with(prefix))
      continue;
    std::string_view rest = text.substr(prefix.size());
    unsigned number = 0;
    auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    std::string_view suffix = rest.substr(static_cast<size_t>(end - rest.data()));
    if (failed != std::errc() || !isSuffixOf(number, suffix))
      break;
    GpuArchitecture wanted{number, suffix == "a"};
    auto row = std::ranges::find(kArchitectures, wanted);
    if (row != kArchitectures.end() && suffix != "f")
      return NamedArchitecture{std::string(text), number, *row};
    if (std::ranges::find(kOthers, number) != std::end(kOthers))
      return NamedArchitecture{std::string(text), number, nearest(number), true};
  }
  return badArchitecture(text);
}

Result<NamedArchitecture> parseGenerateCode(std::string_view text) {
  // The list after code= may stand in quotes or brackets.
  std::string plain(text);
  std::erase_if(plain, [](char c) { return c == '"' || c == '\'' || c == '[' || c == ']' || c == ' '; });
  std::string arch;
  std::vector<std::string> codes;
  std::string key;
  for (std::string part : splitList(plain)) {
    if (size_t equals = part.find('='); equals != std::string::npos) {
      key = part.substr(0, equals);
      part.erase(0, equals + 1);
    }
    if (key == "arch" && arch.empty())
      arch = part;
    else if (key == "code")
      codes.push_back(part);
    else
      return Error{fmt::format("cannot read '{}' of -gencode {}; it is written arch=compute_80,code=sm_80",
                               part, text)};
  }
  if (arch.empty() || codes.empty())
    return Error{fmt::format("-gencode {} lacks {}=", text, arch.empty() ? "arch" : "code")};
  auto architecture = parseGpuArchitecture(arch);
  if (!architecture)
    return architecture;
  for (const std::string &code : codes) {
    auto real = parseGpuArchitecture(code);
    if (!real)
      return real;
    if (real->number < architecture->number)
      return Error{fmt::format("-gencode {}: code={} cannot run what arch={} allows", text, code, arch)};
  }
  return architecture;
}

} // namespace raddle::driver
