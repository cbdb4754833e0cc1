// cp.reduce.async.bulk without a tensor map: all operations and types, into global memory and into shared memory.
// flags: -arch=sm_90a
#include "../check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

using u32 = unsigned;
using s32 = int;
using u64 = unsigned long long;
using s64 = long long;

constexpr u32 kElements = 32;

__device__ u32 sharedAddress(const void *pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define BULK(...) __VA_ARGS__
#else
#define BULK(...)
#endif

// to[i] = to[i] op from[i] in global memory.
#define GLOBAL(name, type, instruction)                                                                      \
  __global__ void name(type *to, const type *from) {                                                         \
    __shared__ alignas(16) type tile[kElements];                                                             \
    tile[threadIdx.x] = from[threadIdx.x];                                                                   \
    asm volatile("fence.proxy.async;" ::: "memory");                                                         \
    __syncthreads();                                                                                         \
    BULK(if (threadIdx.x == 0) {                                                                             \
      asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." instruction " [%0], [%1], %2;\n"    \
                   "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::"l"(to),                     \
                   "r"(sharedAddress(tile)), "r"(static_cast<u32>(sizeof tile))                              \
                   : "memory");                                                                              \
    })                                                                                                       \
  }
// The same in shared memory of the block, which an mbarrier waits for. A GPU does that only in a launch with clusters.
#define SHARED(name, type, instruction)                                                                      \
  __global__ void __cluster_dims__(1, 1, 1) name(type *to, const type *from) {                               \
    __shared__ alignas(16) type source[kElements], tile[kElements];                                          \
    __shared__ alignas(8) u64 barrier;                                                                       \
    source[threadIdx.x] = from[threadIdx.x];                                                                 \
    tile[threadIdx.x] = to[threadIdx.x];                                                                     \
    BULK(if (threadIdx.x ==                                                                                  \
             0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&barrier))         \
                             : "memory");                                                                    \
         asm volatile("fence.proxy.async;" ::                                                                \
                          : "memory");                                                                       \
         __syncthreads(); if (threadIdx.x == 0) {                                                            \
           asm volatile(                                                                                     \
               "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&barrier)),      \
               "r"(static_cast<u32>(sizeof tile))                                                            \
               : "memory");                                                                                  \
           asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."     \
                        "" instruction " [%0], [%1], %2, [%3];" ::"r"(sharedAddress(tile)),                  \
                        "r"(sharedAddress(source)), "r"(static_cast<u32>(sizeof tile)),                      \
                        "r"(sharedAddress(&barrier))                                                         \
                        : "memory");                                                                         \
         } asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"      \
                        "@!p bra again; }" ::"r"(sharedAddress(&barrier))                                    \
                        : "memory");)                                                                        \
    to[threadIdx.x] = tile[threadIdx.x];                                                                     \
  }

GLOBAL(addU32, u32, "add.u32")
GLOBAL(addS32, s32, "add.s32")
GLOBAL(addU64, u64, "add.u64")
GLOBAL(addF32, float, "add.f32")
GLOBAL(addF64, double, "add.f64")
GLOBAL(addF16, half, "add.noftz.f16")
GLOBAL(addBf16, __nv_bfloat16, "add.noftz.bf16")
GLOBAL(minU32, u32, "min.u32")
GLOBAL(maxS32, s32, "max.s32")
GLOBAL(minS32, s32, "min.s32")
GLOBAL(maxU64, u64, "max.u64")
GLOBAL(minS64, s64, "min.s64")
GLOBAL(minF16, half, "min.f16")
GLOBAL(maxBf16, __nv_bfloat16, "max.bf16")
GLOBAL(incU32, u32, "inc.u32")
GLOBAL(decU32, u32, "dec.u32")
GLOBAL(andB32, u32, "and.b32")
GLOBAL(orB64, u64, "or.b64")
GLOBAL(xorB64, u64, "xor.b64")
SHARED(addU32Shared, u32, "add.u32")
SHARED(addS32Shared, s32, "add.s32")
SHARED(addU64Shared, u64, "add.u64")
SHARED(minS32Shared, s32, "min.s32")
SHARED(maxU32Shared, u32, "max.u32")
SHARED(incU32Shared, u32, "inc.u32")
SHARED(decU32Shared, u32, "dec.u32")
SHARED(xorB32Shared, u32, "xor.b32")

