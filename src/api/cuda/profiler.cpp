// Which part of a program is profiled.
#include "cuda.h"
#include "cuda_profiler_api.h"

#include "api/cuda/runtime.h"

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuProfilerStart(void) {
  return viaRuntime([] { return cudaProfilerStart(); });
}

CUresult cuProfilerStop(void) {
  return viaRuntime([] { return cudaProfilerStop(); });
}

} // extern "C"
#pragma GCC visibility pop
