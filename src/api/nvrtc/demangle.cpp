// The function of nv_decode.h.
#include "nv_decode.h"

#include <cxxabi.h>

#pragma GCC visibility push(default)
extern "C" {

char *__cu_demangle(const char *name, char *buffer, size_t *length, int *status) {
  int result = 0;
  char *const readable = abi::__cxa_demangle(name, buffer, length, &result);
  if (status)
    *status = result;
  return readable;
}

} // extern "C"
#pragma GCC visibility pop
