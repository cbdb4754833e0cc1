// Copies of boxes of tensors by maps of cuTensorMapEncodeTiled(): of one to five dimensions, from inside and across all borders,
// with every swizzle, with steps, and back. The first coordinate is a multiple of 16 bytes, as an H100 wants it, and so are rows: it
// stores whole pieces of 16 bytes.
#include "../check.h"

#include <cuda.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace {

using u32 = unsigned;
using u64 = unsigned long long;

using EncodeTiled = CUresult (*)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                                 const cuuint64_t *, const cuuint32_t *, const cuuint32_t *,
                                 CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                                 CUtensorMapFloatOOBfill);
EncodeTiled encodeTiled() {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK_CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                              &result));
  return reinterpret_cast<EncodeTiled>(function);
}

constexpr u32 kMostBytes = 16384;

struct Coordinates {
  int at[5];
};

#define LOAD(dimensions, list, ...)                                                                          \
  asm volatile("cp.async.bulk.tensor." #dimensions                                                           \
               "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" list                \
               "}], [%2];" ::"r"(to),                                                                        \
               "l"(&map), "r"(barrier), __VA_ARGS__                                                          \
               : "memory")
#define STORE(dimensions, list, ...)                                                                         \
  asm volatile("cp.async.bulk.tensor." #dimensions "d.global.shared::cta.tile.bulk_group [%1, {" list        \
               "}], [%0];" ::"r"(to),                                                                        \
               "l"(&map), __VA_ARGS__                                                                        \
               : "memory")

__device__ void load(const CUtensorMap &map, int rank, Coordinates c, u32 to, u32 barrier) {
  switch (rank) {
  case 1:
    LOAD(1, "%3", "r"(c.at[0]));
    break;
  case 2:
    LOAD(2, "%3, %4", "r"(c.at[0]), "r"(c.at[1]));
    break;
  case 3:
    LOAD(3, "%3, %4, %5", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]));
    break;
  case 4:
    LOAD(4, "%3, %4, %5, %6", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]));
    break;
  default:
    LOAD(5, "%3, %4, %5, %6, %7", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]), "r"(c.at[4]));
  }
}
__device__ void store(const CUtensorMap &map, int rank, Coordinates c, u32 to) {
  switch (rank) {
  case 1:
    STORE(1, "%2", "r"(c.at[0]));
    break;
  case 2:
    STORE(2, "%2, %3", "r"(c.at[0]), "r"(c.at[1]));
    break;
  case 3:
    STORE(3, "%2, %3, %4", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]));
    break;
  case 4:
    STORE(4, "%2, %3, %4, %5", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]));
    break;
  default:
    STORE(5, "%2, %3, %4, %5, %6", "r"(c.at[0]), "r"(c.at[1]), "r"(c.at[2]), "r"(c.at[3]), "r"(c.at[4]));
  }
}

// Loads a box, and hands on what then lies in shared memory.
__global__ void loadBox(const __grid_constant__ CUtensorMap map, int rank, Coordinates c, u32 bytes,
                        unsigned char *out) {
  __shared__ __align__(1024) unsigned char box[kMostBytes];
  __shared__ u64 arrival;
  const u32 barrier = static_cast<u32>(__cvta_generic_to_shared(&arrival));
  for (u32 i = threadIdx.x; i < kMostBytes; i += blockDim.x)
    box[i] = 0xee;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
    load(map, rank, c, static_cast<u32>(__cvta_generic_to_shared(box)), barrier);
  }
  for (u32 is_over = 0; !is_over;)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
        : "=r"(is_over)
        : "r"(barrier)
        : "memory");
  for (u32 i = threadIdx.x; i < kMostBytes; i += blockDim.x)
    out[i] = box[i];
}

