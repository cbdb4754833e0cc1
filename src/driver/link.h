// From objects to a program, a shared library, or a static one.
#ifndef RADDLE_DRIVER_LINK_H
#define RADDLE_DRIVER_LINK_H

#include "driver/compile/compile.h"

namespace raddle::driver {

/// Where the linker finds libcudart and its relatives.
Arguments runtimeFolders(const Toolchain &toolchain);

/// Links with libraddle. Device code needs no link step of its own, but the linker checks that all device
/// symbols are there (see device_symbols.h).
int linkProgram(const Session &session, const std::vector<std::string> &objects,
                const std::filesystem::path &output);

int makeStaticLibrary(const Session &session, const std::vector<std::string> &objects,
                      const std::filesystem::path &output);

/// -dlink: an object with nothing in it, for build systems that run a device link of their own.
int makeDeviceLinkObject(const Session &session, const std::filesystem::path &output);

} // namespace raddle::driver

#endif
