// Modules and libraries of the driver API: from files and from memory, kernels and variables by name, the same code loaded twice,
// what goes with a context, and what is refused.
#include "../../driver/driver_check.h"

#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

namespace {

std::string path;

std::vector<char> contents() {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int read(CUmodule module) {
  CUdeviceptr pointer = 0;
  size_t bytes = 0;
  int value = -1;
  CHECK_CU(cuModuleGetGlobal(&pointer, &bytes, module, "counter"));
  CHECK_EQ(bytes, sizeof value);
  CHECK_CU(cuMemcpyDtoH(&value, pointer, sizeof value));
  return value;
}

void countIn(CUmodule module, int by) {
  CUfunction function = nullptr;
  CHECK_CU(cuModuleGetFunction(&function, module, "count"));
  void *parameters[] = {&by};
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  CHECK_CU(cuCtxSynchronize());
}

void kernelsOfAFile() {
  CUmodule module = nullptr;
  CUfunction add = nullptr, missing = nullptr;
  CHECK_CU(cuModuleLoad(&module, path.c_str()));
  CHECK_CU(cuModuleGetFunction(&add, module, "add"));
  CHECK_EQ(cuModuleGetFunction(&missing, module, "no_such_kernel"), CUDA_ERROR_NOT_FOUND);
  CHECK_EQ(cuModuleGetFunction(&missing, nullptr, "add"), CUDA_ERROR_INVALID_HANDLE);
  std::vector<int> left(300), right(300, 1000);
  std::iota(left.begin(), left.end(), 0);
  DeviceValues<int> a(left), b(right), sum(300);
  int count = 300;
  void *parameters[] = {&a.pointer, &b.pointer, &sum.pointer, &count};
  CHECK_CU(cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  const std::vector<int> sums = sum.get();
  for (int i = 0; i < count; ++i)
    CHECK_EQ(sums[i], i + 1000);
  unsigned functions = 0;
  CHECK_CU(cuModuleGetFunctionCount(&functions, module));
  CHECK_EQ(functions, 3u);
  CUmodule owner = nullptr;
  CHECK_CU(cuFuncGetModule(&owner, add));
  CHECK(owner == module);
  const char *name = nullptr;
  CHECK_CU(cuFuncGetName(&name, add));
  CHECK_EQ(std::string(name), std::string("add"));
  size_t offset = 0, bytes = 0;
  CHECK_CU(cuFuncGetParamInfo(add, 3, &offset, &bytes));
  CHECK(offset == 24 && bytes == 4);
  CHECK_EQ(cuFuncGetParamInfo(add, 4, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);
  CHECK_CU(cuModuleUnload(module));
}

// Each has its own variables.
void theSameCodeTwice() {
  const std::vector<char> image = contents();
  CUmodule first = nullptr, second = nullptr;
  CHECK_CU(cuModuleLoadData(&first, image.data()));
  CHECK_CU(cuModuleLoadDataEx(&second, image.data(), 0, nullptr, nullptr));
  countIn(first, 1);
  CHECK_EQ(read(first), 40 + 32);
  CHECK_EQ(read(second), 40);
  countIn(second, 2);
  CHECK_EQ(read(second), 40 + 64);
  CHECK_EQ(read(first), 40 + 32);
  CUdeviceptr pointer = 0;
  CHECK_EQ(cuModuleGetGlobal(&pointer, nullptr, first, "no_such_variable"), CUDA_ERROR_NOT_FOUND);
  CHECK_CU(cuModuleUnload(first));
  countIn(second, 1);
  CHECK_EQ(read(second), 40 + 96);
  CHECK_CU(cuModuleUnload(second));
  for (int i = 0; i < 20; ++i) {
    CUmodule again = nullptr;
    CHECK_CU(cuModuleLoadData(&again, image.data()));
    countIn(again, i);
    CHECK_EQ(read(again), 40 + 32 * i);
    CHECK_CU(cuModuleUnload(again));
  }
}

void librariesAndTheirKernels() {
  CUlibrary library = nullptr, owner = nullptr;
  CUkernel kernel = nullptr, missing = nullptr;
  CUfunction function = nullptr;
  CHECK_CU(cuLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  CHECK_CU(cuLibraryGetKernel(&kernel, library, "scale"));
  CHECK_EQ(cuLibraryGetKernel(&missing, library, "no_such_kernel"), CUDA_ERROR_NOT_FOUND);
  CHECK_CU(cuKernelGetLibrary(&owner, kernel));
  CHECK(owner == library);
  CHECK_CU(cuKernelGetFunction(&function, kernel));
  CUdeviceptr factors = 0, managed = 0;
  size_t bytes = 0;
  CHECK_CU(cuLibraryGetGlobal(&factors, &bytes, library, "factors"));
  CHECK_EQ(bytes, 3 * sizeof(float));
  const float ten = 10;
  CHECK_CU(cuMemcpyHtoD(factors + sizeof(float), &ten, sizeof ten));
  CHECK_CU(cuLibraryGetManaged(&managed, &bytes, library, "shared_with_host"));
  CHECK_EQ(cuLibraryGetManaged(&factors, &bytes, library, "no_such_variable"), CUDA_ERROR_NOT_FOUND);
  DeviceValues<float> values(std::vector<float>(32, 1.5f));
  int which = 1;
  void *parameters[] = {&values.pointer, &which};
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  CHECK_CU(cuCtxSynchronize());
  CHECK_EQ(values.get()[31], 15.0f);
  CHECK_EQ(*reinterpret_cast<int *>(managed), 8);
  CHECK_CU(cuLibraryUnload(library));
}

void whatIsRefused() {
  CUmodule module = nullptr;
  CHECK_EQ(cuModuleLoad(&module, "no_such_file.fatbin"), CUDA_ERROR_FILE_NOT_FOUND);
  CHECK_EQ(cuModuleLoadData(nullptr, contents().data()), CUDA_ERROR_INVALID_VALUE);
  CUjit_option unknown = static_cast<CUjit_option>(9999);
  void *value = nullptr;
  CHECK_EQ(cuModuleLoadDataEx(&module, contents().data(), 1, &unknown, &value), CUDA_ERROR_INVALID_VALUE);
}

// Modules go with their context.
void aContextTakesItsModules() {
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CHECK_CU(createContext(&context, 0, 0));
  CHECK_CU(cuModuleLoad(&module, path.c_str()));
  countIn(module, 3);
  CHECK_EQ(read(module), 40 + 96);
  CHECK_CU(cuCtxDestroy(context));
}

// Many threads load, launch and unload at once, and nothing is lost.
void manyThreads() {
  CUcontext context = nullptr;
  CHECK_CU(cuCtxGetCurrent(&context));
  std::vector<std::thread> threads;
  std::vector<int> results(8, -1);
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      if (cuCtxSetCurrent(context) != CUDA_SUCCESS)
        return;
      CUmodule module = nullptr;
      CUfunction function = nullptr;
      CUdeviceptr pointer = 0;
      int by = thread, value = -1;
      void *parameters[] = {&by};
      if (cuModuleLoad(&module, path.c_str()) || cuModuleGetFunction(&function, module, "count") ||
          cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr) ||
          cuModuleGetGlobal(&pointer, nullptr, module, "counter") ||
          cuMemcpyDtoH(&value, pointer, sizeof value) || cuModuleUnload(module))
        return;
      results[thread] = value;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int thread = 0; thread < 8; ++thread)
    CHECK_EQ(results[thread], 40 + 32 * thread);
}

} // namespace

int main(int, char **arguments) {
  const std::string program = arguments[0];
  path = program.substr(0, program.rfind('/') + 1) + "driver_kernels.fatbin";
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  kernelsOfAFile();
  theSameCodeTwice();
  librariesAndTheirKernels();
  whatIsRefused();
  aContextTakesItsModules();
  manyThreads();
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
