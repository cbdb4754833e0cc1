// Tensor copies that convert and fill, reductions, multicast within a cluster, many copies that one mbarrier counts, and maps
// that kernels change.
// flags: -arch=sm_90a
#include "tensor_maps.h"

#include <cmath>

constexpr int kThreads = 64;

// ---- Floats: what lies outside becomes NaN; tf32 is rounded ----

__global__ void loadFloats(const __grid_constant__ CUtensorMap map, int x, unsigned bytes, unsigned *out) {
  __shared__ alignas(128) unsigned tile[64];
  __shared__ alignas(8) unsigned long long object;
  if (threadIdx.x == 0) {
    initBarrier(sharedAddress(&object), 1);
    arriveExpecting(sharedAddress(&object), bytes);
    asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
                 "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_"
                 "hint [%0], [%1, "
                 "{%2}], [%3], policy; }" ::"r"(sharedAddress(tile)),
                 "l"(&map), "r"(x), "r"(sharedAddress(&object))
                 : "memory");
  }
  __syncthreads();
  waitFor(sharedAddress(&object), 0);
  if (threadIdx.x < bytes / 4)
    out[threadIdx.x] = tile[threadIdx.x];
}

unsigned bitsOf(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

std::vector<unsigned> loadedAs(CUtensorMapDataType type, const std::vector<unsigned> &values, int x,
                               CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) {
  const unsigned element = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16   ? 2
                           : type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64 ? 8
                                                                     : 4;
  Tensor tensor{type, element, 1, {values.size() * 4 / element}};
  tensor.box[0] = 32 / element;
  tensor.fill = fill;
  DeviceArray<unsigned> source(values), out(8);
  loadFloats<<<1, kThreads>>>(tensor.map(source.get()), x, 32, out.get());
  CHECK_LAUNCH();
  return out.host();
}

void checkFloats() {
  const unsigned infinity = bitsOf(HUGE_VALF);
  const std::vector<unsigned> values = {bitsOf(1.5f), 0x3f801000, 0x3f803000, 0x3f801001,
                                        0x80000001,   infinity,   0x7f7fffff, bitsOf(-2.25f)};
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, values, 0), values);
  std::vector<unsigned> rounded = values;
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, values, 0), values); // only reductions flush
  rounded[1] = 0x3f800000;                                                      // a tie, to even
  rounded[2] = 0x3f804000;
  rounded[3] = 0x3f802000;
  rounded[4] = 0x80000000;
  rounded[6] = infinity;
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, values, 0), rounded);
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, values, 0), rounded);

  const auto nan = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  constexpr unsigned kNan = 0x7ff77ff7;
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, {1, 2, 3, 4, 5, 6}, 4, nan),
             (std::vector<unsigned>{5, 6, kNan, kNan, kNan, kNan, kNan, kNan}));
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, {1, 2, 3}, 0, nan),
             (std::vector<unsigned>{1, 2, 3, kNan, kNan, kNan, kNan, kNan}));
  CHECK_SAME(loadedAs(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, {1, 2, 3, 4, 5, 6}, 0, nan),
             (std::vector<unsigned>{1, 2, 3, 4, 5, 6, kNan, kNan}));
}

// ---- Reductions ----

// Each block applies all of its values to the same row.
#define REDUCTION(op)                                                                                        \
  __global__ void reduce_##op(const __grid_constant__ CUtensorMap map, const unsigned long long *values) {   \
    __shared__ alignas(128) unsigned long long tile[4];                                                      \
    if (threadIdx.x < 4)                                                                                     \
      tile[threadIdx.x] = values[4 * blockIdx.x + threadIdx.x];                                              \
    asm volatile("fence.proxy.async;" ::: "memory");                                                         \
    __syncthreads();                                                                                         \
    if (threadIdx.x == 0) {                                                                                  \
      asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta." #op                                  \
                   ".tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),                                     \
                   "r"(0), "r"(1), "r"(sharedAddress(tile))                                                  \
                   : "memory");                                                                              \
      waitForStores();                                                                                       \
    }                                                                                                        \
  }
