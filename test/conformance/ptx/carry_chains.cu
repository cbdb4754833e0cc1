// The carry flag passes from statement to statement, and from function to function: sums, differences and
// products of 256 bits out of words of 32.
#include "../check.h"

using u32 = unsigned;
constexpr int kWords = 8;

__device__ __forceinline__ u32 addCc(u32 a, u32 b) {
  u32 sum;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
__device__ __forceinline__ u32 addcCc(u32 a, u32 b) {
  u32 sum;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
__device__ __forceinline__ u32 addc(u32 a, u32 b) {
  u32 sum;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
__device__ __forceinline__ u32 subCc(u32 a, u32 b) {
  u32 difference;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(difference) : "r"(a), "r"(b));
  return difference;
}
__device__ __forceinline__ u32 subcCc(u32 a, u32 b) {
  u32 difference;
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(difference) : "r"(a), "r"(b));
  return difference;
}
__device__ __forceinline__ u32 subc(u32 a, u32 b) {
  u32 difference;
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(difference) : "r"(a), "r"(b));
  return difference;
}

// sums: a + b with its carry; differences: a - b with its borrow; products: a * b, all 16 words.
__global__ void compute(const u32 *a, const u32 *b, u32 *sums, u32 *differences, u32 *products, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  a += i * kWords;
  b += i * kWords;
  sums += i * (kWords + 1);
  differences += i * (kWords + 1);
  products += i * 2 * kWords;
  sums[0] = addCc(a[0], b[0]);
#pragma unroll
  for (int w = 1; w < kWords; ++w)
    sums[w] = addcCc(a[w], b[w]);
  sums[kWords] = addc(0, 0);
  differences[0] = subCc(a[0], b[0]);
#pragma unroll
  for (int w = 1; w < kWords; ++w)
    differences[w] = subcCc(a[w], b[w]);
  differences[kWords] = subc(0, 0);

  u32 p[2 * kWords] = {};
#pragma unroll
  for (int w = 0; w < kWords; ++w) {
    asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(p[w]) : "r"(a[0]), "r"(b[w]));
#pragma unroll
    for (int v = 1; v < kWords; ++v)
      asm volatile("madc.lo.cc.u32 %0, %1, %2, %0;" : "+r"(p[w + v]) : "r"(a[v]), "r"(b[w]));
    asm volatile("addc.u32 %0, %0, 0;" : "+r"(p[w + kWords]));
    asm volatile("mad.hi.cc.u32 %0, %1, %2, %0;" : "+r"(p[w + 1]) : "r"(a[0]), "r"(b[w]));
#pragma unroll
    for (int v = 1; v < kWords - 1; ++v)
      asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(p[w + v + 1]) : "r"(a[v]), "r"(b[w]));
    asm volatile("madc.hi.u32 %0, %1, %2, %0;" : "+r"(p[w + kWords]) : "r"(a[kWords - 1]), "r"(b[w]));
  }
  for (int w = 0; w < 2 * kWords; ++w)
    products[w] = p[w];
}

// All of one statement, with words of 64 bits.
__global__ void addWide(const unsigned long long *a, unsigned long long *out) {
  asm("{\n\t"
      "add.cc.u64 %0, %3, %5;\n\t"
      "addc.cc.u64 %1, %4, %6;\n\t"
      "addc.u64 %2, 0, 0;\n\t"
      "}"
      : "=l"(out[0]), "=l"(out[1]), "=l"(out[2])
      : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]));
}

int main() {
  constexpr int kCount = 300;
  Random random;
  std::vector<u32> a(kCount * kWords), b(kCount * kWords);
  for (std::size_t i = 0; i < a.size(); ++i) {
    unsigned kind = random.below(4);
    a[i] = kind == 0 ? ~0u : kind == 1 ? 0 : static_cast<u32>(random.bits());
    kind = random.below(4);
    b[i] = kind == 0 ? ~0u : kind == 1 ? ~a[i] : static_cast<u32>(random.bits());
  }
  DeviceArray<u32> device_a(a), device_b(b), sums(kCount * (kWords + 1)), differences(kCount * (kWords + 1)),
      products(kCount * 2 * kWords);
  compute<<<3, 128>>>(device_a.get(), device_b.get(), sums.get(), differences.get(), products.get(), kCount);
  CHECK_LAUNCH();
  std::vector<u32> want_sums, want_differences, want_products;
  for (int i = 0; i < kCount; ++i) {
    unsigned long long carry = 0, borrow = 0;
    u32 product[2 * kWords] = {};
    for (int w = 0; w < kWords; ++w) {
      unsigned long long x = a[i * kWords + w], y = b[i * kWords + w];
      carry += x + y;
      want_sums.push_back(static_cast<u32>(carry));
      carry >>= 32;
      unsigned long long difference = x - y - borrow;
      want_differences.push_back(static_cast<u32>(difference));
      borrow = difference >> 63;
      unsigned long long row = 0;
      for (int v = 0; v < kWords; ++v) {
        row += y * a[i * kWords + v] + product[w + v];
        product[w + v] = static_cast<u32>(row);
        row >>= 32;
      }
      product[w + kWords] = static_cast<u32>(row);
    }
    want_sums.push_back(static_cast<u32>(carry));
    want_differences.push_back(static_cast<u32>(0 - borrow));
    want_products.insert(want_products.end(), product, product + 2 * kWords);
  }
  CHECK_SAME(sums.host(), want_sums);
  CHECK_SAME(differences.host(), want_differences);
  CHECK_SAME(products.host(), want_products);

  std::vector<unsigned long long> words = {~0ull, ~0ull, 2, 5};
  DeviceArray<unsigned long long> wide(words), result(3);
  addWide<<<1, 1>>>(wide.get(), result.get());
  CHECK_LAUNCH();
  CHECK_SAME(result.host(), (std::vector<unsigned long long>{1, 5, 1}));
  return verdict();
}
