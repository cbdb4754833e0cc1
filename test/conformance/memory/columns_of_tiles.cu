// Tiles of shared memory are filled by rows and read by columns, by neighbouring columns of fused warps, for elements of
// all sizes, rows of several lengths and blocks of several heights; and records of which each thread reads neighbouring
// fields, in full and in partial warps, up to the last byte of the memory that they lie in.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

template <typename T> __host__ __device__ T element(int i) { return static_cast<T>(i * 7 % 113 - 50); }

// Tiles of `side` x `side` elements, in blocks of `rows` rows; a tile's rows are `length` elements apart.
template <typename T, int rows, int length, int side>
__global__ void transpose(T *out, const T *in, int width, int height) {
  __shared__ T tile[side][length];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  for (int i = 0; i < side; i += rows)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  const int to_x = blockIdx.y * side + threadIdx.x, to_y = blockIdx.x * side + threadIdx.y;
  for (int i = 0; i < side; i += rows)
    out[(to_y + i) * height + to_x] = tile[threadIdx.x][threadIdx.y + i];
}

template <typename T, int rows, int length, int side = 32> void checkTranspose() {
  constexpr int width = 96, height = 64;
  T *in, *out;
  CHECK_CUDA(cudaMallocManaged(&in, width * height * sizeof(T)));
  CHECK_CUDA(cudaMallocManaged(&out, width * height * sizeof(T)));
  for (int i = 0; i < width * height; ++i)
    in[i] = element<T>(i);
  transpose<T, rows, length, side>
      <<<dim3(width / side, height / side), dim3(side, rows)>>>(out, in, width, height);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < height; ++x)
      CHECK_EQ(out[y * height + x], in[x * width + y]);
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

template <typename T, int length> struct Record {
  T values[length];
};

// Some neighbouring fields, one twice, in an order of their own, and the last ones of the record.
template <typename T, int length> __global__ void combine(T *out, const Record<T, length> *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const T *own = in[i].values;
  out[2 * i] = own[3] + 2 * own[1] + 3 * own[2] + 5 * own[0];
  out[2 * i + 1] =
      own[length - 1] + 2 * own[length - 4] + 3 * own[length - 2] + 5 * own[length - 3] + 7 * own[length - 1];
}

template <typename T, int length> void checkRecords(int n) {
  Record<T, length> *in;
  T *out;
  CHECK_CUDA(cudaMallocManaged(&in, n * sizeof *in));
  CHECK_CUDA(cudaMallocManaged(&out, 2 * n * sizeof(T)));
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < length; ++k)
      in[i].values[k] = element<T>(i * length + k);
  combine<<<(n + 63) / 64, 64>>>(out, in, n);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    const T *own = in[i].values;
    CHECK_EQ(out[2 * i], T(own[3] + 2 * own[1] + 3 * own[2] + 5 * own[0]));
    CHECK_EQ(out[2 * i + 1], T(own[length - 1] + 2 * own[length - 4] + 3 * own[length - 2] +
                               5 * own[length - 3] + 7 * own[length - 1]));
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  checkTranspose<float, 8, 33>();
  checkTranspose<float, 16, 36>();
  checkTranspose<float, 2, 33>();
  checkTranspose<double, 8, 33>();
  checkTranspose<double, 32, 33>();
  checkTranspose<int, 4, 32>();
  checkTranspose<long long, 8, 35>();
  checkTranspose<short, 8, 34>();
  checkTranspose<unsigned char, 8, 36>();
  checkTranspose<float, 16, 17, 16>();
  checkTranspose<double, 16, 16, 16>();
  checkTranspose<int, 8, 9, 8>();
  for (int n : {1, 31, 32, 64, 77, 1000}) {
    checkRecords<float, 20>(n);
    checkRecords<double, 20>(n);
    checkRecords<int, 33>(n);
    checkRecords<short, 33>(n);
  }
  return verdict();
}