REDUCTION(add)
REDUCTION(min)
REDUCTION(max)
REDUCTION(inc)
REDUCTION(dec)
REDUCTION(and)
REDUCTION(or)
REDUCTION(xor)

constexpr unsigned kBlocks = 24;

// A row of 24 bytes is there, of the box's 32, which begins as `first`. All blocks change it, in units of 16 bytes.
template <class T, class Kernel, class Update>
void checkReduction(CUtensorMapDataType type, Kernel kernel, const std::vector<T> &values, T first,
                    Update update) {
  constexpr unsigned kPerBox = 32 / sizeof(T), kThere = 24 / sizeof(T), kPitch = 32 / sizeof(T);
  Tensor tensor{type, sizeof(T), 2, {kThere, 3}};
  tensor.box[0] = kPerBox;
  tensor.layOut();
  std::vector<T> rows(3 * kPitch, first);
  DeviceArray<T> source(values), target(rows);
  kernel<<<kBlocks, kThreads>>>(tensor.map(target.get()),
                                reinterpret_cast<const unsigned long long *>(source.get()));
  CHECK_LAUNCH();
  for (unsigned block = 0; block < kBlocks; ++block)
    for (unsigned i = 0; i < kPerBox; ++i)
      rows[kPitch + i] = update(rows[kPitch + i], values[block * kPerBox + i]);
  CHECK_SAME(target.host(), rows);
}

template <class T> std::vector<T> smallNumbers(int lowest) {
  std::vector<T> values(kBlocks * 32 / sizeof(T));
  Random random;
  for (T &value : values)
    value = static_cast<T>(lowest + static_cast<int>(random.below(40)));
  return values;
}

template <class T> void checkIntegers(CUtensorMapDataType type, bool is_signed) {
  const std::vector<T> values = smallNumbers<T>(is_signed ? -20 : 3);
  checkReduction<T>(type, reduce_min, values, 15, [](T a, T b) { return a < b ? a : b; });
  checkReduction<T>(type, reduce_max, values, 15, [](T a, T b) { return a > b ? a : b; });
  if (type == CU_TENSOR_MAP_DATA_TYPE_INT64) // there are no others
    return;
  checkReduction<T>(type, reduce_add, values, 7, [](T a, T b) { return static_cast<T>(a + b); });
  checkReduction<T>(type, reduce_and, values, T(-1), [](T a, T b) { return static_cast<T>(a & b); });
  checkReduction<T>(type, reduce_or, values, 0, [](T a, T b) { return static_cast<T>(a | b); });
  checkReduction<T>(type, reduce_xor, values, 5, [](T a, T b) { return static_cast<T>(a ^ b); });
}

void checkReductions() {
  checkIntegers<int>(CU_TENSOR_MAP_DATA_TYPE_INT32, true);
  checkIntegers<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, false);
  checkIntegers<long long>(CU_TENSOR_MAP_DATA_TYPE_INT64, true);
  checkIntegers<unsigned long long>(CU_TENSOR_MAP_DATA_TYPE_UINT64, false);
  const std::vector<unsigned> most(kBlocks * 8, 9);
  checkReduction<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, reduce_inc, most, 3,
                           [](unsigned a, unsigned b) { return a >= b ? 0 : a + 1; });
  checkReduction<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, reduce_dec, most, 3,
                           [](unsigned a, unsigned b) { return a == 0 || a > b ? b : a - 1; });
  checkReduction<float>(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, reduce_add, smallNumbers<float>(-9), 0.5f,
                        [](float a, float b) { return a + b; });
  checkReduction<float>(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, reduce_add, smallNumbers<float>(-9), 0.5f,
                        [](float a, float b) { return a + b; });
  // Subnormal numbers are zero where the type says so.
  const std::vector<unsigned> subnormal(kBlocks * 8, 3);
  checkReduction<unsigned>(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, reduce_add, subnormal, 5,
                           [](unsigned a, unsigned b) { return a + b; });
  for (CUtensorMapDataType type : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ})
    checkReduction<unsigned>(type, reduce_add, subnormal, 5, [](unsigned, unsigned) { return 0u; });
  checkReduction<double>(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, reduce_add, smallNumbers<double>(-9), 0.5,
                         [](double a, double b) { return a + b; });
  // 1.0 again and again, and the larger of 1.0 and 2.0.
  const std::vector<unsigned short> ones(kBlocks * 16, 0x3c00), bf16_twos(kBlocks * 16, 0x4000);
  checkReduction<unsigned short>(
      CU_TENSOR_MAP_DATA_TYPE_FLOAT16, reduce_add, ones, 0,
      [](unsigned short, unsigned short) -> unsigned short { return 0x4e00; }); // 24
  checkReduction<unsigned short>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, reduce_max, bf16_twos, 0x3f80,
                                 [](unsigned short, unsigned short b) { return b; });
  checkReduction<unsigned short>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, reduce_min, ones, 0x4000,
                                 [](unsigned short, unsigned short b) { return b; });
}

