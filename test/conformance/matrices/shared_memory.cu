// ldmatrix, stmatrix, movmatrix: rows that lie apart from each other, one, two and four matrices, and their transposes; and
// mma.sync.m8n8k4 of f16, four products at once.
#include "fragments.h"

#include <cuda_fp16.h>

// A row of 8 elements of 16 bits lies at 16 * kRowOf(row): the rows are permuted, and some lie between them.
constexpr int kRows = 32, kPlaces = 41;
__host__ __device__ constexpr int placeOf(int row) { return row * 9 % kPlaces; }

#define LOAD(name, count, form, ...)                                                                         \
  __device__ void name(u32 *r, u32 address) {                                                                \
    asm volatile("ldmatrix.sync.aligned.m8n8." form ".shared.b16 " __VA_ARGS__ : "r"(address) : "memory");   \
  }
LOAD(load1, 1, "x1", "{%0}, [%1];" : "=r"(r[0]))
LOAD(load2, 2, "x2", "{%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]))
LOAD(load4, 4, "x4", "{%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]))
LOAD(loadTransposed1, 1, "x1.trans", "{%0}, [%1];" : "=r"(r[0]))
LOAD(loadTransposed2, 2, "x2.trans", "{%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]))
LOAD(loadTransposed4, 4, "x4.trans", "{%0, %1, %2, %3}, [%4];"
     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]))

__device__ u32 sharedAddress(const void *pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

// out[16 * lane ...]: x1, x1.trans, x2, x2.trans, x4, x4.trans; then movmatrix of the first.
__global__ void load(u32 *out) {
  __shared__ __align__(16) unsigned short memory[kPlaces * 8];
  const int lane = threadIdx.x;
  for (int i = lane; i < kRows * 8; i += 32)
    memory[placeOf(i / 8) * 8 + i % 8] = static_cast<unsigned short>(i);
  __syncwarp();
  // Lanes beyond the matrices that are loaded name no row.
  const u32 row = sharedAddress(&memory[placeOf(lane) * 8]);
  u32 *r = out + lane * 16;
  load1(r, lane < 8 ? row : 0);
  loadTransposed1(r + 1, lane < 8 ? row : 0);
  load2(r + 2, lane < 16 ? row : 0);
  loadTransposed2(r + 4, lane < 16 ? row : 0);
  load4(r + 6, row);
  loadTransposed4(r + 10, row);
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[14]) : "r"(r[0]));
}

#if defined(RADDLE_FLOAT16) || __CUDA_ARCH__ >= 900 || !defined(__CUDA_ARCH__)
#define STORE(count, form, ...)                                                                              \
  asm volatile("stmatrix.sync.aligned.m8n8." form ".shared.b16 [%0], " __VA_ARGS__ : "memory")
// Stores what ldmatrix would load from rows of numbers from 0 on: x4, then x2.trans and x1 over rows of it.
__global__ void store(unsigned short *out) {
  __shared__ __align__(16) unsigned short memory[kPlaces * 8];
  const int lane = threadIdx.x;
  for (int i = lane; i < kPlaces * 8; i += 32)
    memory[i] = 0xffff;
  __syncwarp();
  u32 words[4];
  for (int m = 0; m < 4; ++m)
    words[m] = (64 * m + 2 * lane) | (64 * m + 2 * lane + 1) << 16;
  const u32 row = sharedAddress(&memory[placeOf(lane) * 8]);
  STORE(4, "x4", "{%1, %2, %3, %4};" ::"r"(row), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]));
  __syncwarp();
  STORE(2, "x2.trans", "{%1, %2};" ::"r"(row), "r"(words[2]), "r"(words[3]));
  __syncwarp();
  STORE(1, "x1", "{%1};" ::"r"(row), "r"(words[3]));
  __syncwarp();
  for (int i = lane; i < kPlaces * 8; i += 32)
    out[i] = memory[i];
}
#endif

void checkLoads() {
  DeviceArray<u32> out(32 * 16);
  load<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  const std::vector<u32> words = out.host();
  for (int lane = 0; lane < 32; ++lane) {
    const u32 group = lane / 4, t = lane % 4, *r = &words[static_cast<size_t>(lane * 16)];
    for (u32 m = 0; m < 4; ++m) {
      const u32 first = 64 * m + 8 * group + 2 * t, plain = first | (first + 1) << 16;
      const u32 transposed = (64 * m + 16 * t + group) | (64 * m + 16 * t + 8 + group) << 16;
      CHECK_EQ(r[6 + m], plain);
      CHECK_EQ(r[10 + m], transposed);
      if (m < 2) {
        CHECK_EQ(r[2 + m], plain);
        CHECK_EQ(r[4 + m], transposed);
      }
      if (m == 0) {
        CHECK_EQ(r[0], plain);
        CHECK_EQ(r[1], transposed);
        CHECK_EQ(r[14], transposed);
      }
    }
  }
}

void checkStores() {
  DeviceArray<unsigned short> out(kPlaces * 8);
  store<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  std::vector<unsigned short> expected(kPlaces * 8, 0xffff);
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < 8; ++column) {
      const int value = row < 8    ? 64 * 3 + 8 * row + column
                        : row < 16 ? 64 * 3 + 8 * column + row % 8
                                   : 8 * row + column;
      expected[static_cast<size_t>(placeOf(row) * 8 + column)] = static_cast<unsigned short>(value);
    }
  CHECK_SAME(out.host(), expected);
}

