// The handles that programs hold, and what they stand for. Only here is one made into the other.
#ifndef RADDLE_API_CUDART_HANDLES_H
#define RADDLE_API_CUDART_HANDLES_H

#include "cuda.h"
#include "driver_types.h"
#include "host/process/process.h"

#include <cstdint>
#include <memory>

namespace raddle::cudart {

inline cudaStream_t handleOf(const host::Stream &stream) {
  return reinterpret_cast<cudaStream_t>(const_cast<host::Stream *>(&stream));
}
inline cudaEvent_t handleOf(const host::Event &event) {
  return reinterpret_cast<cudaEvent_t>(const_cast<host::Event *>(&event));
}
/// Of the device's memory pool: each has one, and no other.
inline cudaMemPool_t poolHandleOf(const host::Device &device) {
  return reinterpret_cast<cudaMemPool_t>(const_cast<host::Device *>(&device));
}

/// Each device has one context, its primary one, which is named by the device's number plus one.
inline CUcontext contextOf(int device) {
  return reinterpret_cast<CUcontext>(static_cast<std::uintptr_t>(device) + 1);
}
inline int deviceOf(CUcontext context) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(context)) - 1;
}

/// A kernel's handle is the address of its stub on the host, by which it is registered.
inline cudaFunction_t functionHandleOf(const void *stub) {
  return static_cast<cudaFunction_t>(const_cast<void *>(stub));
}
inline const void *stubOf(cudaFunction_t function) { return function; }

/// The stream that a handle stands for on the current device: 0 and cudaStreamLegacy, cudaStreamPerThread,
/// or one that the program has made. Null for anything else.
std::shared_ptr<host::Stream> findStream(const host::Context &context, cudaStream_t handle);

/// One that the program has made, on whichever device.
std::shared_ptr<host::Stream> findMadeStream(const host::StreamScheduler &scheduler, cudaStream_t handle);

std::shared_ptr<host::Event> findEvent(const host::Context &context, cudaEvent_t handle);

/// The device whose pool it is, or null.
host::Device *findPool(const host::Process &process, cudaMemPool_t handle);

/// False when the handle stands for nothing.
bool destroy(const host::Context &context, cudaStream_t handle);
bool destroy(const host::Context &context, cudaEvent_t handle);

} // namespace raddle::cudart

#endif
