// How long it takes from the start of main() until a small kernel that comes as text has given its first result, in milliseconds:
// cuInit(), NVRTC, loading and launching by the driver API, and the copy back. The argument is a number in the kernel: one that was
// not there before makes it a kernel that no cache has.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <cuda.h>
#include <nvrtc.h>

namespace {

#define CHECK(call) check(static_cast<int>(call), #call)
void check(int result, const char *call) {
  if (result == 0)
    return;
  std::fprintf(stderr, "%s: %d\n", call, result);
  std::exit(1);
}

std::string compile(const std::string &source) {
  nvrtcProgram program = nullptr;
  std::size_t bytes = 0;
  const char *options[] = {"--gpu-architecture=compute_80"};
  CHECK(nvrtcCreateProgram(&program, source.c_str(), "saxpy.cu", 0, nullptr, nullptr));
  CHECK(nvrtcCompileProgram(program, 1, options));
  CHECK(nvrtcGetPTXSize(program, &bytes));
  std::string ptx(bytes, '\0');
  CHECK(nvrtcGetPTX(program, ptx.data()));
  CHECK(nvrtcDestroyProgram(&program));
  return ptx;
}

CUdeviceptr onDevice(const std::vector<float> &values) {
  CUdeviceptr pointer = 0;
  CHECK(cuMemAlloc(&pointer, values.size() * sizeof(float)));
  CHECK(cuMemcpyHtoD(pointer, values.data(), values.size() * sizeof(float)));
  return pointer;
}

} // namespace

int main(int, char **arguments) {
  const auto begin = std::chrono::steady_clock::now();
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction saxpy = nullptr;
  CHECK(cuInit(0));
  CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK(cuCtxSetCurrent(context));
  const std::string ptx =
      compile("extern \"C\" __global__ void saxpy(float a, const float *x, float *y, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
              "  if (i < n) y[i] = a * x[i] + y[i] + " +
              std::string(arguments[1]) + ";\n}\n");
  CHECK(cuModuleLoadData(&module, ptx.c_str()));
  CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
  int n = 1000;
  float a = 2;
  std::vector<float> values(static_cast<std::size_t>(n), 1.0f);
  CUdeviceptr x = onDevice(values), y = onDevice(values);
  void *parameters[] = {&a, &x, &y, &n};
  CHECK(cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, nullptr, parameters, nullptr));
  CHECK(cuMemcpyDtoH(values.data(), y, values.size() * sizeof(float)));
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
  if (values[999] != 3 + std::strtof(arguments[1], nullptr)) {
    std::fprintf(stderr, "wrong result\n");
    return 1;
  }
  std::printf("%.2f\n", elapsed.count());
}