// ---- m8n8k4 ----

#define QUADS(name, layouts)                                                                                 \
  __global__ void name##Floats(const u32 *a, const u32 *b, const float *c, float *d) {                       \
    const int lane = threadIdx.x;                                                                            \
    a += 2 * lane, b += 2 * lane, c += 8 * lane, d += 8 * lane;                                              \
    asm volatile("mma.sync.aligned.m8n8k4." layouts ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "    \
                 "{%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"                           \
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]),       \
                   "=f"(d[7])                                                                                \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]),   \
                   "f"(c[4]), "f"(c[5]), "f"(c[6]), "f"(c[7]));                                              \
  }                                                                                                          \
  __global__ void name##Halves(const u32 *a, const u32 *b, const u32 *c, u32 *d) {                           \
    const int lane = threadIdx.x;                                                                            \
    a += 2 * lane, b += 2 * lane, c += 4 * lane, d += 4 * lane;                                              \
    asm volatile("mma.sync.aligned.m8n8k4." layouts                                                          \
                 ".f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, "                                   \
                 "{%8, %9, %10, %11};"                                                                       \
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                            \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));  \
  }
QUADS(rowRow, "row.row")
QUADS(rowCol, "row.col")
QUADS(colRow, "col.row")
QUADS(colCol, "col.col")

__global__ void mixed(const u32 *a, const u32 *b, const u32 *c, float *d) {
  const int lane = threadIdx.x;
  a += 2 * lane, b += 2 * lane, c += 4 * lane, d += 8 * lane;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11}, {%12, %13, %14, %15};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]),
                 "=f"(d[7])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
}

// Four products of small integers, which are exact in f16.
struct Quads {
  int a[4][8][4], b[4][4][8], c[4][8][8];

  explicit Quads(Random &random) {
    for (int p = 0; p < 4; ++p)
      for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 4; ++k) {
          a[p][i][k] = static_cast<int>(random.below(17)) - 8;
          b[p][k][i] = static_cast<int>(random.below(17)) - 8;
        }
        for (int j = 0; j < 8; ++j)
          c[p][i][j] = static_cast<int>(random.below(100)) - 50;
      }
  }
  int product(int p, int i, int j) const {
    int sum = c[p][i][j];
    for (int k = 0; k < 4; ++k)
      sum += a[p][i][k] * b[p][k][j];
    return sum;
  }
};

u32 halfOf(int x) { return static_cast<__half_raw>(__float2half_rn(static_cast<float>(x))).x; }

// Lane 4p + l, or 16 + 4p + l, holds vector l, or 4 + l, of four elements; or element l of vectors 0 to 3, or 4 to 7.
template <class Element> std::vector<u32> spreadQuads(bool is_vector_in_lane, Element element) {
  std::vector<u32> words(64);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      const int p = lane / 4 % 4, half = lane / 16 * 4, l = lane % 4;
      const u32 code = is_vector_in_lane ? halfOf(element(p, half + l, i)) : halfOf(element(p, half + i, l));
      words[static_cast<size_t>(2 * lane + i / 2)] |= code << (16 * (i % 2));
    }
  return words;
}

Place floatPlace(int lane, int i) {
  return {(lane & 1) + (i & 2) + lane / 16 * 4, (i & 4) + (lane & 2) + (i & 1)};
}
Place halfPlace(int lane, int i) { return {lane % 4 + lane / 16 * 4, i}; }

template <class C> std::vector<C> spreadSums(const Quads &quads, bool result) {
  std::vector<C> values(32 * (std::is_same_v<C, float> ? 8 : 4));
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 8; ++i) {
      const Place place = std::is_same_v<C, float> ? floatPlace(lane, i) : halfPlace(lane, i);
      const int p = lane / 4 % 4;
      const int number =
          result ? quads.product(p, place.row, place.column) : quads.c[p][place.row][place.column];
      if constexpr (std::is_same_v<C, float>)
        values[static_cast<size_t>(8 * lane + i)] = static_cast<float>(number);
      else
        values[static_cast<size_t>(4 * lane + i / 2)] |= halfOf(number) << (16 * (i % 2));
    }
  return values;
}

template <class C, class D>
void checkQuads(void (*kernel)(const u32 *, const u32 *, const C *, D *), bool row_a, bool row_b) {
  Random random(row_a * 2 + row_b);
  const Quads quads(random);
  DeviceArray<u32> a(spreadQuads(row_a, [&](int p, int row, int k) { return quads.a[p][row][k]; }));
  DeviceArray<u32> b(spreadQuads(!row_b, [&](int p, int column, int k) { return quads.b[p][k][column]; }));
  DeviceArray<C> c(spreadSums<C>(quads, false));
  const std::vector<D> expected = spreadSums<D>(quads, true);
  DeviceArray<D> d(expected.size());
  kernel<<<1, 32>>>(a.get(), b.get(), c.get(), d.get());
  CHECK_LAUNCH();
  CHECK_SAME(d.host(), expected);
}

int main() {
  checkLoads();
  checkStores();
  checkQuads(rowRowFloats, true, true);
  checkQuads(rowColFloats, true, false);
  checkQuads(colRowFloats, false, true);
  checkQuads(colColFloats, false, false);
  checkQuads(rowRowHalves, true, true);
  checkQuads(rowColHalves, true, false);
  checkQuads(colRowHalves, false, true);
  checkQuads(colColHalves, false, false);
  checkQuads(mixed, true, false);
  return verdict();
}
