// nvFatbin puts device code of several architectures together, and cuModuleLoadData takes the newest that the device can run.
// flags: -lcuda -lnvrtc -lnvfatbin
#include "driver_check.h"

#include <nvFatbin.h>
#include <nvrtc.h>

#define CHECK_FAT(call) CHECK_EQ(call, NVFATBIN_SUCCESS)

namespace {

// A kernel that writes a number.
std::string ptxFor(const char *arch, int number) {
  return ".version 7.0\n.target sm_" + std::string(arch) + "\n.address_size 64\n" + R"(
.visible .entry number(.param .u64 out)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, )" +
         std::to_string(number) + R"(;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";
}

nvFatbinResult addPtx(nvFatbinHandle handle, const char *arch, int number) {
  const std::string ptx = ptxFor(arch, number);
  return nvFatbinAddPTX(handle, ptx.c_str(), ptx.size() + 1, arch, "number", "");
}

// What NVRTC gives for CUDA C++.
std::string compiled(const char *source, nvrtcResult (*size)(nvrtcProgram, size_t *),
                     nvrtcResult (*get)(nvrtcProgram, char *)) {
  nvrtcProgram program = nullptr;
  size_t bytes = 0;
  const char *options[] = {"--gpu-architecture=sm_80"};
  CHECK_EQ(nvrtcCreateProgram(&program, source, "number.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
  CHECK_EQ(size(program, &bytes), NVRTC_SUCCESS);
  std::string code(bytes, '\0');
  CHECK_EQ(get(program, code.data()), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

// What the kernel of the finished binary writes.
int numberOf(nvFatbinHandle handle) {
  size_t bytes = 0;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CHECK_FAT(nvFatbinSize(handle, &bytes));
  std::vector<long long> binary(bytes / sizeof(long long) + 1);
  CHECK_FAT(nvFatbinGet(handle, binary.data()));
  CHECK_FAT(nvFatbinDestroy(&handle));
  CHECK(handle == nullptr);
  CHECK_CU(cuModuleLoadData(&module, binary.data()));
  CHECK_CU(cuModuleGetFunction(&function, module, "number"));
  DeviceValues<int> value(1);
  void *arguments[] = {&value.pointer};
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  const int number = value.get()[0];
  CHECK_CU(cuModuleUnload(module));
  return number;
}

void theNewestIsTaken() {
  nvFatbinHandle handle = nullptr;
  const char *options[] = {"-64", "-compress=true"};
  CHECK_FAT(nvFatbinCreate(&handle, options, 2));
  CHECK_FAT(addPtx(handle, "52", 52));
  CHECK_FAT(addPtx(handle, "75", 75));
  CHECK_EQ(numberOf(handle), 75);
}

void whatTheCompilerGives() {
  constexpr const char *kSource = "extern \"C\" __global__ void number(int *out) { *out = 80; }";
  nvFatbinHandle handle = nullptr;
  CHECK_FAT(nvFatbinCreate(&handle, nullptr, 0));
  const std::string ptx = compiled(kSource, nvrtcGetPTXSize, nvrtcGetPTX);
  CHECK_FAT(addPtx(handle, "52", 52));
  CHECK_FAT(nvFatbinAddPTX(handle, ptx.c_str(), ptx.size(), "80", "compiled", nullptr));
  CHECK_EQ(numberOf(handle), 80);

  CHECK_FAT(nvFatbinCreate(&handle, nullptr, 0));
  const std::string cubin = compiled(kSource, nvrtcGetCUBINSize, nvrtcGetCUBIN);
  CHECK_FAT(addPtx(handle, "52", 52));
  CHECK_FAT(nvFatbinAddCubin(handle, cubin.data(), cubin.size(), "80", "machine code"));
  // On a GPU of another architecture the PTX is what counts.
  const int number = numberOf(handle);
  CHECK(number == 80 || number == 52);
}

void whatIsWrong() {
  nvFatbinHandle handle = nullptr;
  const char *unknown[] = {"-no-such-option"};
  CHECK_EQ(nvFatbinCreate(&handle, unknown, 1), NVFATBIN_ERROR_UNRECOGNIZED_OPTION);
  CHECK_FAT(nvFatbinCreate(&handle, nullptr, 0));
  const std::string ptx = ptxFor("75", 1); // what .target says is not looked at
  CHECK_FAT(nvFatbinAddPTX(handle, ptx.c_str(), ptx.size() + 1, "80", "number", ""));
  CHECK_EQ(nvFatbinAddPTX(handle, nullptr, 4, "75", "number", ""), NVFATBIN_ERROR_NULL_POINTER);
  CHECK_EQ(nvFatbinSize(handle, nullptr), NVFATBIN_ERROR_NULL_POINTER);
  CHECK_FAT(nvFatbinDestroy(&handle));
  CHECK_EQ(nvFatbinDestroy(&handle), NVFATBIN_ERROR_NULL_POINTER);
  CHECK(nvFatbinGetErrorString(NVFATBIN_ERROR_INVALID_ARCH) != nullptr);
}

} // namespace

int main() {
  CUcontext context = nullptr;
  unsigned major = 0, minor = 0;
  CHECK_FAT(nvFatbinVersion(&major, &minor));
  CHECK_EQ(major >= 12, true);
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  theNewestIsTaken();
  whatTheCompilerGives();
  whatIsWrong();
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
