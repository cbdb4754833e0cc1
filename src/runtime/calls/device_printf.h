// printf as kernels call it.
#ifndef RADDLE_RUNTIME_CALLS_DEVICE_PRINTF_H
#define RADDLE_RUNTIME_CALLS_DEVICE_PRINTF_H

#include <string>

namespace raddle::runtime {

/// Formats like C's printf. `arguments` is packed the way clang packs NVPTX vprintf arguments: one after the
/// other at natural alignment, int and smaller as 4 bytes, long, pointers and all floating point as 8.
/// Strings that are not readable print as "(bad pointer 0x..)". Returns the number of arguments used.
int formatDevicePrintf(std::string &output, const char *format, const void *arguments);

} // namespace raddle::runtime

#endif