// ---- Multicast: each block of the cluster loads one row, for all of them ----

__global__ void __cluster_dims__(4)
    multicast(const __grid_constant__ CUtensorMap map, const int *line, int *out) {
  __shared__ alignas(128) int tile[4][32];
  __shared__ alignas(16) int lines[32];
  __shared__ alignas(8) unsigned long long object;
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  const unsigned barrier = sharedAddress(&object);
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    arriveExpecting(barrier, rank == 3 ? 2 * 128 : 4 * 128 + 128);
  }
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    // Rows 2 and 3 are for blocks 0, 1 and 2.
    const unsigned short blocks = rank < 2 ? 0xf : 0x7;
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(sharedAddress(tile[rank])),
        "l"(&map), "r"(0), "r"(rank), "r"(barrier), "h"(blocks)
        : "memory");
    if (rank == 1)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                   "[%0], [%1], 128, "
                   "[%2], %3;" ::"r"(sharedAddress(lines)),
                   "l"(line), "r"(barrier), "h"(static_cast<unsigned short>(7))
                   : "memory");
  }
  waitFor(barrier, 0);
  for (int row = 0; row < 4; ++row)
    if (rank != 3 || row < 2)
      out[(blockIdx.x * 5 + row) * 32 + threadIdx.x] = tile[row][threadIdx.x];
  if (rank != 3)
    out[(blockIdx.x * 5 + 4) * 32 + threadIdx.x] = lines[threadIdx.x];
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

void checkMulticast() {
  std::vector<int> values(4 * 32), line(32);
  for (int i = 0; i < 128; ++i)
    values[i] = 3 * i + 1;
  for (int i = 0; i < 32; ++i)
    line[i] = 1000 + i;
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 2, {32, 4}};
  tensor.box[0] = 32;
  tensor.layOut();
  DeviceArray<int> source(values), lines(line), out(8 * 5 * 32);
  multicast<<<8, 32>>>(tensor.map(source.get()), lines.get(), out.get());
  CHECK_LAUNCH();
  const std::vector<int> got = out.host();
  for (int block = 0; block < 8; ++block)
    for (int row = 0; row < 5; ++row)
      for (int i = 0; i < 32; ++i) {
        const bool is_there = block % 4 != 3 || row < 2;
        CHECK_EQ(got[(block * 5 + row) * 32 + i], !is_there ? 0 : row < 4 ? values[row * 32 + i] : line[i]);
      }
}

// ---- A ring of buffers: one warp loads, the others use what is there ----

constexpr int kStages = 3, kTileRows = 16;

