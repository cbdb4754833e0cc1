// Tells valgrind of stacks, where the build has its header. Memcheck takes a stack pointer that moves a little for calls
// and returns, and memory that is left for dead: it has to know where one fiber's stack ends and another's begins.
#ifndef RADDLE_MACHINE_VALGRIND_H
#define RADDLE_MACHINE_VALGRIND_H

#if __has_include(<valgrind/valgrind.h>)

#include <pthread.h>
#include <valgrind/valgrind.h>

namespace raddle {

inline void announceStack(void *low, void *high) { static_cast<void>(VALGRIND_STACK_REGISTER(low, high)); }

/// The calling thread's own stack, which fibers leave and come back to.
inline void announceOwnStack() {
  [[gnu::tls_model("initial-exec")]] thread_local bool known = false; // see Carrier::ofThisThread()
  if (known)
    return;
  known = true;
  if (!RUNNING_ON_VALGRIND)
    return;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *low = nullptr;
  size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &low, &bytes) == 0)
    announceStack(low, static_cast<char *>(low) + bytes);
  pthread_attr_destroy(&attributes);
}

} // namespace raddle

#else

namespace raddle {

inline void announceStack(void *, void *) {}
inline void announceOwnStack() {}

} // namespace raddle

#endif

#endif
