#include "api/cudart/thread_state.h"

#include "host/process/process.h"

namespace raddle::cudart {

// Work that the thread's streams still have runs to its end.
ThreadState::~ThreadState() {
  for (const std::shared_ptr<host::Stream> &stream : per_thread_streams)
    if (stream)
      host::Process::existing()->scheduler.destroyStream(stream.get());
}

constinit thread_local ThreadState *detail::state_of_thread = nullptr;

ThreadState &detail::makeThreadState() {
  thread_local ThreadState state;
  state_of_thread = &state;
  return state;
}

} // namespace raddle::cudart
