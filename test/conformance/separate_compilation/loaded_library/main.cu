// cudaLibraryLoadData and its kin: code from a file and from memory, its kernels and variables by name, two libraries of the same
// code, and what is wrong.
#include "../../check.h"

#include <fstream>
#include <iterator>
#include <thread>

namespace {

constexpr int kCount = 1000;

struct Loaded {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel(const char *name) const {
    cudaKernel_t found = nullptr;
    CHECK_CUDA(cudaLibraryGetKernel(&found, library, name));
    return found;
  }
};

Loaded fromFile(const std::string &path) {
  Loaded loaded;
  CHECK_CUDA(
      cudaLibraryLoadFromFile(&loaded.library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  return loaded;
}

Loaded fromMemory(const std::string &code, bool stays) {
  Loaded loaded;
  cudaLibraryOption option = cudaLibraryBinaryIsPreserved;
  int yes = 1;
  void *value = &yes;
  CHECK_CUDA(cudaLibraryLoadData(&loaded.library, code.data(), nullptr, nullptr, 0, stays ? &option : nullptr,
                                 stays ? &value : nullptr, stays ? 1 : 0));
  return loaded;
}

// What the kernel "scale" writes; nothing when a call fails. For several threads, so it counts no checks.
std::vector<int> scaled(const Loaded &loaded) {
  cudaKernel_t kernel = nullptr;
  int *out = nullptr, count = kCount;
  void *arguments[] = {&out, &count};
  std::vector<int> result(kCount);
  const bool good =
      cudaLibraryGetKernel(&kernel, loaded.library, "scale") == cudaSuccess &&
      cudaMalloc(&out, kCount * sizeof(int)) == cudaSuccess &&
      cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(8), dim3(128), arguments, 0, nullptr) ==
          cudaSuccess &&
      cudaMemcpy(result.data(), out, kCount * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess &&
      cudaFree(out) == cudaSuccess;
  return good ? result : std::vector<int>();
}

std::vector<int> expected(int offset) {
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i)
    values[i] = (i % 4 + 1) * i + offset;
  return values;
}

void kernels(const Loaded &loaded) {
  unsigned count = 0;
  CHECK_CUDA(cudaLibraryGetKernelCount(&count, loaded.library));
  CHECK_EQ(count, 3u);
  cudaKernel_t all[4] = {};
  CHECK_CUDA(cudaLibraryEnumerateKernels(all, 4, loaded.library));
  for (const char *name : {"scale", "count_calls", "use_shared"}) {
    int places = 0;
    for (cudaKernel_t kernel : all)
      places += kernel == loaded.kernel(name);
    CHECK_EQ(places, 1);
  }
  CHECK(all[3] == nullptr);
}

void variables(const Loaded &loaded, const Loaded &other) {
  void *offset = nullptr;
  std::size_t bytes = 0;
  CHECK_CUDA(cudaLibraryGetGlobal(&offset, &bytes, loaded.library, "offset"));
  CHECK_EQ(bytes, sizeof(int));
  CHECK_SAME(scaled(loaded), expected(40));
  const int changed = 50;
  CHECK_CUDA(cudaMemcpy(offset, &changed, sizeof changed, cudaMemcpyHostToDevice));
  CHECK_SAME(scaled(loaded), expected(50));
  CHECK_SAME(scaled(other), expected(40));
  CHECK_CUDA(cudaLibraryGetGlobal(nullptr, &bytes, loaded.library, "factors"));
  CHECK_EQ(bytes, 4 * sizeof(int));

  void *calls = nullptr;
  CHECK_CUDA(cudaLibraryGetManaged(&calls, &bytes, loaded.library, "calls"));
  CHECK_EQ(bytes, sizeof(int));
  CHECK_EQ(*static_cast<int *>(calls), 7);
  CHECK_CUDA(cudaLaunchKernel(reinterpret_cast<const void *>(loaded.kernel("count_calls")), dim3(1), dim3(1),
                              nullptr, 0, nullptr));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(*static_cast<int *>(calls), 8);
  cudaPointerAttributes attributes;
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, calls));
  CHECK_EQ(attributes.type, cudaMemoryTypeManaged);
}