__global__ void sumOfTiles(const __grid_constant__ CUtensorMap map, int tiles, int *out) {
  __shared__ alignas(128) int tile[kStages][kTileRows][32];
  __shared__ alignas(8) unsigned long long full[kStages], empty[kStages];
  const int users = blockDim.x - 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < kStages; ++s) {
      initBarrier(sharedAddress(&full[s]), 1);
      initBarrier(sharedAddress(&empty[s]), users);
    }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      for (int i = 0; i < tiles; ++i) {
        const int s = i % kStages;
        waitFor(sharedAddress(&empty[s]), (i / kStages + 1) % 2);
        arriveExpecting(sharedAddress(&full[s]), sizeof tile[s]);
        tensorLoad(sharedAddress(tile[s]), &map, 2, {{static_cast<int>(blockIdx.x) * 32, i * kTileRows}},
                   sharedAddress(&full[s]));
      }
  } else {
    int sum = 0;
    const int user = threadIdx.x - 32;
    for (int i = 0; i < tiles; ++i) {
      const int s = i % kStages;
      waitFor(sharedAddress(&full[s]), i / kStages % 2);
      for (int row = user / 32; row < kTileRows; row += users / 32)
        sum += tile[s][row][user % 32] * (i + 1);
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(&empty[s])) : "memory");
    }
    atomicAdd(&out[blockIdx.x * 32 + user % 32], sum);
  }
}

void checkRing() {
  constexpr int kColumns = 70, kRows = 100, kTiles = 7, kRingBlocks = 3;
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 2, {kColumns, kRows}};
  tensor.box[0] = 32, tensor.box[1] = kTileRows;
  tensor.layOut();
  const int pitch = static_cast<int>(tensor.strides[0] / 4);
  std::vector<int> values(kRows * pitch), expected(kRingBlocks * 32);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i % 1009);
  DeviceArray<int> source(values), out(kRingBlocks * 32);
  sumOfTiles<<<kRingBlocks, 160>>>(tensor.map(source.get()), kTiles, out.get());
  CHECK_LAUNCH();
  for (int x = 0; x < kColumns; ++x)
    for (int y = 0; y < kRows; ++y)
      expected[x] += values[y * pitch + x] * (y / kTileRows + 1);
  CHECK_SAME(out.host(), expected);
}

// ---- Maps that a kernel changes: the tensor of each block is another one ----

__global__ void changeAndLoad(const __grid_constant__ CUtensorMap general, CUtensorMap *maps,
                              const int *values, int *out) {
  __shared__ alignas(128) CUtensorMap map;
  __shared__ alignas(128) int tile[64];
  __shared__ alignas(8) unsigned long long object;
  const unsigned address = sharedAddress(&map), barrier = sharedAddress(&object);
  const int block = blockIdx.x, columns = 8 + 4 * block;
  if (threadIdx.x < 16)
    map.opaque[threadIdx.x] = general.opaque[threadIdx.x];
  __syncwarp();
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;\n"
                 "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;\n"
                 "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %2;\n"
                 "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, 5;\n"
                 "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %3;\n"
                 "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 8;\n"
                 "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, 8;\n"
                 "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 1;\n"
                 "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 3;\n"
                 "tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;\n"
                 "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 0;\n"
                 "tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" ::"r"(address),
                 "l"(values + 400 * block), "r"(columns), "l"(static_cast<long long>(columns * 4))
                 : "memory");
  }
  __syncwarp();
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], "
               "[%1], 128;" ::"l"(maps + block),
               "r"(address)
               : "memory");
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps + block) : "memory");
    arriveExpecting(barrier, 256);
    tensorLoad(sharedAddress(tile), maps + block, 2, {{4, 0}}, barrier);
  }
  waitFor(barrier, 0);
  for (int i = threadIdx.x; i < 64; i += 32)
    out[64 * block + i] = tile[i];
}

void checkChangedMaps() {
  std::vector<int> values(4 * 400);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i) + 1;
  DeviceArray<int> source(values), out(4 * 64);
  DeviceArray<CUtensorMap> maps(4);
  Tensor line{CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 1, {64}};
  line.box[0] = 64;
  changeAndLoad<<<4, 32>>>(line.map(source.get()), maps.get(), source.get(), out.get());
  CHECK_LAUNCH();
  const std::vector<int> got = out.host();
  for (int block = 0; block < 4; ++block)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 8; ++x) {
        const int columns = 8 + 4 * block;
        const bool is_there = y < 5 && x + 4 < columns;
        CHECK_EQ(got[64 * block + 8 * y + x], is_there ? values[400 * block + columns * y + x + 4] : 0);
      }
}

int main() {
  checkFloats();
  checkReductions();
  checkMulticast();
  checkRing();
  checkChangedMaps();
  return verdict();
}
