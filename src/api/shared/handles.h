// The handles that programs hold, and what they stand for. Only here is one made into the other. Both of CUDA's APIs have the
// same handles.
#ifndef RADDLE_API_SHARED_HANDLES_H
#define RADDLE_API_SHARED_HANDLES_H

#include "cuda.h"
#include "driver_types.h"
#include "host/process/process.h"

#include <cstdint>
#include <memory>

namespace raddle::api {

inline CUstream handleOf(const host::Stream &stream) {
  return reinterpret_cast<CUstream>(const_cast<host::Stream *>(&stream));
}
inline CUevent handleOf(const host::Event &event) {
  return reinterpret_cast<CUevent>(const_cast<host::Event *>(&event));
}
inline CUgraph handleOf(const host::Graph &graph) {
  return reinterpret_cast<CUgraph>(const_cast<host::Graph *>(&graph));
}
inline CUgraphNode handleOf(const host::Node &node) {
  return reinterpret_cast<CUgraphNode>(const_cast<host::Node *>(&node));
}
inline CUgraphExec handleOf(const host::GraphExec &exec) {
  return reinterpret_cast<CUgraphExec>(const_cast<host::GraphExec *>(&exec));
}
inline cudaArray_t handleOf(const host::Array &array) {
  return reinterpret_cast<cudaArray_t>(const_cast<host::Array *>(&array));
}
inline cudaMipmappedArray_t handleOf(const host::Mipmap &mipmap) {
  return reinterpret_cast<cudaMipmappedArray_t>(const_cast<host::Mipmap *>(&mipmap));
}
inline CUmemoryPool handleOf(const host::MemoryPool &pool) {
  return reinterpret_cast<CUmemoryPool>(const_cast<host::MemoryPool *>(&pool));
}

/// Each device has one context, its primary one, which is named by the device's number plus one.
inline CUcontext contextOf(int device) {
  return reinterpret_cast<CUcontext>(static_cast<std::uintptr_t>(device) + 1);
}
inline int deviceOf(CUcontext context) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(context)) - 1;
}

/// A kernel's handle is the address of its stub on the host, by which it is registered.
inline CUfunction functionHandleOf(const void *stub) {
  return static_cast<CUfunction>(const_cast<void *>(stub));
}
inline const void *stubOf(CUfunction function) { return function; }

/// A library's handle is that of Process::libraries.
inline cudaLibrary_t libraryHandleOf(const void *handle) {
  return static_cast<cudaLibrary_t>(const_cast<void *>(handle));
}

/// The stream that a handle stands for on the current device: 0 and cudaStreamLegacy, cudaStreamPerThread,
/// or one that the program has made. Null for anything else.
std::shared_ptr<host::Stream> findStream(const host::Context &context, CUstream handle);

/// One that the program has made, on whichever device.
std::shared_ptr<host::Stream> findMadeStream(const host::StreamRegistry &streams, CUstream handle);

std::shared_ptr<host::Event> findEvent(const host::Context &context, CUevent handle);

/// A device's default pool, or one that the program has made; else null.
host::MemoryPool *findPool(const host::Process &process, CUmemoryPool handle);

/// False when the handle stands for nothing.
bool destroy(const host::Context &context, CUstream handle);
bool destroy(const host::Context &context, CUevent handle);

} // namespace raddle::api

#endif
