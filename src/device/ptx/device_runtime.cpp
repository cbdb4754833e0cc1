// CUDA's device runtime by the names that PTX of nvcc has for it. The headers' functions are inline here, so that these only ask
// the same (include/raddle/device/runtime_api.h, device_launches.h).

#include "raddle/types/device_request.h"

#define DEVICE extern "C"

using u32 = unsigned int;
using u64 = unsigned long long;

struct Extent {
  u32 x, y, z;
};

DEVICE u64 __raddle_device_attribute(int attribute, int device);
DEVICE u64 __raddle_device_limit(int limit); // ~0: no such limit
DEVICE int __raddle_current_device();
DEVICE int __raddle_device_count();
DEVICE u64 __raddle_device_request(u32 what, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g);
DEVICE void *malloc(u64 bytes);
DEVICE void free(void *memory);
DEVICE const char *cudaGetErrorName(int error);
DEVICE const char *cudaGetErrorString(int error);

namespace {

constexpr int kSuccess = 0, kMemoryAllocation = 2, kUnsupportedLimit = 215;
constexpr int kVersion = 13000;

u64 number(const void *pointer) { return reinterpret_cast<u64>(pointer); }
u64 pair(u32 low, u32 high) { return low | static_cast<u64>(high) << 32; }

int ask(u32 what, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0, u64 e = 0) {
  return static_cast<int>(__raddle_device_request(what, a, b, c, d, e, 0, 0));
}

} // namespace

DEVICE int __cudaCDP2GetDevice(int *device) {
  *device = __raddle_current_device();
  return kSuccess;
}
DEVICE int __cudaCDP2GetDeviceCount(int *count) {
  *count = __raddle_device_count();
  return kSuccess;
}
DEVICE int __cudaCDP2DeviceGetAttribute(int *value, int attribute, int device) {
  const u64 answer = __raddle_device_attribute(attribute, device);
  const int error = static_cast<int>(answer >> 32);
  if (error == kSuccess)
    *value = static_cast<int>(answer);
  return error;
}
DEVICE int __cudaCDP2DeviceGetLimit(u64 *value, int limit) {
  const u64 answer = __raddle_device_limit(limit);
  if (answer == ~0ull)
    return kUnsupportedLimit;
  *value = answer;
  return kSuccess;
}
DEVICE int __cudaCDP2RuntimeGetVersion(int *version) {
  *version = kVersion;
  return kSuccess;
}
DEVICE int __cudaCDP2Malloc(void **memory, u64 bytes) {
  *memory = malloc(bytes);
  return *memory ? kSuccess : kMemoryAllocation;
}
DEVICE int __cudaCDP2Free(void *memory) {
  free(memory);
  return kSuccess;
}
DEVICE const char *__cudaCDP2GetErrorName(int error) { return cudaGetErrorName(error); }
DEVICE const char *__cudaCDP2GetErrorString(int error) { return cudaGetErrorString(error); }
DEVICE int __cudaCDP2GetLastError() { return ask(kRaddleLastError); }
DEVICE int __cudaCDP2PeekAtLastError() { return ask(kRaddlePeekAtLastError); }
DEVICE int __cudaCDP2FuncGetAttributes(void *attributes, const void *kernel) {
  return ask(kRaddleKernelAttributes, number(attributes), number(kernel));
}
DEVICE int __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int *count, const void *kernel, int threads,
                                                               u64 shared_bytes) {
  return ask(kRaddleResidentBlocks, number(count), number(kernel), static_cast<u32>(threads), shared_bytes);
}
DEVICE int __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *count, const void *kernel,
                                                                        int threads, u64 shared_bytes,
                                                                        u32 flags) {
  return ask(kRaddleResidentBlocks, number(count), number(kernel), static_cast<u32>(threads), shared_bytes,
             flags);
}
DEVICE int __cudaCDP2MemcpyAsync(void *to, const void *from, u64 bytes, int, void *stream) {
  if (ask(kRaddleStreamIsBusy, number(stream)))
    return ask(kRaddleCopy, number(stream), number(to), number(from), bytes);
  __builtin_memcpy(to, from, bytes);
  return kSuccess;
}
DEVICE int __cudaCDP2MemsetAsync(void *to, int byte, u64 bytes, void *stream) {
  if (ask(kRaddleStreamIsBusy, number(stream)))
    return ask(kRaddleFill, number(stream), number(to), static_cast<u32>(byte), bytes);
  __builtin_memset(to, byte, bytes);
  return kSuccess;
}

DEVICE void *__cudaCDP2GetParameterBufferV2(const void *kernel, Extent grid, Extent block, u32 shared_bytes) {
  return reinterpret_cast<void *>(__raddle_device_request(kRaddleParameterBuffer, number(kernel),
                                                          pair(grid.x, grid.y), pair(block.x, block.y),
                                                          pair(grid.z, block.z), shared_bytes, 0, 0));
}
DEVICE int __cudaCDP2LaunchDeviceV2(void *buffer, void *stream) {
  return ask(kRaddleLaunchBuffer, number(buffer), number(stream));
}

DEVICE void cudaGraphSetConditional(u64 handle, u32 value) { ask(kRaddleSetCondition, handle, value); }
DEVICE int cudaGraphLaunch(const void *graph, const void *stream) {
  return ask(kRaddleLaunchGraph, number(graph), number(stream));
}
