// What the runtime API does when the process gets its devices.
#include "api/cudart/devices/device_queries.h"
#include "api/cudart/errors/at_exit.h"
#include "api/cudart/process.h"

#include <cstdlib>

namespace raddle::cudart {

Process &makeProcess() {
  static Process &made = []() -> Process & {
    installDeviceQueries();
    Process &process = Process::make();
    std::atexit(reportAtExit);
    std::at_quick_exit(reportAtExit);
    return process;
  }();
  return made;
}

} // namespace raddle::cudart
