#include "driver/settings.h"

#include "base/environment.h"
#include "driver/link.h"
#include "driver/setup/runner.h"

#include <cstdio>
#include <fmt/format.h>

namespace raddle::driver {

namespace {

void echoSetting(std::string_view name, std::string_view value) {
  fmt::print(stderr, "#$ {}={}\n", name, value);
}

} // namespace

void echoSettings(const Toolchain &toolchain) {
  echoSetting("TOP", toolchain.prefix.string());
  echoSetting("NVVMIR_LIBRARY_DIR", (toolchain.prefix / "nvvm" / "libdevice").string());
  echoSetting("PATH", (toolchain.prefix / "bin").string() + ":" + environment("PATH").value_or(""));
  echoSetting("INCLUDES", shellQuoted({"-I" + toolchain.include.string()}));
  echoSetting("LIBRARIES", shellQuoted(runtimeFolders(toolchain)));
}

void echoArchitecture(const GpuArchitecture &architecture) {
  echoSetting("DEVICE_CODE", fmt::format("-arch compute_{}", architecture.name().substr(3)));
}

} // namespace raddle::driver