__global__ void storeBox(const __grid_constant__ CUtensorMap map, int rank, Coordinates c,
                         const unsigned char *in) {
  __shared__ __align__(1024) unsigned char box[kMostBytes];
  for (u32 i = threadIdx.x; i < kMostBytes; i += blockDim.x)
    box[i] = in[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    store(map, rank, c, static_cast<u32>(__cvta_generic_to_shared(box)));
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

struct Tensor {
  CUtensorMapDataType type;
  u32 element_bytes, rank;
  std::array<cuuint64_t, 5> extents;
  std::array<cuuint32_t, 5> box;
  std::array<cuuint32_t, 5> steps = {1, 1, 1, 1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;

  // Rows are padded to 16 bytes and 16 more.
  cuuint64_t stride(u32 dimension) const {
    if (dimension == 0)
      return element_bytes;
    cuuint64_t bytes = (extents[0] * element_bytes + 15) / 16 * 16 + 16;
    for (u32 i = 1; i < dimension; ++i)
      bytes *= extents[i];
    return bytes;
  }
  cuuint64_t bytes() const { return stride(rank - 1) * extents[rank - 1] + 16; }
  u32 count(u32 dimension) const { return (box[dimension] + steps[dimension] - 1) / steps[dimension]; }
  u32 boxBytes() const {
    u32 bytes = box[0] * element_bytes;
    for (u32 i = 1; i < rank; ++i)
      bytes *= count(i);
    return bytes;
  }
  CUresult encode(EncodeTiled encode_tiled, void *address, CUtensorMap &map) const {
    std::array<cuuint64_t, 4> strides{};
    for (u32 i = 1; i < rank; ++i)
      strides[i - 1] = stride(i);
    return encode_tiled(&map, type, rank, address, extents.data(), strides.data(), box.data(), steps.data(),
                        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
  }

  // For each element of a box: its place in shared memory, and in the tensor, or -1 outside.
  template <class Visit> void visit(const Coordinates &c, Visit visit) const {
    const u32 elements = boxBytes() / element_bytes;
    for (u32 element = 0; element < elements; ++element) {
      u32 rest = element / box[0];
      long long at = c.at[0] + static_cast<long long>(element % box[0]), place = at * element_bytes;
      bool is_inside = at >= 0 && at < static_cast<long long>(extents[0]);
      for (u32 i = 1; i < rank; ++i) {
        at = c.at[i] + static_cast<long long>(rest % count(i) * steps[i]);
        rest /= count(i);
        is_inside &= at >= 0 && at < static_cast<long long>(extents[i]);
        place += at * static_cast<long long>(stride(i));
      }
      u32 in_box = element * element_bytes;
      if (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE)
        in_box ^= (in_box >> 7 & ((1u << swizzle) - 1)) << 4;
      visit(in_box, is_inside ? place : -1);
    }
  }
};

std::vector<unsigned char> randomBytes(Random &random, size_t count) {
  std::vector<unsigned char> bytes(count);
  for (unsigned char &byte : bytes)
    byte = static_cast<unsigned char>(random.bits());
  return bytes;
}

void checkLoad(EncodeTiled encode, Random &random, const Tensor &tensor, const Coordinates &c) {
  const std::vector<unsigned char> memory = randomBytes(random, tensor.bytes());
  DeviceArray<unsigned char> in(memory), out(kMostBytes);
  CUtensorMap map;
  CHECK_EQ(tensor.encode(encode, in.get(), map), CUDA_SUCCESS);
  loadBox<<<1, 64>>>(map, static_cast<int>(tensor.rank), c, tensor.boxBytes(), out.get());
  CHECK_LAUNCH();
  std::vector<unsigned char> expected(kMostBytes, 0xee);
  tensor.visit(c, [&](u32 in_box, long long place) {
    for (u32 i = 0; i < tensor.element_bytes; ++i)
      expected[in_box + i] = place < 0 ? 0 : memory[static_cast<size_t>(place) + i];
  });
  CHECK_SAME(out.host(), expected);
}

void checkStore(EncodeTiled encode, Random &random, const Tensor &tensor, const Coordinates &c) {
  const std::vector<unsigned char> memory = randomBytes(random, tensor.bytes()),
                                   box = randomBytes(random, kMostBytes);
  DeviceArray<unsigned char> out(memory), in(box);
  CUtensorMap map;
  CHECK_EQ(tensor.encode(encode, out.get(), map), CUDA_SUCCESS);
  storeBox<<<1, 64>>>(map, static_cast<int>(tensor.rank), c, in.get());
  CHECK_LAUNCH();
  std::vector<unsigned char> expected = memory;
  tensor.visit(c, [&](u32 in_box, long long place) {
    for (u32 i = 0; i < tensor.element_bytes && place >= 0; ++i)
      expected[static_cast<size_t>(place) + i] = box[in_box + i];
  });
  CHECK_SAME(out.host(), expected);
}

void checkBoth(EncodeTiled encode, const Tensor &tensor, std::initializer_list<Coordinates> places) {
  Random random(tensor.rank * 16 + tensor.element_bytes);
  for (const Coordinates &place : places) {
    checkLoad(encode, random, tensor, place);
    // An H100 refuses to store what begins before a row.
    if (place.at[0] >= 0)
      checkStore(encode, random, tensor, place);
  }
}

// What is wrong with a map is said by cuTensorMapEncodeTiled().
void checkRefusals(EncodeTiled encode) {
  DeviceArray<unsigned char> memory(4096);
  const Tensor good{CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 2, {24, 8}, {8, 4}};
  CUtensorMap map;
  const auto refuses = [&](auto change) {
    Tensor tensor = good;
    unsigned char *address = memory.get();
    change(tensor, address);
    return tensor.encode(encode, address, map) == CUDA_ERROR_INVALID_VALUE;
  };
  CHECK_EQ(good.encode(encode, memory.get(), map), CUDA_SUCCESS);
  CHECK(refuses([](Tensor &, unsigned char *&address) { address += 8; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.box[0] = 4; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.box[1] = 257; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.box[1] = 0; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.extents[1] = 0; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.steps[1] = 9; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) { tensor.rank = 6; }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) {
    tensor.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  }));
  CHECK(refuses([](Tensor &tensor, unsigned char *&) {
    tensor.box[0] = 24;
    tensor.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
  }));
}

} // namespace

int main() {
  const EncodeTiled encode = encodeTiled();
  if (!CHECK(encode != nullptr))
    return verdict();
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 1, {96}, {48}},
            {{{0}}, {{16}}, {{64}}, {{-16}}, {{208}}});
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 2, {40, 12}, {16, 5}},
            {{{0, 0}}, {{8, 4}}, {{32, 10}}, {{-8, -2}}, {{40, -1}}});
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 3, {12, 6, 5}, {8, 3, 4}},
            {{{4, 1, 0}}, {{8, 4, 3}}, {{-4, -1, -1}}});
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_INT64, 8, 4, {6, 3, 4, 3}, {4, 2, 3, 2}},
            {{{2, 1, 1, 0}}, {{-2, 2, 3, 2}}});
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 5, {16, 3, 3, 2, 4}, {8, 2, 2, 2, 3}},
            {{{0, 0, 1, 0, 1}}, {{8, 2, -1, 1, 2}}});
  checkBoth(encode, {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 3, {40, 9, 7}, {16, 6, 5}, {1, 2, 3}},
            {{{8, 1, 1}}, {{32, 5, -2}}});
  checkBoth(encode,
            {CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
             2,
             2,
             {200, 40},
             {16, 16},
             {1, 1, 1, 1, 1},
             CU_TENSOR_MAP_SWIZZLE_32B},
            {{{16, 3}}, {{192, 30}}});
  checkBoth(encode,
            {CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
             2,
             2,
             {200, 40},
             {32, 16},
             {1, 1, 1, 1, 1},
             CU_TENSOR_MAP_SWIZZLE_64B},
            {{{16, 3}}, {{-8, 30}}});
  checkBoth(encode,
            {CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
             2,
             2,
             {200, 80},
             {64, 64},
             {1, 1, 1, 1, 1},
             CU_TENSOR_MAP_SWIZZLE_128B},
            {{{64, 3}}, {{168, 40}}});
  checkBoth(encode,
            {CU_TENSOR_MAP_DATA_TYPE_UINT32,
             4,
             3,
             {64, 20, 4},
             {32, 8, 3},
             {1, 1, 1, 1, 1},
             CU_TENSOR_MAP_SWIZZLE_128B},
            {{{16, 3, 1}}, {{-8, 15, 2}}});
  checkRefusals(encode);
  return verdict();
}
