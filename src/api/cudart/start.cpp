// What the runtime API does when the process gets its devices.
#include "api/cudart/devices/device_queries.h"
#include "api/cudart/launches/device_launches.h"
#include "api/cudart/errors/at_exit.h"
#include "api/cudart/process.h"

#include <cstdlib>

namespace raddle::cudart {

namespace {

const Process::AtStart at_start([] {
  installDeviceQueries();
  installDeviceLaunches();
  std::atexit(reportAtExit);
  std::at_quick_exit(reportAtExit);
});

} // namespace

Process &makeProcess() { return Process::make(); }

} // namespace raddle::cudart