void attributes(const Loaded &loaded) {
  const cudaKernel_t kernel = loaded.kernel("use_shared");
  constexpr int kThreads = 256, kShared = 60 * 1024;
  int *out = nullptr;
  CHECK_CUDA(cudaMalloc(&out, kThreads * sizeof(int)));
  void *arguments[] = {&out};
  const auto launch = [&] {
    return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(1), dim3(kThreads), arguments,
                            kShared, nullptr);
  };
  CHECK_EQ(launch(), cudaErrorInvalidValue);
  CHECK_CUDA(
      cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared, 0));
  CHECK_CUDA(launch());
  std::vector<int> result(kThreads), reversed(kThreads);
  CHECK_CUDA(cudaMemcpy(result.data(), out, kThreads * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < kThreads; ++i)
    reversed[i] = kThreads - 1 - i;
  CHECK_SAME(result, reversed);
  CHECK_CUDA(cudaFree(out));
  CHECK_EQ(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30, 0),
           cudaErrorInvalidValue);
  CHECK_EQ(
      cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared, 1000),
      cudaErrorInvalidDevice);
}

void misuse(const Loaded &loaded) {
  cudaKernel_t kernel = nullptr;
  void *address = nullptr;
  std::size_t bytes = 0;
  CHECK_EQ(cudaLibraryGetKernel(&kernel, loaded.library, "no_such_kernel"), cudaErrorSymbolNotFound);
  CHECK_EQ(cudaLibraryGetGlobal(&address, &bytes, loaded.library, "no_such_variable"),
           cudaErrorSymbolNotFound);
  CHECK_EQ(cudaLibraryGetManaged(&address, &bytes, loaded.library, "offset"), cudaErrorSymbolNotFound);
  CHECK_EQ(cudaLibraryGetKernel(nullptr, loaded.library, "scale"), cudaErrorInvalidValue);
  CHECK_EQ(cudaLibraryGetKernel(&kernel, loaded.library, nullptr), cudaErrorInvalidValue);
  cudaLibrary_t library = nullptr;
  CHECK_EQ(cudaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0),
           cudaErrorFileNotFound);
  CHECK_EQ(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0),
           cudaErrorInvalidValue);
}

// Each thread has a library of its own, and uses the one that all share.
void manyThreads(const std::string &path, const Loaded &shared) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(16);
  for (int &result : wrong)
    threads.emplace_back([&] {
      Loaded own;
      cudaKernel_t kernel = nullptr;
      result += cudaLibraryLoadFromFile(&own.library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                                        0) != cudaSuccess;
      result += cudaLibraryGetKernel(&kernel, shared.library, "count_calls") != cudaSuccess;
      result += scaled(own) != expected(40);
      result += cudaLibraryUnload(own.library) != cudaSuccess;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK_SAME(wrong, std::vector<int>(16));
}

} // namespace

// The library's code lies beside the program.
int main(int, char **arguments) {
  const std::string program = arguments[0];
  const std::string path = program.substr(0, program.rfind('/') + 1) + "kernels.fatbin";
  std::ifstream file(path, std::ios::binary);
  std::string code{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};

  const Loaded first = fromFile(path), second = fromMemory(code, true);
  Loaded third = fromMemory(code, false);
  kernels(first);
  variables(first, second);
  attributes(second);
  misuse(first);
  CHECK_CUDA(cudaLibraryUnload(second.library));
  code.assign(code.size(), 'x');
  CHECK_SAME(scaled(third), expected(40));
  manyThreads(path, third);
  CHECK_CUDA(cudaLibraryUnload(third.library));
  CHECK_CUDA(cudaLibraryUnload(first.library));
  return verdict();
}
