// flags: -lcuda -lnvrtc
// Bytes that are no device code are refused, with CUDA's error and a line; and so are modules and libraries that were unloaded, and
// graphs whose kernels are gone with their module, while all else goes on to work.
// stderr: raddle: error: this is no device code
// stderr: raddle: error: this device code was compiled for a GPU, and no PTX is with it
// stderr: raddle: error: this device code is damaged, or from another version of raddlecc
#include "../error_check.h"

#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

static cudaError_t load(const std::string &begin) {
  // Nobody says how long an image is.
  std::vector<char> bytes(4096);
  std::memcpy(bytes.data(), begin.data(), begin.size());
  cudaLibrary_t library = nullptr;
  const cudaError_t error = cudaLibraryLoadData(&library, bytes.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  CHECK_EQ(library, nullptr);
  return error;
}

static cudaError_t loadFile(const std::string &content) {
  char path[] = "/tmp/raddle-no-library-XXXXXX";
  const int descriptor = mkstemp(path);
  std::FILE *const file = fdopen(descriptor, "wb");
  std::fwrite(content.data(), 1, content.size(), file);
  std::fclose(file);
  cudaLibrary_t library = nullptr;
  const cudaError_t error = cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0);
  std::remove(path);
  return error;
}

static void garbage() {
  for (const std::string &begin : {std::string("\xff\xfe\xfd\xfc"), std::string("\1\2\3"), std::string()})
    checkRefused(load(begin), cudaErrorInvalidKernelImage);
  checkRefused(load("\x7f" "ELF\x02\x01\x01"), cudaErrorNoKernelImageForDevice);
  checkRefused(load("\x50\xed\x55\xba"), cudaErrorNoKernelImageForDevice);
  checkRefused(load("RADDLEFB\xff\xff\xff\xff"), cudaErrorInvalidKernelImage);
  checkRefused(loadFile(""), cudaErrorInvalidKernelImage);
  checkRefused(loadFile("RADDLEFB"), cudaErrorInvalidKernelImage);
  // Of the right version, with more entries and bytes than there are.
  std::string container = "RADDLEFB";
  container += std::string("\1\0\0\0\0\0\0\0", 8) + std::string("\xff\xff\xff\x0f\0\0\0\0", 8) +
               std::string("\x5a\0\0\0\xff\xff\0\0", 8) + std::string(16, '\0');
  checkRefused(loadFile(container), cudaErrorInvalidKernelImage);
}

static std::vector<char> compiled() {
  nvrtcProgram program = nullptr;
  constexpr const char *kSource = "extern \"C\" __global__ void add(int *values) { ++*values; }";
  CHECK_EQ(nvrtcCreateProgram(&program, kSource, "program.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  std::size_t bytes = 0;
  CHECK_EQ(nvrtcGetCUBINSize(program, &bytes), NVRTC_SUCCESS);
  std::vector<char> code(bytes);
  CHECK_EQ(nvrtcGetCUBIN(program, code.data()), NVRTC_SUCCESS);
  CHECK_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

static CUmodule loaded(const std::vector<char> &code) {
  CUmodule module = nullptr;
  CHECK_EQ(cuModuleLoadData(&module, code.data()), CUDA_SUCCESS);
  return module;
}

static void unloaded(const std::vector<char> &code) {
  const CUmodule module = loaded(code);
  CUfunction function = nullptr;
  CHECK_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  CHECK_EQ(cuModuleGetFunction(&function, module, "add"), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CHECK_EQ(cuLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), CUDA_SUCCESS);
  CHECK_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
  CHECK_EQ(cuLibraryGetKernel(&kernel, library, "add"), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
}

static void graphOfAModule(const std::vector<char> &code, int *values) {
  const CUmodule module = loaded(code);
  CUfunction function = nullptr;
  CHECK_EQ(cuModuleGetFunction(&function, module, "add"), CUDA_SUCCESS);
  CUgraph graph = nullptr;
  CHECK_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  void *arguments[] = {&values};
  CUDA_KERNEL_NODE_PARAMS parameters = {};
  parameters.func = function;
  parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.kernelParams = arguments;
  CUgraphNode node = nullptr;
  CHECK_EQ(cuGraphAddKernelNode(&node, graph, nullptr, 0, &parameters), CUDA_SUCCESS);
  CUgraphExec exec = nullptr, other = nullptr;
  CHECK_EQ(cuGraphInstantiate(&exec, graph, 0), CUDA_SUCCESS);
  *values = 1;
  CHECK_EQ(cuGraphLaunch(exec, nullptr), CUDA_SUCCESS);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(*values, 2);

  CHECK_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  CHECK_EQ(cuGraphLaunch(exec, nullptr), CUDA_ERROR_INVALID_HANDLE);
  CHECK_EQ(cuGraphInstantiate(&other, graph, 0), CUDA_ERROR_INVALID_HANDLE);
  CUDA_KERNEL_NODE_PARAMS given = {};
  CHECK_EQ(cuGraphKernelNodeGetParams(node, &given), CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphKernelNodeSetParams(node, &parameters) != CUDA_SUCCESS);
  CHECK(cuGraphExecKernelNodeSetParams(exec, node, &parameters) != CUDA_SUCCESS);
  CHECK_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  CHECK_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(*values, 2);
}

int main() {
  int *values = nullptr;
  CHECK_CUDA(cudaMallocManaged(&values, sizeof *values));
  garbage();
  const std::vector<char> code = compiled();
  unloaded(code);
  graphOfAModule(code, values);
  CHECK_CUDA(cudaFree(values));
  return verdict();
}
