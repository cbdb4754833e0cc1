// env: RADDLE_MMA=exact
// wmma::mma_sync of floating-point numbers gives an H100's bits: digests of what it gave are in the table below.
#include "digests.h"

#include <mma.h>

using namespace nvcuda;

namespace {

template <class T> struct Memory {
  using Type = T;
};
template <> struct Memory<wmma::precision::tf32> {
  using Type = float;
};

template <class T> constexpr Coding codingOf() {
  return std::is_same_v<T, half>                    ? kCodingF16
         : std::is_same_v<T, __nv_bfloat16>         ? kCodingBf16
         : std::is_same_v<T, wmma::precision::tf32> ? kCodingTf32
                                                    : kCodingF32;
}

template <int m, int n, int k, class T, class C, class D>
__global__ void multiply(const typename Memory<T>::Type *a, const typename Memory<T>::Type *b, const C *c,
                         D *d) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::row_major> in_a;
  wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::col_major> in_b;
  wmma::fragment<wmma::accumulator, m, n, k, C> in_c;
  wmma::fragment<wmma::accumulator, m, n, k, D> out;
  wmma::load_matrix_sync(in_a, a + blockIdx.x * m * k, k);
  wmma::load_matrix_sync(in_b, b + blockIdx.x * n * k, k);
  wmma::load_matrix_sync(in_c, c + blockIdx.x * m * n, n, wmma::mem_row_major);
  wmma::mma_sync(out, in_a, in_b, in_c);
  wmma::store_matrix_sync(d + blockIdx.x * m * n, out, n, wmma::mem_row_major);
}

// Measured on an H100 with CUDA 13.0.
const Row kTable[] = {
    {"f16 m16n16k16",
     {0x8ef00398, 0xe07d22ab, 0xcb923d4b, 0x30db9595, 0x6f8b3219, 0x49ccefbb, 0x3201852a}},
    {"f16 m32n8k16",
     {0x5fbb17ca, 0x2a54a7d8, 0xbaad2d00, 0x9b44d758, 0xb1ba0ffd, 0x941eadc7, 0x7641c6d5}},
    {"f16 m8n32k16",
     {0x457eae0b, 0x5d53f878, 0xe914ab63, 0xde9e82f6, 0x15cc080c, 0x73673625, 0x512f49d5}},
    {"f16 m16n16k16 in f16",
     {0x4b684fdf, 0xd5d73c9e, 0x8404d66d, 0x3482f1b8, 0xf631ab8f, 0x2a92369e, 0xde1e7c03}},
    {"f16 m32n8k16 in f16",
     {0x55dc624c, 0xee065987, 0x80d6313a, 0xfea89f75, 0x8d4588a9, 0xbd9d01a2, 0x7fc8f9f5}},
    {"f16 m8n32k16 in f16",
     {0x6ae8b8b4, 0x99af2369, 0x9dddd610, 0xbb71240c, 0x853387ea, 0x1f51775a, 0x1c167ef1}},
    {"f16 m16n16k16 from f16 to f32",
     {0xcb556626, 0x1d95ec33, 0x399e3d23, 0x26521145, 0x6fb68b72, 0x58914f65, 0x39c34fe7}},
    {"f16 m16n16k16 from f32 to f16",
     {0xd3936902, 0x42b43bd0, 0x74a2d4ed, 0x2133a419, 0xfb3f86d2, 0x41dcea67, 0xc7a5647a}},
    {"bf16 m16n16k16",
     {0x5dc6a097, 0x3cc8010a, 0x3f15761c, 0x061e53b0, 0x023aa20d, 0x9c257fa5, 0x0c96ac88}},
    {"bf16 m32n8k16",
     {0xb66d0d9d, 0xa6c4cad5, 0xed7095c8, 0x93a68551, 0x5c6a2106, 0x1c747885, 0x0dd064c3}},
    {"bf16 m8n32k16",
     {0x2bb5cdb6, 0x3ba1af68, 0x74a1e420, 0x617d121b, 0xb7c797ff, 0xba8e6646, 0x7fd4e1eb}},
    {"tf32 m16n16k8",
     {0x70bc1f6f, 0xe8e1f90a, 0x2c21a991, 0x72b622a0, 0xf585c614, 0x2e6620ca, 0x7ad22d9e}},
};

template <class T, class Next> std::vector<T> matrices(int elements, Next next) {
  std::vector<T> values(static_cast<size_t>(kCases * elements));
  for (int i = 0; i < kCases * elements; ++i) {
    const u32 code = next(i / elements / kRepetitions, i / elements % kRepetitions);
    std::memcpy(&values[static_cast<size_t>(i)], &code, sizeof(T));
  }
  return values;
}

template <int m, int n, int k, class T, class C, class D>
void check(Table &table, const char *name) {
  using In = typename Memory<T>::Type;
  Random random(m * 64 + n * 8 + k);
  Codes in(codingOf<T>(), random), in_c(codingOf<C>(), random);
  DeviceArray<In> a(matrices<In>(m * k, [&](int distribution, int) { return in.next(distribution); }));
  DeviceArray<In> b(
      matrices<In>(n * k, [&](int distribution, int) { return in.next(distributionOfB(distribution)); }));
  DeviceArray<C> c(matrices<C>(
      m * n, [&](int distribution, int repetition) { return addend(in_c, distribution, repetition); }));
  DeviceArray<D> d(static_cast<size_t>(kCases * m * n));
  multiply<m, n, k, T, C, D><<<kCases, 32>>>(a.get(), b.get(), c.get(), d.get());
  CHECK_LAUNCH();
  std::vector<u32> words;
  for (const D &value : d.host()) {
    u32 word = 0;
    std::memcpy(&word, &value, sizeof value);
    words.push_back(word);
  }
  table.compare(name, words);
}

} // namespace

int main(int arguments, char **argument) {
  Table table(kTable, sizeof kTable / sizeof *kTable, arguments, argument);
  check<16, 16, 16, half, float, float>(table, "f16 m16n16k16");
  check<32, 8, 16, half, float, float>(table, "f16 m32n8k16");
  check<8, 32, 16, half, float, float>(table, "f16 m8n32k16");
  check<16, 16, 16, half, half, half>(table, "f16 m16n16k16 in f16");
  check<32, 8, 16, half, half, half>(table, "f16 m32n8k16 in f16");
  check<8, 32, 16, half, half, half>(table, "f16 m8n32k16 in f16");
  check<16, 16, 16, half, half, float>(table, "f16 m16n16k16 from f16 to f32");
  check<16, 16, 16, half, float, half>(table, "f16 m16n16k16 from f32 to f16");
  check<16, 16, 16, __nv_bfloat16, float, float>(table, "bf16 m16n16k16");
  check<32, 8, 16, __nv_bfloat16, float, float>(table, "bf16 m32n8k16");
  check<8, 32, 16, __nv_bfloat16, float, float>(table, "bf16 m8n32k16");
  check<16, 16, 8, wmma::precision::tf32, float, float>(table, "tf32 m16n16k8");
  return verdict();
}
