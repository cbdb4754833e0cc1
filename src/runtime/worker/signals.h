// SIGSEGV, SIGBUS, SIGFPE and SIGILL inside kernels, turned into faults of the launch.
//
// The handlers are installed when an executor or the first guarded copy is made. A signal
// that no kernel caused goes to whatever was installed before, so that a program does not notice them.
#ifndef RADDLE_RUNTIME_WORKER_SIGNALS_H
#define RADDLE_RUNTIME_WORKER_SIGNALS_H

namespace raddle::runtime {

/// Installs the handlers, once per process.
void installSignalHandlers();

/// Has `hook` called when a fault of the host is about to end the process. It may do no more than signal handlers may.
void setDeathHook(void (*hook)());

} // namespace raddle::runtime

#endif
