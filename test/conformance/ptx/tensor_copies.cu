// cp.async.bulk.tensor in both directions: ranks, types, swizzles, steps, what lies outside of the tensor, and where maps
// may lie.
#include "tensor_maps.h"

#include <algorithm>

constexpr int kThreads = 64, kTileBytes = 32768;

// Loads a box into shared memory, and copies all bytes of the tile to `out`.
__device__ void loadTile(const CUtensorMap *map, unsigned rank, const Coordinates &at, unsigned bytes,
                         unsigned char *out) {
  __shared__ alignas(1024) unsigned char tile[kTileBytes];
  __shared__ alignas(8) unsigned long long object;
  const unsigned barrier = sharedAddress(&object);
  for (int i = threadIdx.x; i < kTileBytes; i += kThreads)
    tile[i] = 0xaa;
  if (threadIdx.x == 0)
    initBarrier(barrier, 1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
    arriveExpecting(barrier, bytes);
    tensorLoad(sharedAddress(tile), map, rank, at, barrier);
  }
  waitFor(barrier, 0);
  for (int i = threadIdx.x; i < kTileBytes; i += kThreads)
    out[i] = tile[i];
}

__global__ void load(const __grid_constant__ CUtensorMap map, unsigned rank, Coordinates at, unsigned bytes,
                     unsigned char *out) {
  loadTile(&map, rank, at, bytes, out);
}

__constant__ CUtensorMap constant_map;
__device__ CUtensorMap global_map;
__global__ void loadByConstant(unsigned rank, Coordinates at, unsigned bytes, unsigned char *out) {
  loadTile(&constant_map, rank, at, bytes, out);
}
__global__ void loadByGlobal(unsigned rank, Coordinates at, unsigned bytes, unsigned char *out) {
  asm volatile("fence.proxy.tensormap::generic.acquire.sys [%0], 128;" ::"l"(&global_map) : "memory");
  loadTile(&global_map, rank, at, bytes, out);
}

// Fills a box in shared memory with 0, 1, 2, ... and stores it.
__global__ void store(const __grid_constant__ CUtensorMap map, unsigned rank, Coordinates at) {
  __shared__ alignas(1024) unsigned char tile[kTileBytes];
  for (int i = threadIdx.x; i < kTileBytes; i += kThreads)
    tile[i] = static_cast<unsigned char>(i ^ i >> 8);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    tensorStore(&map, rank, at, sharedAddress(tile));
    waitForStores();
  }
}

std::vector<unsigned char> expectedTile(const Tensor &tensor, const std::vector<unsigned char> &bytes,
                                        const Coordinates &at) {
  std::vector<unsigned char> tile(kTileBytes, 0xaa);
  tensor.eachByte(at, [&](long long place, unsigned offset) {
    tile[offset] = place < 0 ? 0 : bytes[static_cast<std::size_t>(place)];
  });
  return tile;
}

void checkBothWays(const Tensor &tensor, const std::vector<Coordinates> &places) {
  const std::vector<unsigned char> bytes = numbers(tensor.bytes());
  DeviceArray<unsigned char> source(bytes), out(kTileBytes);
  const CUtensorMap map = tensor.map(source.get());
  for (const Coordinates &at : places) {
    load<<<1, kThreads>>>(map, tensor.rank, at, tensor.boxBytes(), out.get());
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), expectedTile(tensor, bytes, at));
  }
  for (const Coordinates &at : places) {
    if (*std::min_element(at.at, at.at + 5) < 0) // only loads begin before the tensor
      continue;
    DeviceArray<unsigned char> target(bytes);
    store<<<1, kThreads>>>(tensor.map(target.get()), tensor.rank, at);
    CHECK_LAUNCH();
    std::vector<unsigned char> expected = bytes;
    const auto stored = [&](long long place, unsigned offset) {
      if (place >= 0)
        expected[static_cast<std::size_t>(place)] = static_cast<unsigned char>(offset ^ offset >> 8);
    };
    tensor.eachByte(at, stored, 16);
    CHECK_SAME(target.host(), expected);
  }
}

