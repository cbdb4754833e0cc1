#include "driver/gpu_architecture.h"

#include "driver/options.h"

#include <algorithm>
#include <array>
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

Error badArchitecture(std::string_view text) {
  return Error{fmt::format("unknown GPU architecture '{}'; Raddle compiles for {} to {} "
                           "(and compute_..., native, all, all-major)",
                           text, kArchitectures.front().name(), kArchitectures.back().name())};
}

} // namespace

std::string GpuArchitecture::name() const { return fmt::format("sm_{}{}", number, accelerated ? "a" : ""); }

std::span<const GpuArchitecture> gpuArchitectures() { return kArchitectures; }

Result<GpuArchitecture> parseGpuArchitecture(std::string_view text) {
  // "native" is what the default device profile reports; "all" ends with the highest one.
  if (text == "native" || text == "all" || text == "all-major")
    return GpuArchitecture::defaultOne();
  for (std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (!text.starts_with(prefix))
      continue;
    std::string name = "sm_" + std::string(text.substr(prefix.size()));
    auto row = std::ranges::find(kArchitectures, name, &GpuArchitecture::name);
    if (row != kArchitectures.end())
      return *row;
  }
  return badArchitecture(text);
}

Result<GpuArchitecture> parseGenerateCode(std::string_view text) {
  // The list behind code= may stand in quotes or brackets.
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
