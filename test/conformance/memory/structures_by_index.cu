// Structures that lanes take from anywhere: all of their fields, some, those of several in a row, by all lanes and by some,
// whose neighbours have no valid address.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <vector>

namespace {

struct Seven {
  float values[7];
};
struct Mixed {
  int number;
  short low, high;
  double weight;
};
struct Bytes {
  unsigned char values[6];
};

__host__ __device__ float sum(float4 v) { return v.x + 2 * v.y + 4 * v.z + 8 * v.w; }
__host__ __device__ float sum(float3 v) { return v.x + 2 * v.y + 4 * v.z; }
__host__ __device__ float sum(float2 v) { return v.x + 2 * v.y; }
__host__ __device__ double sum(double2 v) { return v.x + 2 * v.y; }
__host__ __device__ double sum(double3 v) { return v.x + 2 * v.y + 4 * v.z; }
__host__ __device__ int sum(uchar4 v) { return v.x + 2 * v.y + 4 * v.z + 8 * v.w; }
__host__ __device__ int sum(uchar3 v) { return v.x + 2 * v.y + 4 * v.z; }
__host__ __device__ int sum(short2 v) { return v.x + 2 * v.y; }
__host__ __device__ int sum(short4 v) { return v.x + 2 * v.y + 4 * v.z + 8 * v.w; }
__host__ __device__ long long sum(longlong2 v) { return v.x + 2 * v.y; }
__host__ __device__ double sum(Mixed v) { return v.number + 2 * v.low + 4 * v.high + 8 * v.weight; }
__host__ __device__ float sum(const Seven &v) {
  float result = 0;
  for (int i = 0; i < 7; ++i)
    result = 2 * result + v.values[i];
  return result;
}
__host__ __device__ int sum(const Bytes &v) {
  int result = 0;
  for (int i = 0; i < 6; ++i)
    result = 2 * result + v.values[i];
  return result;
}

// Index -1 has no structure.
template <typename T, typename Result>
__global__ void pick(Result *out, const T *table, const int *indices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && indices[i] >= 0)
    out[i] = sum(table[indices[i]]);
}

// Every lane's pointer is its own, some are null.
template <typename T, typename Result> __global__ void follow(Result *out, const T *const *pointers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    if (const T *pointer = pointers[i])
      out[i] = sum(*pointer);
}

// All lanes of all warps.
template <typename T, typename Result>
__global__ void pick_all(Result *out, const T *table, const int *indices) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum(table[indices[i] < 0 ? 0 : indices[i]]);
}

// Pixels around a point.
__global__ void around(float *out, const float *image, const int *indices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || indices[i] < 0)
    return;
  const float *at = image + 40 + indices[i];
  out[i] =
      at[0] + 2 * at[1] + 3 * at[32] + 4 * at[33] + 5 * at[-32] + 6 * at[-31] + 7 * at[-30] + 8 * at[1000];
}

template <typename T> std::vector<T> randomTable(int size) {
  Random random;
  std::vector<T> table(size);
  for (T &entry : table) {
    // Small numbers, so that sums are exact.
    if constexpr (sizeof(decltype(sum(entry))) == 8 || std::is_floating_point_v<decltype(sum(entry))>)
      entry = [&] {
        T filled;
        if constexpr (std::is_same_v<T, Mixed>)
          filled = {int(random.below(99)), short(random.below(99)), short(random.below(99)),
                    double(random.below(99))};
        else if constexpr (std::is_same_v<T, Seven>)
          for (float &value : filled.values)
            value = float(random.below(99));
        else
          for (std::size_t k = 0; k < sizeof(T) / sizeof filled.x; ++k)
            (&filled.x)[k] = decltype(filled.x)(random.below(99));
        return filled;
      }();
    else
      for (std::size_t k = 0; k < sizeof(T); ++k)
        reinterpret_cast<unsigned char *>(&entry)[k] = static_cast<unsigned char>(random.below(99));
  }
  return table;
}

template <typename T> void check() {
  using Result = decltype(sum(T()));
  const int size = 61, threads = 7 * 64, n = threads - 9;
  const std::vector<T> table = randomTable<T>(size);
  Random random(7);
  std::vector<int> indices(threads);
  for (int &index : indices)
    index = static_cast<int>(random.below(size + 30)) - 30;
  for (int i = 128; i < 192; ++i) // all lanes of some warps
    indices[i] = (i * 37) % size;
  for (int i = 192; i < 224; ++i) // none of another one
    indices[i] = -1;
  DeviceArray<T> device_table(table);
  DeviceArray<int> device_indices(indices);
  std::vector<const T *> pointers(threads);
  std::vector<Result> expected(threads), of_all(threads);
  for (int i = 0; i < threads; ++i) {
    pointers[i] = indices[i] < 0 ? nullptr : device_table.get() + indices[i];
    of_all[i] = sum(table[indices[i] < 0 ? 0 : indices[i]]);
    if (i < n && indices[i] >= 0)
      expected[i] = of_all[i];
  }
  DeviceArray<const T *> device_pointers(pointers);
  DeviceArray<Result> picked(threads), followed(threads), all(threads);
  pick<<<7, 64>>>(picked.get(), device_table.get(), device_indices.get(), n);
  follow<<<7, 64>>>(followed.get(), device_pointers.get(), n);
  pick_all<<<7, 64>>>(all.get(), device_table.get(), device_indices.get());
  CHECK_LAUNCH();
  CHECK_SAME(picked.host(), expected);
  CHECK_SAME(followed.host(), expected);
  CHECK_SAME(all.host(), of_all);
}

void checkAround() {
  const int threads = 5 * 64, n = threads - 3;
  std::vector<float> image(40 + 200 + 1001);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(i % 89);
  Random random(3);
  std::vector<int> indices(threads);
  for (int &index : indices)
    index = static_cast<int>(random.below(230)) - 30;
  std::vector<float> expected(threads);
  for (int i = 0; i < n; ++i)
    if (indices[i] >= 0) {
      const float *at = image.data() + 40 + indices[i];
      expected[i] = at[0] + 2 * at[1] + 3 * at[32] + 4 * at[33] + 5 * at[-32] + 6 * at[-31] + 7 * at[-30] +
                    8 * at[1000];
    }
  DeviceArray<float> device_image(image), out(threads);
  DeviceArray<int> device_indices(indices);
  around<<<5, 64>>>(out.get(), device_image.get(), device_indices.get(), n);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

} // namespace

int main() {
  check<float4>();
  check<float3>();
  check<float2>();
  check<double2>();
  check<double3>();
  check<uchar4>();
  check<uchar3>();
  check<short2>();
  check<short4>();
  check<longlong2>();
  check<Seven>();
  check<Mixed>();
  check<Bytes>();
  checkAround();
  return verdict();
}
