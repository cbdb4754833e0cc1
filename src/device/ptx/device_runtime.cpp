// CUDA's device runtime by the names that PTX of nvcc has for it. The headers' functions are inline here, so that these only ask
// the same (include/raddle/device/runtime_api.h, device_launches.h).

#include "raddle/types/device_request.h"

#define DEVICE extern "C"

using u32 = unsigned int;
using u64 = unsigned long long;

struct Extent {
  u32 x, y, z;
};

// As driver_types.h has them: cudaPitchedPtr, cudaPos, cudaExtent, cudaMemcpy3DParms.
struct PitchedMemory {
  void *address;
  u64 pitch, row_bytes, rows;
};
struct Position {
  u64 x, y, z;
};
struct Volume {
  u64 width, height, depth;
};
struct Copy3D {
  void *from_array;
  Position from_position;
  PitchedMemory from;
  void *to_array;
  Position to_position;
  PitchedMemory to;
  Volume extent;
  int kind;
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

constexpr int kSuccess = 0, kInvalidValue = 1, kMemoryAllocation = 2, kUnsupportedLimit = 215;
constexpr int kVersion = 13000;

u64 number(const void *pointer) { return reinterpret_cast<u64>(pointer); }
u64 pair(u32 low, u32 high) { return low | static_cast<u64>(high) << 32; }

int ask(u32 what, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0, u64 e = 0, u64 f = 0, u64 g = 0) {
  return static_cast<int>(__raddle_device_request(what, a, b, c, d, e, f, g));
}

// An answer is the number of an error, or a handle, which is greater than all of those.
int create(u32 what, void **handle, u32 flags) {
  constexpr u64 kFirstHandle = 0x10000;
  const u64 answer = __raddle_device_request(what, flags, 0, 0, 0, 0, 0, 0);
  if (answer < kFirstHandle)
    return static_cast<int>(answer);
  *handle = reinterpret_cast<void *>(answer);
  return kSuccess;
}

// The calling thread copies and fills, before it goes on, what nothing in the stream has to come before.
int copyRows(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height, void *stream) {
  if (ask(kRaddleStreamIsBusy, number(stream)))
    return ask(kRaddleCopyRows, number(stream), number(to), to_pitch, number(from), from_pitch, width, height);
  for (u64 row = 0; row < height; ++row)
    __builtin_memcpy(static_cast<char *>(to) + row * to_pitch, static_cast<const char *>(from) + row * from_pitch,
                     width);
  return kSuccess;
}
int fillRows(void *to, u64 pitch, int byte, u64 width, u64 height, void *stream) {
  if (ask(kRaddleStreamIsBusy, number(stream)))
    return ask(kRaddleFillRows, number(stream), number(to), pitch, static_cast<u32>(byte), width, height);
  for (u64 row = 0; row < height; ++row)
    __builtin_memset(static_cast<char *>(to) + row * pitch, byte, width);
  return kSuccess;
}

char *rowOf(const PitchedMemory &memory, const Position &at, u64 slice) {
  return static_cast<char *>(memory.address) + ((at.z + slice) * memory.rows + at.y) * memory.pitch + at.x;
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
DEVICE int __cudaCDP2Memcpy2DAsync(void *to, u64 to_pitch, const void *from, u64 from_pitch, u64 width, u64 height,
                                   int, void *stream) {
  return copyRows(to, to_pitch, from, from_pitch, width, height, stream);
}
DEVICE int __cudaCDP2Memset2DAsync(void *to, u64 pitch, int byte, u64 width, u64 height, void *stream) {
  return fillRows(to, pitch, byte, width, height, stream);
}
// One slice after the other. There are no arrays in device code.
DEVICE int __cudaCDP2Memcpy3DAsync(const Copy3D *copy, void *stream) {
  if (!copy || copy->from_array || copy->to_array)
    return kInvalidValue;
  int error = kSuccess;
  for (u64 slice = 0; slice < copy->extent.depth && error == kSuccess; ++slice)
    error = copyRows(rowOf(copy->to, copy->to_position, slice), copy->to.pitch,
                     rowOf(copy->from, copy->from_position, slice), copy->from.pitch, copy->extent.width,
                     copy->extent.height, stream);
  return error;
}
DEVICE int __cudaCDP2Memset3DAsync(PitchedMemory to, int byte, Volume extent, void *stream) {
  int error = kSuccess;
  for (u64 slice = 0; slice < extent.depth && error == kSuccess; ++slice)
    error = fillRows(rowOf(to, {0, 0, 0}, slice), to.pitch, byte, extent.width, extent.height, stream);
  return error;
}

DEVICE int __cudaCDP2StreamCreateWithFlags(void **stream, u32 flags) {
  return create(kRaddleCreateStream, stream, flags);
}
DEVICE int __cudaCDP2StreamDestroy(void *stream) { return ask(kRaddleDestroyStream, number(stream)); }
DEVICE int __cudaCDP2StreamWaitEvent(void *stream, void *event, u32) {
  return ask(kRaddleStreamWaitsForEvent, number(stream), number(event));
}
DEVICE int __cudaCDP2EventCreateWithFlags(void **event, u32 flags) {
  return create(kRaddleCreateEvent, event, flags);
}
DEVICE int __cudaCDP2EventRecord(void *event, void *stream) {
  return ask(kRaddleRecordEvent, number(event), number(stream));
}
DEVICE int __cudaCDP2EventRecordWithFlags(void *event, void *stream, u32) {
  return __cudaCDP2EventRecord(event, stream);
}
DEVICE int __cudaCDP2EventDestroy(void *event) { return ask(kRaddleDestroyEvent, number(event)); }

DEVICE void *__cudaCDP2GetParameterBufferV2(const void *kernel, Extent grid, Extent block, u32 shared_bytes) {
  return reinterpret_cast<void *>(__raddle_device_request(kRaddleParameterBuffer, number(kernel),
                                                          pair(grid.x, grid.y), pair(block.x, block.y),
                                                          pair(grid.z, block.z), shared_bytes, 0, 0));
}
DEVICE int __cudaCDP2LaunchDeviceV2(void *buffer, void *stream) {
  return ask(kRaddleLaunchBuffer, number(buffer), number(stream));
}

// %current_graph_exec: the graph that the kernel is a node of, or 0.
DEVICE u64 __raddle_ptx_current_graph() {
  return __raddle_device_request(kRaddleCurrentGraph, 0, 0, 0, 0, 0, 0, 0);
}
DEVICE void cudaGraphSetConditional(u64 handle, u32 value) { ask(kRaddleSetCondition, handle, value); }
DEVICE int cudaGraphLaunch(const void *graph, const void *stream) {
  return ask(kRaddleLaunchGraph, number(graph), number(stream));
}

// Changes of kernel nodes, which hold from the node's next turn on.
DEVICE int cudaGraphKernelNodeSetEnabled(const void *node, bool is_enabled) {
  return ask(kRaddleEnableKernelNode, number(node), is_enabled);
}
DEVICE int cudaGraphKernelNodeSetGridDim(const void *node, Extent grid) {
  return ask(kRaddleSetKernelNodeGrid, number(node), pair(grid.x, grid.y), grid.z);
}
DEVICE int cudaGraphKernelNodeSetParam(const void *node, u64 offset, const void *value, u64 bytes) {
  return ask(kRaddleSetKernelNodeParameter, number(node), offset, number(value), bytes);
}
