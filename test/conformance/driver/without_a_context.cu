// What needs no current context, since a module, an event or an address tells where it belongs.
// flags: -lcuda -lnvrtc
#include "driver_check.h"

#include <nvrtc.h>

namespace {

CUmodule compileAndLoad(const char *source) {
  nvrtcProgram program = nullptr;
  CUmodule module = nullptr;
  size_t bytes = 0;
  CHECK_EQ(nvrtcCreateProgram(&program, source, "variables.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcGetPTXSize(program, &bytes), NVRTC_SUCCESS);
  std::string ptx(bytes, '\0');
  CHECK_EQ(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  CHECK_CU(cuModuleLoadData(&module, ptx.c_str()));
  CHECK_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return module;
}

void modules(CUcontext context) {
  const CUmodule module = compileAndLoad(
      "__device__ int counters[4]; extern \"C\" __global__ void count() { ++counters[threadIdx.x]; }");
  CHECK_CU(cuCtxPopCurrent(nullptr));
  CUfunction function = nullptr;
  CUdeviceptr pointer = 0;
  size_t bytes = 0;
  CHECK_CU(cuModuleGetFunction(&function, module, "count"));
  CHECK_CU(cuModuleGetGlobal(&pointer, &bytes, module, "counters"));
  CHECK_EQ(bytes, 4 * sizeof(int));
  CUcontext current = context;
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == nullptr);
  CHECK_CU(cuCtxPushCurrent(context));
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, nullptr));
  int counted[4] = {};
  CHECK_CU(cuMemcpyDtoH(counted, pointer, sizeof counted));
  CHECK_EQ(counted[3], 1);
  CHECK_CU(cuModuleUnload(module));
}

// A box between memory of a device, whose context is not named, and an array.
void copies(CUcontext context) {
  constexpr size_t kWidth = 8, kHeight = 4;
  std::vector<int> values(kWidth * kHeight), got(kWidth * kHeight);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(3 * i);
  CUdeviceptr memory = 0;
  CUarray array = nullptr;
  CUstream stream = nullptr;
  const CUDA_ARRAY3D_DESCRIPTOR shape = {kWidth, kHeight, 0, CU_AD_FORMAT_SIGNED_INT32, 1, 0};
  CHECK_CU(cuMemAlloc(&memory, values.size() * sizeof(int)));
  CHECK_CU(cuMemcpyHtoD(memory, values.data(), values.size() * sizeof(int)));
  CHECK_CU(cuArray3DCreate(&array, &shape));
  CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuCtxPopCurrent(nullptr));

  CUDA_MEMCPY3D_PEER in = {};
  in.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  in.srcDevice = memory;
  in.srcPitch = kWidth * sizeof(int);
  in.srcHeight = kHeight;
  in.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  in.dstArray = array;
  in.dstContext = context;
  in.WidthInBytes = kWidth * sizeof(int);
  in.Height = kHeight;
  in.Depth = 1;
  CHECK_CU(cuMemcpy3DPeerAsync(&in, stream));
  CUDA_MEMCPY3D out = {};
  out.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  out.srcArray = array;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = got.data();
  out.dstPitch = kWidth * sizeof(int);
  out.dstHeight = kHeight;
  out.WidthInBytes = kWidth * sizeof(int);
  out.Height = kHeight;
  out.Depth = 1;
  CHECK_CU(cuMemcpy3DAsync(&out, stream));
  CHECK_CU(cuCtxPushCurrent(context));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK(got == values);
  CHECK_CU(cuStreamDestroy(stream));
  CHECK_CU(cuArrayDestroy(array));
  CHECK_CU(cuMemFree(memory));
}

void memoryOfTheHost(CUcontext context) {
  void *pinned = nullptr;
  CHECK_CU(cuMemHostAlloc(&pinned, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
  CHECK_CU(cuCtxPopCurrent(nullptr));
  CHECK_CU(cuMemFreeHost(pinned));
  CHECK_CU(cuCtxPushCurrent(context));
}

struct Seen {
  CUevent before, after;
  CUresult first = CUDA_ERROR_UNKNOWN, second = CUDA_ERROR_UNKNOWN;
};

// A function of a stream may ask whether an event has passed, on its own thread, where no context is current.
void eventsInFunctionsOfStreams() {
  Seen seen = {};
  CUstream stream = nullptr;
  CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuEventCreate(&seen.before, CU_EVENT_DEFAULT));
  CHECK_CU(cuEventCreate(&seen.after, CU_EVENT_DEFAULT));
  const auto look = [](void *data) {
    Seen &asked = *static_cast<Seen *>(data);
    asked.first = cuEventQuery(asked.before);
    asked.second = cuEventQuery(asked.after);
  };
  CHECK_CU(cuEventRecord(seen.before, stream));
  CHECK_CU(cuLaunchHostFunc(stream, look, &seen));
  CHECK_CU(cuEventRecord(seen.after, stream));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_CU(seen.first);
  // An event that was not recorded yet, or not reached.
  CHECK(seen.second == CUDA_SUCCESS || seen.second == CUDA_ERROR_NOT_READY);
  CHECK_CU(cuEventDestroy(seen.before));
  CHECK_CU(cuEventDestroy(seen.after));
  CHECK_CU(cuStreamDestroy(stream));
}

} // namespace

int main() {
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  modules(context);
  copies(context);
  memoryOfTheHost(context);
  eventsInFunctionsOfStreams();
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
