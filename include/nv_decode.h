// Mangled names of C++ in readable form.
#ifndef NV_DECODE_H
#define NV_DECODE_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* The readable name, in `buffer`, which came from malloc and is made larger where it is too small, or in memory of its own where
   that is null: the caller frees it. `length`: the bytes of the buffer; may be null. `status`, which may be null: 0; -1: there is no
   memory; -2: `name` is no mangled name; -3: an argument is wrong. Null where it is not 0. */
char *__cu_demangle(const char *name, char *buffer, size_t *length, int *status);

#if defined(__cplusplus)
}
#endif

#endif
