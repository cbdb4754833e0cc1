// wgmma: products by groups of four warps, of all types, also with a sparse A, with A and B in shared memory in each layout that a descriptor can say, and
// with A in registers. The numbers are small integers, so that the sums are exact.
// flags: -arch=sm_90a
#include "sparse_matrices.h"

#include <algorithm>
#include <cstdint>

namespace {

// How a matrix lies in shared memory. Its lines are rows of A, columns of B.
struct Layout {
  int swizzle;         // 0: none; 1, 2, 3: of 128, 64, 32 bytes
  bool crosses;        // lines lie beside each other; else each goes along k
  int leading, stride; // bytes
  int begin;           // byte

  int width() const { return swizzle == 0 ? 16 : 256 >> swizzle; }
  // Where the bits of element k of a line begin, counted in bits.
  int placeOf(int line, int k, int bits) const {
    int place = 0;
    if (crosses) {
      const int lines = width() / 2;
      place = swizzle == 0 ? line % 8 * 2 + line / 8 * stride + k % 8 * 16 + k / 8 * leading
                           : line % lines * 2 + line / lines * leading + k % 8 * width() + k / 8 * stride;
    } else {
      const int byte = k * bits / 8;
      place =
          line % 8 * width() + line / 8 * stride + (swizzle == 0 ? byte / 16 * leading + byte % 16 : byte);
    }
    place += begin;
    const int units = width() / 16 - 1; // a mask
    place ^= (place / 128 & units) * 16;
    return place * 8 + (bits < 8 ? k * bits % 8 : 0);
  }
  uint64_t descriptor() const {
    return static_cast<uint64_t>(begin) >> 4 | static_cast<uint64_t>(leading >> 4) << 16 |
           static_cast<uint64_t>(stride >> 4) << 32 | static_cast<uint64_t>(swizzle) << 62;
  }
};

constexpr int kSharedBytes = 40 * 1024;

struct Problem {
  uint64_t a, b; // descriptors, of addresses that count from the beginning of the memory
  const unsigned *image, *registers_of_a, *metadata, *c;
  unsigned *d;
  int adds;
};

__device__ uint64_t descriptorAt(uint64_t descriptor, const void *memory) {
  return descriptor + (__cvta_generic_to_shared(memory) >> 4);
}

template <class Product> __global__ void __launch_bounds__(128) multiply(Problem problem) {
  extern __shared__ __align__(1024) unsigned char memory[];
  for (int i = static_cast<int>(threadIdx.x); i < kSharedBytes / 4; i += 128)
    reinterpret_cast<unsigned *>(memory)[i] = problem.image[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  typename Product::Sum d[Product::kRegisters];
  for (int i = 0; i < Product::kRegisters; ++i)
    memcpy(&d[i], &problem.c[threadIdx.x * Product::kRegisters + i], 4);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  Product::run(d, descriptorAt(problem.a, memory), problem.registers_of_a + threadIdx.x * 4,
               problem.metadata[threadIdx.x], descriptorAt(problem.b, memory), problem.adds);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < Product::kRegisters; ++i)
    memcpy(&problem.d[threadIdx.x * Product::kRegisters + i], &d[i], 4);
}

#define D1(t, i) "+" t(d[i])
#define D4(t, i) D1(t, i), D1(t, i + 1), D1(t, i + 2), D1(t, i + 3)
#define D16(t, i) D4(t, i), D4(t, i + 4), D4(t, i + 8), D4(t, i + 12)
#define D2_LIST(t) D1(t, 0), D1(t, 1)
#define D4_LIST(t) D4(t, 0)
#define D8_LIST(t) D4(t, 0), D4(t, 4)
#define D12_LIST(t) D4(t, 0), D4(t, 4), D4(t, 8)
#define D32_LIST(t) D16(t, 0), D16(t, 16)
#define D64_LIST(t) D16(t, 0), D16(t, 16), D16(t, 32), D16(t, 48)
#define D2_TEXT "%0, %1"
#define D4_TEXT "%0, %1, %2, %3"
#define D8_TEXT D4_TEXT ", %4, %5, %6, %7"
#define D12_TEXT D8_TEXT ", %8, %9, %10, %11"
#define D32_TEXT                                                                                             \
  D12_TEXT                                                                                                   \
  ", %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define D64_TEXT                                                                                             \
  D32_TEXT ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "    \
           "%50, %51, %52, %53, %54, "                                                                       \
           "%55, %56, %57, %58, %59, %60, %61, %62, %63"

// `operands` come after D, and name A's descriptor or registers, B's descriptor, p, and what follows.
#define PRODUCT(name, count, sum, constraint, instruction, adds_operand, operands, ...)                      \
  struct name {                                                                                              \
    using Sum = sum;                                                                                         \
    static constexpr int kRegisters = count;                                                                 \
    static __device__ void run(sum *d, uint64_t descriptor_a, const unsigned *a, unsigned metadata,          \
                               uint64_t descriptor_b, int adds) {                                            \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, " adds_operand ", 0; wgmma.mma_async" instruction         \
                   " {" D##count##_TEXT "}, " operands "; }"                                                 \
                   : D##count##_LIST(constraint)                                                             \
                   : __VA_ARGS__, "r"(adds));                                                                \
    }                                                                                                        \
  };
#define IN_MEMORY "l"(descriptor_a), "l"(descriptor_b)
#define IN_REGISTERS "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(descriptor_b)

PRODUCT(F16, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%10", "%8, %9, p, 1, 1, 0, 0", IN_MEMORY)
PRODUCT(F16TransposedA, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%10", "%8, %9, p, -1, 1, 1, 0",
        IN_MEMORY)
PRODUCT(F16TransposedB, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%10", "%8, %9, p, 1, -1, 0, 1",
        IN_MEMORY)
PRODUCT(F16BothTransposed, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%10",
        "%8, %9, p, -1, -1, 1, 1", IN_MEMORY)
PRODUCT(F16Registers, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%13",
        "{%8, %9, %10, %11}, %12, p, 1, 1, 0", IN_REGISTERS)
PRODUCT(F16RegistersTransposedB, 8, float, "f", ".sync.aligned.m64n16k16.f32.f16.f16", "%13",
        "{%8, %9, %10, %11}, %12, p, -1, 1, 1", IN_REGISTERS)
PRODUCT(Half, 2, unsigned, "r", ".sync.aligned.m64n8k16.f16.f16.f16", "%4", "%2, %3, p, 1, 1, 0, 0",
        IN_MEMORY)
PRODUCT(Bf16, 64, float, "f", ".sync.aligned.m64n128k16.f32.bf16.bf16", "%66", "%64, %65, p, 1, 1, 0, 1",
        IN_MEMORY)
PRODUCT(Tf32, 12, float, "f", ".sync.aligned.m64n24k8.f32.tf32.tf32", "%14", "%12, %13, p, 1, -1", IN_MEMORY)
PRODUCT(Tf32Registers, 12, float, "f", ".sync.aligned.m64n24k8.f32.tf32.tf32", "%17",
        "{%12, %13, %14, %15}, %16, p, 1, 1", IN_REGISTERS)
PRODUCT(E4m3, 8, float, "f", ".sync.aligned.m64n16k32.f32.e4m3.e5m2", "%10", "%8, %9, p, 1, 1", IN_MEMORY)
PRODUCT(E5m2Half, 2, unsigned, "r", ".sync.aligned.m64n8k32.f16.e5m2.e4m3", "%7",
        "{%2, %3, %4, %5}, %6, p, -1, 1", IN_REGISTERS)
PRODUCT(S8, 8, int, "r", ".sync.aligned.m64n16k32.s32.s8.u8", "%10", "%8, %9, p", IN_MEMORY)
PRODUCT(U8, 12, int, "r", ".sync.aligned.m64n24k32.s32.u8.s8.satfinite", "%17",
        "{%12, %13, %14, %15}, %16, p", IN_REGISTERS)
PRODUCT(B1, 4, int, "r", ".sync.aligned.m64n8k256.s32.b1.b1.and.popc", "%6", "%4, %5, p", IN_MEMORY)

PRODUCT(SparseF16, 8, float, "f", ".sp.sync.aligned.m64n16k32.f32.f16.f16", "%11",
        "%8, %9, %10, 1, p, 1, -1, 0, 1", IN_MEMORY, "r"(metadata))
PRODUCT(SparseS8, 8, int, "r", ".sp.sync.aligned.m64n16k64.s32.s8.s8", "%14",
        "{%8, %9, %10, %11}, %12, %13, 0, p", IN_REGISTERS, "r"(metadata))
PRODUCT(SparseHalf, 2, unsigned, "r", ".sp.sync.aligned.m64n8k64.f16.e4m3.e4m3", "%5",
        "%2, %3, %4, 0, p, 1, 1", IN_MEMORY, "r"(metadata))

const Format kS32{32, [](u64 code) { return double(static_cast<int>(code)); }};

// The code of a small integer.
u64 codeOf(const Format &format, int number) {
  for (u64 code = 0;; ++code) {
    const u64 shifted = &format == &kTf32 ? code << 13 : code;
    if (format.value(shifted) == number)
      return shifted;
  }
}
// Of numbers from 0 to 2, and for formats with signs from -2 to 2.
std::vector<u64> codesOf(const Format &format) {
  std::vector<u64> codes;
  const bool is_bit = format.bits == 1, has_signs = format.value(1ull << (format.bits - 1)) <= 0 && !is_bit;
  for (int number = 0; number <= (is_bit ? 1 : 2); ++number)
    codes.push_back(codeOf(format, number));
  if (has_signs)
    for (int number = -2; number < 0; ++number)
      codes.push_back(codeOf(format, number));
  return codes;
}

Matrix randomMatrix(Random &random, int rows, int columns, const Format &format) {
  static const Format *known = nullptr;
  static std::vector<u64> codes;
  if (known != &format) {
    codes = codesOf(format);
    known = &format;
  }
  Matrix matrix(rows, columns);
  for (u64 &code : matrix.codes)
    code = codes[random.below(static_cast<unsigned>(codes.size()))];
  return matrix;
}

// Lines are rows.
void lay(std::vector<unsigned char> &image, const Matrix &lines, int bits, const Layout &layout) {
  for (int line = 0; line < lines.rows; ++line)
    for (int k = 0; k < lines.columns; ++k) {
      const int place = layout.placeOf(line, k, bits);
      if (bits < 8)
        image[static_cast<size_t>(place / 8)] |= static_cast<unsigned char>(lines.at(line, k) << place % 8);
      else
        for (int byte = 0; byte < bits / 8; ++byte)
          image[static_cast<size_t>(place / 8 + byte)] =
              static_cast<unsigned char>(lines.at(line, k) >> 8 * byte);
    }
}

struct Types {
  const Format &a, &b, &d;
  int k;
  bool negates_a = false, negates_b = false, saturates = false;
};

// A: what is stored, and what that stands for. Where it is sparse, it has half the columns, and metadata for each thread.
struct LeftMatrix {
  Matrix stored, whole;
  std::vector<unsigned> metadata = std::vector<unsigned>(128);

  LeftMatrix(Random &random, const Types &types, int selector)
      : stored(randomMatrix(random, 64, selector < 0 ? types.k : types.k / 2, types.a)), whole(stored) {
    if (selector < 0)
      return;
    whole = Matrix(64, types.k);
    for (int warp = 0; warp < 4; ++warp) {
      Matrix rows(16, stored.columns);
      std::copy_n(stored.codes.begin() + warp * 16 * stored.columns, rows.codes.size(), rows.codes.begin());
      const Sparse sparse(random, rows, types.a.bits, -1);
      for (int row = 0; row < 16; ++row)
        for (int i = 0; i < stored.columns; ++i)
          whole.at(warp * 16 + row, sparse.column(row, i)) = rows.at(row, i);
      const std::vector<u32> words = spreadMetadata(random, sparse, types.a.bits, selector);
      std::copy(words.begin(), words.end(), metadata.begin() + warp * 32);
    }
  }

  void addRegisters(std::vector<unsigned> &registers, int thread, int bits) const {
    const int per_register = 32 / bits;
    for (int i = 0; i < 4; ++i) {
      u64 word = 0;
      for (int j = 0; j < per_register; ++j) {
        const Place place = placeInA(thread % 32, i * per_register + j, 16, per_register);
        word |= stored.at(thread / 32 * 16 + place.row, place.column) << (bits * j);
      }
      registers.push_back(static_cast<unsigned>(word));
    }
  }
};

// Of a small integer, or one that has saturated.
u64 codeOfSum(const Format &format, double sum) {
  if (&format == &kF32)
    return bitsOf(static_cast<float>(sum));
  if (&format == &kS32)
    return static_cast<u32>(static_cast<int>(std::fmin(sum, INT32_MAX)));
  for (u64 code = 0;; ++code)
    if (format.value(code) == sum)
      return code;
}

double productOf(const Types &types, const Matrix &a, int row, const Matrix &b, int column) {
  double sum = 0;
  for (int k = 0; k < types.k; ++k)
    sum += types.a.value(a.at(row, k)) * types.b.value(b.at(column, k));
  return types.negates_a != types.negates_b ? -sum : sum;
}

// A is sparse where there is a selector.
template <class Product>
void check(const char *name, const Types &types, const Layout &layout_a, const Layout &layout_b,
           bool adds = true, int selector = -1) {
  static Random random(7);
  const int columns = Product::kRegisters * (types.d.bits == 16 ? 4 : 2), per_sum = 32 / types.d.bits;
  const LeftMatrix a(random, types, selector);
  const Matrix b = randomMatrix(random, columns, types.k, types.b);
  std::vector<unsigned char> bytes(kSharedBytes);
  lay(bytes, a.stored, types.a.bits, layout_a);
  lay(bytes, b, types.b.bits, layout_b);
  std::vector<unsigned> image(kSharedBytes / 4), registers_of_a, c, expected;
  std::memcpy(image.data(), bytes.data(), kSharedBytes);
  for (int thread = 0; thread < 128; ++thread) {
    a.addRegisters(registers_of_a, thread, types.a.bits);
    for (int i = 0; i < Product::kRegisters * per_sum; ++i) {
      const Place place = placeInC(thread % 32, i % 4);
      const int number = types.saturates ? INT32_MAX - 2 : static_cast<int>(random.below(5)) - 2;
      const double product =
          productOf(types, a.whole, thread / 32 * 16 + place.row, b, i / 4 * 8 + place.column);
      const int shift = types.d.bits % 32 * (i % per_sum);
      if (shift == 0) {
        c.push_back(0);
        expected.push_back(0);
      }
      c.back() |= static_cast<unsigned>(codeOfSum(types.d, number)) << shift;
      expected.back() |= static_cast<unsigned>(codeOfSum(types.d, product + (adds ? number : 0))) << shift;
    }
  }
  const DeviceArray<unsigned> device_image(image), device_a(registers_of_a), metadata(a.metadata),
      device_c(c), device_d(c.size());
  multiply<Product>
      <<<1, 128, kSharedBytes>>>({layout_a.descriptor(), layout_b.descriptor(), device_image.get(),
                                  device_a.get(), metadata.get(), device_c.get(), device_d.get(), adds});
  CHECK_LAUNCH();
  const std::vector<unsigned> d = device_d.host();
  for (size_t i = 0; i < d.size(); ++i) {
    const int thread = static_cast<int>(i) / Product::kRegisters,
              number = static_cast<int>(i) % Product::kRegisters;
    record(d[i] == expected[i], __FILE__, __LINE__,
           std::string(name) + ": register " + textOf(number) + " of thread " + textOf(thread) + " is " +
               textOf(d[i]) + ", expected " + textOf(expected[i]));
  }
}

// Of a matrix with so many lines, of 32 bytes each.
Layout along(int swizzle, int begin) {
  const int width = swizzle == 0 ? 16 : 256 >> swizzle;
  return {swizzle, false, swizzle == 0 ? 4096 : 16, 8 * width, begin};
}
Layout across(int swizzle, int lines, int begin) {
  const int width = swizzle == 0 ? 16 : 256 >> swizzle;
  if (swizzle == 0)
    return {0, true, lines * 16, 128, begin}; // the two halves of k lie one behind the other
  return {swizzle, true, 16 * width, 8 * width, begin};
}

} // namespace

int main() {
  constexpr int kB = 16 * 1024;
  const Types f16{kF16, kF16, kF32, 16};
  for (int swizzle = 0; swizzle < 4; ++swizzle) {
    check<F16>("f16", f16, along(swizzle, 0), along(3 - swizzle, kB));
    check<F16TransposedA>("f16, A transposed", {kF16, kF16, kF32, 16, true}, across(swizzle, 64, 0),
                          along(3 - swizzle, kB));
    check<F16TransposedB>("f16, B transposed", {kF16, kF16, kF32, 16, false, true}, along(swizzle, 0),
                          across(3 - swizzle, 16, kB));
    check<F16BothTransposed>("f16, both transposed", {kF16, kF16, kF32, 16, true, true},
                             across(swizzle, 64, 0), across(swizzle, 16, kB));
    check<F16Registers>("f16, A in registers", f16, along(0, 0), along(swizzle, kB));
    check<Tf32>("tf32", {kTf32, kTf32, kF32, 8, false, true}, along(swizzle, 0), along(swizzle, kB));
  }
  check<F16>("f16, without C", f16, along(1, 0), along(1, kB), false);
  // Further parts of k lie within the width of a swizzled row.
  check<F16>("f16, the third 32 bytes of rows", f16, along(1, 64), along(1, kB + 64));
  check<F16RegistersTransposedB>("f16, A in registers, B transposed", {kF16, kF16, kF32, 16, true},
                                 along(0, 0), across(1, 16, kB));
  check<Half>("f16 with sums of f16", {kF16, kF16, kF16, 16}, along(1, 0), along(1, kB));
  check<Bf16>("bf16, B transposed", {kBf16, kBf16, kF32, 16}, along(2, 0), across(1, 128, kB));
  check<Tf32Registers>("tf32, A in registers", {kTf32, kTf32, kF32, 8}, along(0, 0), along(1, kB));
  check<E4m3>("e4m3 by e5m2", {kE4m3, kE5m2, kF32, 32}, along(1, 0), along(2, kB));
  check<E5m2Half>("e5m2 by e4m3 with sums of f16", {kE5m2, kE4m3, kF16, 32, true}, along(0, 0), along(1, kB));
  check<S8>("s8 by u8", {kS8, kU8, kS32, 32}, along(1, 0), along(1, kB));
  check<U8>("u8 by s8, saturated", {kU8, kS8, kS32, 32, false, false, true}, along(0, 0), along(3, kB));
  check<B1>("b1", {kB1, kB1, kS32, 256}, along(1, 0), along(1, kB));
  check<SparseF16>("sparse f16, B transposed", {kF16, kF16, kF32, 32, false, true}, along(1, 0),
                   across(1, 16, kB), true, 1);
  check<SparseS8>("sparse s8, A in registers", {kS8, kS8, kS32, 64}, along(0, 0), along(2, kB), true, 0);
  check<SparseHalf>("sparse e4m3 with sums of f16", {kE4m3, kE4m3, kF16, 64}, along(1, 0), along(1, kB), true,
                    0);
  return verdict();
}
