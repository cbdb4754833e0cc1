// What the programs about tensor copies share: tensor maps of a tensor that is filled with numbers, and what a copy of a box of
// it is expected to leave in shared memory.

#ifndef RADDLE_TEST_CONFORMANCE_TENSOR_MAPS_H
#define RADDLE_TEST_CONFORMANCE_TENSOR_MAPS_H

#include "../check.h"

#include <cuda.h>
#include <cudaTypedefs.h>

#include <algorithm>
#include <cstring>

// cuTensorMapEncodeTiled, as a program without the driver's library finds it.
inline PFN_cuTensorMapEncodeTiled_v12000 encodeTiled() {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK_CUDA(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                              &result));
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}

struct Coordinates {
  int at[5] = {};
};

struct Tensor {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
  unsigned element = 1; // its bytes
  unsigned rank = 1;
  cuuint64_t extents[5] = {1, 1, 1, 1, 1};
  cuuint64_t strides[5] = {0, 0, 0, 0, 0}; // in bytes; [0] is that of dimension 1
  cuuint32_t box[5] = {1, 1, 1, 1, 1};
  cuuint32_t steps[5] = {1, 1, 1, 1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;

  // Rows of a multiple of 16 bytes, `padding` of them unused, and no other gaps.
  void layOut(unsigned padding = 0) {
    cuuint64_t stride = (extents[0] * element + 15) / 16 * 16 + padding;
    for (unsigned i = 1; i < rank; ++i) {
      strides[i - 1] = stride;
      stride *= extents[i];
    }
  }
  std::size_t bytes() const {
    std::size_t rows = 1;
    for (unsigned i = 1; i < rank; ++i)
      rows *= extents[i];
    return rows * (rank > 1 ? strides[0] : (extents[0] * element + 15) / 16 * 16);
  }
  unsigned count(unsigned i) const { return (box[i] + steps[i] - 1) / steps[i]; }
  // From row to row in shared memory: at least what is swizzled.
  unsigned pitch() const {
    return std::max(box[0] * element,
                    swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : 16u << static_cast<unsigned>(swizzle));
  }
  unsigned boxBytes() const { return box[0] * element * count(1) * count(2) * count(3) * count(4); }

  CUtensorMap map(void *address) const {
    CUtensorMap map;
    CHECK_EQ(encodeTiled()(&map, type, rank, address, extents, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill),
             CUDA_SUCCESS);
    return map;
  }

  // Calls visit(byte of the tensor, or -1 for one outside, byte in shared memory) for each byte of the box. Rows end after a multiple
  // of `granule` bytes: stores write 16 bytes at a time.
  template <class Visit> void eachByte(const Coordinates &c, Visit visit, long long granule = 1) const {
    unsigned offset = 0;
    const unsigned mask = (1u << static_cast<unsigned>(swizzle)) - 1;
    for (unsigned v = 0; v < count(4); ++v)
      for (unsigned u = 0; u < count(3); ++u)
        for (unsigned z = 0; z < count(2); ++z)
          for (unsigned y = 0; y < count(1); ++y, offset += pitch() - box[0] * element)
            for (unsigned x = 0; x < box[0]; ++x)
              for (unsigned b = 0; b < element; ++b, ++offset) {
                const unsigned index[5] = {x, y * steps[1], z * steps[2], u * steps[3], v * steps[4]};
                long long place = b;
                for (unsigned i = 0; i < rank; ++i) {
                  const long long k = c.at[i] + static_cast<long long>(index[i]),
                                  end = static_cast<long long>(extents[i]);
                  if (k < 0 || (i == 0 ? k * element / granule * granule >= end * element : k >= end))
                    place = -1;
                  if (place >= 0)
                    place += k * static_cast<long long>(i == 0 ? element : strides[i - 1]);
                }
                visit(place, offset ^ ((offset >> 3) & (mask << 4)));
              }
  }
};

// The bytes of a tensor: no two neighbours are alike.
inline std::vector<unsigned char> numbers(std::size_t count, unsigned seed = 1) {
  std::vector<unsigned char> bytes(count);
  for (auto &byte : bytes) {
    seed = seed * 1664525 + 1013904223;
    byte = static_cast<unsigned char>(seed >> 24);
  }
  return bytes;
}

// ---- In kernels ----

__device__ inline unsigned sharedAddress(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ inline void initBarrier(unsigned barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(barrier),
               "r"(arrivals)
               : "memory");
}

__device__ inline void arriveExpecting(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

__device__ inline void waitFor(unsigned barrier, unsigned parity) {
  asm volatile("{ .reg .pred done;\n"
               "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra AGAIN; }" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

#define TENSOR_LOAD(rank, coordinates, ...)                                                                  \
  asm volatile("cp.async.bulk.tensor." #rank                                                                 \
               "d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {" coordinates              \
               "}], [%2];" ::"r"(to),                                                                        \
               "l"(map), "r"(barrier), __VA_ARGS__                                                           \
               : "memory")
__device__ inline void tensorLoad(unsigned to, const CUtensorMap *map, unsigned rank, const Coordinates &c,
                                  unsigned barrier) {
  const int *at = c.at;
  switch (rank) {
  case 1:
    TENSOR_LOAD(1, "%3", "r"(at[0]));
    break;
  case 2:
    TENSOR_LOAD(2, "%3, %4", "r"(at[0]), "r"(at[1]));
    break;
  case 3:
    TENSOR_LOAD(3, "%3, %4, %5", "r"(at[0]), "r"(at[1]), "r"(at[2]));
    break;
  case 4:
    TENSOR_LOAD(4, "%3, %4, %5, %6", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]));
    break;
  case 5:
    TENSOR_LOAD(5, "%3, %4, %5, %6, %7", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]));
    break;
  }
}

#define TENSOR_STORE(rank, coordinates, ...)                                                                 \
  asm volatile("cp.async.bulk.tensor." #rank "d.global.shared::cta.bulk_group [%0, {" coordinates            \
               "}], [%1];" ::"l"(map),                                                                       \
               "r"(from), __VA_ARGS__                                                                        \
               : "memory")
__device__ inline void tensorStore(const CUtensorMap *map, unsigned rank, const Coordinates &c,
                                   unsigned from) {
  const int *at = c.at;
  switch (rank) {
  case 1:
    TENSOR_STORE(1, "%2", "r"(at[0]));
    break;
  case 2:
    TENSOR_STORE(2, "%2, %3", "r"(at[0]), "r"(at[1]));
    break;
  case 3:
    TENSOR_STORE(3, "%2, %3, %4", "r"(at[0]), "r"(at[1]), "r"(at[2]));
    break;
  case 4:
    TENSOR_STORE(4, "%2, %3, %4, %5", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]));
    break;
  case 5:
    TENSOR_STORE(5, "%2, %3, %4, %5, %6", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]));
    break;
  }
}

__device__ inline void waitForStores() {
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

#endif