u64 randomBits() {
  static u64 state = 12345;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state ^ state >> 29;
}

template <class T> T randomNumber() {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(randomBits());
  else // multiples of 1/4, which are exact in all formats
    return static_cast<T>(static_cast<float>(static_cast<int>(randomBits() % 64) - 32) / 4);
}

// Bits, as halves have no ==.
template <class T> std::vector<u64> bitsOf(const std::vector<T> &values) {
  std::vector<u64> bits;
  for (const T &value : values) {
    u64 of_value = 0;
    std::memcpy(&of_value, &value, sizeof value);
    bits.push_back(of_value);
  }
  return bits;
}

template <class T, class Operation>
void check(void (*kernel)(T *, const T *), Operation operation, T first_to = randomNumber<T>(),
           T first_from = randomNumber<T>()) {
  std::vector<T> to{first_to}, from{first_from}, expected;
  while (to.size() < kElements) {
    to.push_back(randomNumber<T>());
    from.push_back(randomNumber<T>());
  }
  for (u32 i = 0; i < kElements; ++i)
    expected.push_back(static_cast<T>(operation(to[i], from[i])));
  DeviceArray<T> device_to(to), device_from(from);
  kernel<<<1, kElements>>>(device_to.get(), device_from.get());
  CHECK_LAUNCH();
  CHECK_SAME(bitsOf(device_to.host()), bitsOf(expected));
}

int main() {
  const auto add = [](auto a, auto b) { return a + b; };
  const auto addUnsigned = [](s32 a, s32 b) { return static_cast<u32>(a) + static_cast<u32>(b); };
  const auto addFloats = [](auto a, auto b) { return static_cast<float>(a) + static_cast<float>(b); };
  const auto lesser = [](auto a, auto b) { return b < a ? b : a; };
  const auto greater = [](auto a, auto b) { return a < b ? b : a; };
  const auto lesserFloat = [](auto a, auto b) {
    return std::min(static_cast<float>(a), static_cast<float>(b));
  };
  const auto greaterFloat = [](auto a, auto b) {
    return std::max(static_cast<float>(a), static_cast<float>(b));
  };
  const auto increment = [](u32 a, u32 b) { return a >= b ? 0 : a + 1; };
  const auto decrement = [](u32 a, u32 b) { return a == 0 || a > b ? b : a - 1; };
  const auto both = [](auto a, auto b) { return a & b; };
  const auto either = [](auto a, auto b) { return a | b; };
  const auto one = [](auto a, auto b) { return a ^ b; };

  check(addU32, add);
  check(addS32, addUnsigned);
  check(addU64, add);
  check(addF32, add, 0x1p-140f, 0x1p-141f); // subnormal numbers
  check(addF64, add, 0x1p-1060, 0x1p-1061);
  check(addF16, addFloats, half(0x1p-23f), half(0x1p-24f));
  check(addBf16, addFloats);
  check(minU32, lesser);
  check(maxS32, greater);
  check(minS32, lesser);
  check(maxU64, greater);
  check(minS64, lesser);
  check(minF16, lesserFloat);
  check(maxBf16, greaterFloat);
  check(incU32, increment, 7u, 7u);
  check(decU32, decrement, 0u, 9u);
  check(andB32, both);
  check(orB64, either);
  check(xorB64, one);
  check(addU32Shared, add);
  check(addS32Shared, addUnsigned);
  check(addU64Shared, add);
  check(minS32Shared, lesser);
  check(maxU32Shared, greater);
  check(incU32Shared, increment, 7u, 7u);
  check(decU32Shared, decrement, 0u, 9u);
  check(xorB32Shared, one);
  return verdict();
}
