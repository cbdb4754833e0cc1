// Linking code of run-time compilation with the device code in a file of the host's code: the program's own.
// flags: -rdc=true -lcuda -lnvrtc
#include "driver_check.h"

#include <nvrtc.h>

extern "C" __device__ int plusTen(int value) { return value + 10; }

namespace {

constexpr const char *kSource = "extern \"C\" __device__ int plusTen(int value);\n"
                                "extern \"C\" __global__ void all(int *values) {\n"
                                "  values[threadIdx.x] = plusTen(values[threadIdx.x]);\n"
                                "}\n";

std::string compiled() {
  nvrtcProgram program = nullptr;
  const char *options[] = {"-rdc=true"};
  CHECK_EQ(nvrtcCreateProgram(&program, kSource, "all.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
  size_t bytes = 0;
  CHECK_EQ(nvrtcGetPTXSize(program, &bytes), NVRTC_SUCCESS);
  std::string ptx(bytes, '\0');
  CHECK_EQ(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return ptx;
}

} // namespace

int main() {
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  {
    std::string ptx = compiled();
    CUlinkState link = nullptr;
    CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &link));
    CHECK_CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, ptx.data(), ptx.size(), "all", 0, nullptr, nullptr));
    CHECK_CU(cuLinkAddFile(link, CU_JIT_INPUT_OBJECT, "/proc/self/exe", 0, nullptr, nullptr));
    CHECK_EQ(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, "/no/such/library.a", 0, nullptr, nullptr),
             CUDA_ERROR_FILE_NOT_FOUND);
    void *image = nullptr;
    size_t bytes = 0;
    CHECK_CU(cuLinkComplete(link, &image, &bytes));
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_CU(cuModuleLoadData(&module, image));
    CHECK_CU(cuModuleGetFunction(&function, module, "all"));
    DeviceValues<int> values(std::vector<int>(32, 5));
    void *parameters[] = {&values.pointer};
    CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
    CHECK_EQ(values.get()[31], 15);
    CHECK_CU(cuModuleUnload(module));
    CHECK_CU(cuLinkDestroy(link));
  }
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