void checkRanks() {
  Tensor line{CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 1, {103}};
  line.box[0] = 32;
  checkBothWays(line, {{{0}}, {{40}}, {{96}}, {{-8}}, {{-32}}, {{104}}, {{1 << 30}}});

  Tensor matrix{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, {100, 37}};
  matrix.box[0] = 64, matrix.box[1] = 16;
  matrix.layOut(32);
  checkBothWays(matrix, {{{0, 0}}, {{16, 5}}, {{64, 30}}, {{-16, -3}}, {{80, -20}}});

  Tensor volume{CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3, {40, 9, 7}};
  volume.box[0] = 16, volume.box[1] = 4, volume.box[2] = 3;
  volume.layOut();
  checkBothWays(volume, {{{0, 0, 0}}, {{8, 2, 1}}, {{32, 7, 6}}, {{-8, -1, -2}}});

  Tensor four{CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, 4, {6, 5, 4, 3}};
  four.box[0] = 4, four.box[1] = 3, four.box[2] = 2, four.box[3] = 2;
  four.layOut();
  checkBothWays(four, {{{0, 0, 0, 0}}, {{2, 3, 3, 2}}, {{-2, -1, -1, -1}}});

  Tensor five{CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 5, {8, 5, 4, 3, 3}};
  five.box[0] = 4, five.box[1] = 2, five.box[2] = 3, five.box[3] = 2, five.box[4] = 2;
  five.layOut();
  checkBothWays(five, {{{0, 0, 0, 0, 0}}, {{4, 4, 2, 2, 2}}, {{-4, -1, 3, -1, 1}}});
}

void checkSwizzles() {
  const unsigned row_bytes[] = {32, 64, 128};
  for (unsigned swizzle = 1; swizzle <= 3; ++swizzle) {
    Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 2, {150, 90}};
    tensor.box[0] = row_bytes[swizzle - 1] / 2, tensor.box[1] = 64;
    tensor.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
    tensor.layOut();
    checkBothWays(tensor, {{{0, 0}}, {{64, 21}}, {{144, 60}}, {{-8, -5}}});
  }
}

// Rows that are shorter than what is swizzled lie apart.
void checkShortRows() {
  for (unsigned swizzle = 1; swizzle <= 3; ++swizzle)
    for (unsigned bytes = 16; bytes < 16u << swizzle; bytes *= 2) {
      Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3, {40, 9, 8}};
      tensor.box[0] = bytes / 2, tensor.box[1] = 5, tensor.box[2] = 4;
      tensor.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
      tensor.layOut();
      checkBothWays(tensor, {{{0, 0, 0}}, {{8, 3, 1}}});
    }
}

// Each second row of each third plane.
void checkSteps() {
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 3, {16, 20, 12}};
  tensor.box[0] = 8, tensor.box[1] = 7, tensor.box[2] = 6;
  tensor.steps[1] = 2, tensor.steps[2] = 3;
  tensor.layOut();
  checkBothWays(tensor, {{{0, 0, 0}}, {{8, 3, 1}}, {{4, 15, 8}}, {{-4, -3, -1}}});
}

// CUTLASS clears this bit of the map of a small tensor, to get around a fault of drivers before CUDA 13.2.
void checkWorkaround() {
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, {100, 37}};
  tensor.box[0] = 32, tensor.box[1] = 8;
  tensor.layOut();
  const std::vector<unsigned char> bytes = numbers(4 << 20);
  DeviceArray<unsigned char> source(bytes), out(kTileBytes);
  for (const std::size_t offset : {0, 1 << 21}) { // one of the addresses has bit 21
    CUtensorMap map = tensor.map(source.get() + offset);
    map.opaque[1] &= ~(1ull << 21);
    load<<<1, kThreads>>>(map, 2, {{16, 5}}, tensor.boxBytes(), out.get());
    CHECK_LAUNCH();
    const std::vector<unsigned char> there(bytes.begin() + static_cast<long>(offset), bytes.end());
    CHECK_SAME(out.host(), expectedTile(tensor, there, {{16, 5}}));
  }
}

void checkPlacesOfMaps() {
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, {100, 37}};
  tensor.box[0] = 32, tensor.box[1] = 8;
  tensor.layOut();
  const std::vector<unsigned char> bytes = numbers(tensor.bytes()), others = numbers(tensor.bytes(), 5);
  DeviceArray<unsigned char> source(bytes), other(others), out(kTileBytes);
  CUtensorMap map = tensor.map(source.get());
  CHECK_CUDA(cudaMemcpyToSymbol(constant_map, &map, sizeof map));
  CHECK_CUDA(cudaMemcpyToSymbol(global_map, &map, sizeof map));
  const Coordinates at{{16, 30}};
  loadByConstant<<<1, kThreads>>>(2, at, tensor.boxBytes(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expectedTile(tensor, bytes, at));
  loadByGlobal<<<1, kThreads>>>(2, at, tensor.boxBytes(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expectedTile(tensor, bytes, at));

  void *function = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK_CUDA(cudaGetDriverEntryPoint("cuTensorMapReplaceAddress", &function, cudaEnableDefault, &result));
  CHECK_EQ(reinterpret_cast<PFN_cuTensorMapReplaceAddress_v12000>(function)(&map, other.get()), CUDA_SUCCESS);
  load<<<1, kThreads>>>(map, 2, at, tensor.boxBytes(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expectedTile(tensor, others, at));
}

int main() {
  checkRanks();
  checkSwizzles();
  checkShortRows();
  checkSteps();
  checkPlacesOfMaps();
  checkWorkaround();
  return verdict();
}
