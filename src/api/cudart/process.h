// The process, whoever needs it first.
#ifndef RADDLE_API_CUDART_PROCESS_H
#define RADDLE_API_CUDART_PROCESS_H

#include "host/process/process.h"

namespace raddle::cudart {

using host::Process;

/// Made by the first call that needs it.
Process &makeProcess();
inline Process &process() {
  Process *const existing = Process::existing();
  return existing ? *existing : makeProcess();
}

} // namespace raddle::cudart

#endif
