// __isGlobal and its kin tell where a generic pointer points, and __cvta_* lead into a space and back.
#include "../check.h"

__constant__ int constants[4] = {1, 2, 3, 4};
__device__ int globals[4];

struct Parameters {
  int values[8];
};

enum Space { kGlobal = 1, kShared = 2, kConstant = 4, kLocal = 8, kGridConstant = 16, kClusterShared = 32 };

// Inlined: a pointer to a parameter that has been through a function is one to global memory on a GPU.
__device__ __forceinline__ int spacesOf(const void *pointer) {
  return (__isGlobal(pointer) ? kGlobal : 0) | (__isShared(pointer) ? kShared : 0) |
         (__isConstant(pointer) ? kConstant : 0) | (__isLocal(pointer) ? kLocal : 0) |
         (__isGridConstant(pointer) ? kGridConstant : 0) | (__isClusterShared(pointer) ? kClusterShared : 0);
}

__global__ void classify(const __grid_constant__ Parameters parameters, int *device, int *managed,
                         int *pinned, int *spaces) {
  __shared__ int shared[4];
  extern __shared__ int dynamic[];
  int local[4];
  for (int i = 0; i < 4; ++i)
    local[i] = threadIdx.x, shared[i] = dynamic[i] = i;
  const void *heap = malloc(16);
  const void *pointers[] = {shared, dynamic + 3, globals, constants + 1, local + 2, nullptr,
                            device, managed,     pinned,  heap,          nullptr,   "text"};
  int *mine = spaces + threadIdx.x * 16;
  for (int i = 0; i < 12; ++i)
    mine[i] = spacesOf(pointers[i]);
  mine[5] = spacesOf(&parameters.values[5]);
  mine[12] = local[threadIdx.x % 4] == threadIdx.x;
  free(const_cast<void *>(heap));
}

__global__ void convert(const __grid_constant__ Parameters parameters, int *good) {
  __shared__ int shared[4];
  int local[4] = {static_cast<int>(threadIdx.x), 1, 2, 3};
  shared[0] = 5;
  shared[3] = 6;
  const size_t first = __cvta_generic_to_shared(shared), last = __cvta_generic_to_shared(shared + 3);
  good[0] = last - first == 12;
  good[1] = *static_cast<int *>(__cvta_shared_to_generic(last)) == 6;
  // The space is small: its addresses fit into 32 bits.
  good[2] = *static_cast<int *>(__cvta_shared_to_generic(static_cast<unsigned>(first))) == 5;
  good[3] = __cvta_generic_to_global(globals) == reinterpret_cast<size_t>(globals);
  good[4] = __cvta_global_to_generic(__cvta_generic_to_global(globals + 1)) == globals + 1;
  good[5] = *static_cast<int *>(__cvta_constant_to_generic(__cvta_generic_to_constant(constants + 2))) == 3;
  good[6] =
      *static_cast<int *>(__cvta_local_to_generic(__cvta_generic_to_local(local + threadIdx.x + 2))) == 2;
  good[7] = *static_cast<int *>(__cvta_grid_constant_to_generic(
                __cvta_generic_to_grid_constant(&parameters.values[3]))) == 33;
  // The end of an array is an address of its space.
  good[8] = __isShared(shared + 4) == 1;
}

// Parameters lie where their types ask for it, small and large ones.
template <int size> struct alignas(128) Aligned { int values[size]; };
template <int size>
__global__ void readAligned(int before, const __grid_constant__ Aligned<size> aligned, int *out) {
  const void *volatile address = &aligned; // else a compiler knows the remainder
  out[0] = static_cast<int>(reinterpret_cast<size_t>(address) % 128);
  out[1] = before + aligned.values[size - 1];
}
template <int size> void checkAligned() {
  DeviceArray<int> out(2);
  Aligned<size> aligned{};
  aligned.values[size - 1] = 40;
  for (int i = 0; i < 8; ++i) {
    readAligned<size><<<1, 1>>>(i, aligned, out.get());
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), (std::vector<int>{0, 40 + i}));
  }
}

// The only ones, so few that a launch need not allocate memory for them.
struct alignas(64) Line { int values[16]; };
__global__ void readLine(const __grid_constant__ Line line, int *out) {
  const void *volatile address = &line;
  out[0] = static_cast<int>(reinterpret_cast<size_t>(address) % 64);
  out[1] = line.values[15];
}
void checkLine() {
  DeviceArray<int> out(2);
  Line line{};
  for (int i = 0; i < 8; ++i) {
    line.values[15] = i;
    readLine<<<1, 1>>>(line, out.get());
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), (std::vector<int>{0, i}));
  }
}

int main() {
  DeviceArray<int> device(4), spaces(64 * 16), good(9);
  int *managed = nullptr, *pinned = nullptr;
  CHECK_CUDA(cudaMallocManaged(&managed, 16));
  CHECK_CUDA(cudaMallocHost(&pinned, 16));
  Parameters parameters{};
  parameters.values[3] = 33;
  classify<<<1, 64, 64>>>(parameters, device.get(), managed, pinned, spaces.get());
  CHECK_LAUNCH();
  constexpr int kAnyShared = kShared | kClusterShared, kParameter = kGlobal | kGridConstant;
  const std::vector<int> expected = {kAnyShared, kAnyShared, kGlobal, kConstant, kLocal,  kParameter, kGlobal,
                                     kGlobal,    kGlobal,    kGlobal, kGlobal,   kGlobal, 1};
  const std::vector<int> got = spaces.host();
  for (int thread = 0; thread < 64; ++thread)
    CHECK_SAME(std::vector<int>(got.begin() + thread * 16, got.begin() + thread * 16 + 13), expected);
  convert<<<1, 1>>>(parameters, good.get());
  CHECK_LAUNCH();
  CHECK_SAME(good.host(), std::vector<int>(9, 1));
  checkAligned<32>();
  checkAligned<96>();
  checkLine();
  CHECK_CUDA(cudaFree(managed));
  CHECK_CUDA(cudaFreeHost(pinned));
  return verdict();
}
