// Tiles of shared memory with borders that few threads fill: rows with a halo on both sides, tiles with four sides and
// corners, and tables of which single lanes of single warps look something up, in blocks of full and partial warps.
#include "../check.h"

constexpr int kMostThreads = 320;

template <typename T> __global__ void smoothRow(T *out, const T *in, int size) {
  __shared__ T row[kMostThreads + 4];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, last = blockDim.x - 1;
  auto at = [&](int j) { return in[j < 0 ? 0 : j < size ? j : size - 1]; };
  row[t + 2] = at(i);
  if (t == 0) {
    row[0] = at(i - 2);
    row[1] = at(i - 1);
  }
  if (t == last) {
    row[t + 3] = at(i + 1);
    row[t + 4] = at(i + 2);
  }
  __syncthreads();
  if (i < size)
    out[i] = row[t] + 2 * row[t + 1] + 3 * row[t + 2] + 2 * row[t + 3] + row[t + 4];
}

template <typename T> void checkRows(int threads, int size) {
  T *in, *out;
  CHECK_CUDA(cudaMallocManaged(&in, size * sizeof(T)));
  CHECK_CUDA(cudaMallocManaged(&out, size * sizeof(T)));
  for (int i = 0; i < size; ++i)
    in[i] = static_cast<T>(i * 7 % 11);
  smoothRow<<<(size + threads - 1) / threads, threads>>>(out, in, size);
  CHECK_CUDA(cudaDeviceSynchronize());
  auto at = [&](int j) { return in[j < 0 ? 0 : j < size ? j : size - 1]; };
  for (int i = 0; i < size; ++i)
    CHECK_EQ(out[i], static_cast<T>(at(i - 2) + 2 * at(i - 1) + 3 * at(i) + 2 * at(i + 1) + at(i + 2)));
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

constexpr int kWidth = 32, kHeight = 8;

// Each side of the frame is filled by the threads next to it, the corners by one thread each.
__global__ void sumOfNine(int *out, const int *in, int width, int height) {
  __shared__ int tile[kHeight + 2][kWidth + 2];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * kWidth + x, j = blockIdx.y * kHeight + y;
  auto at = [&](int column, int row) {
    return column < 0 || row < 0 || column >= width || row >= height ? 0 : in[row * width + column];
  };
  tile[y + 1][x + 1] = at(i, j);
  if (x == 0)
    tile[y + 1][0] = at(i - 1, j);
  if (x == kWidth - 1)
    tile[y + 1][kWidth + 1] = at(i + 1, j);
  if (y == 0)
    tile[0][x + 1] = at(i, j - 1);
  if (y == kHeight - 1)
    tile[kHeight + 1][x + 1] = at(i, j + 1);
  if (x % (kWidth - 1) == 0 && y % (kHeight - 1) == 0) {
    const int dx = x == 0 ? -1 : 1, dy = y == 0 ? -1 : 1;
    tile[y + 1 + dy][x + 1 + dx] = at(i + dx, j + dy);
  }
  __syncthreads();
  int sum = 0;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      sum += tile[y + row][x + column];
  out[j * width + i] = sum;
}

void checkFrames() {
  constexpr int width = 3 * kWidth, height = 5 * kHeight;
  int *in, *out;
  CHECK_CUDA(cudaMallocManaged(&in, width * height * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, width * height * sizeof(int)));
  for (int i = 0; i < width * height; ++i)
    in[i] = i * 13 % 101;
  sumOfNine<<<dim3(width / kWidth, height / kHeight), dim3(kWidth, kHeight)>>>(out, in, width, height);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      for (int row = y - 1; row <= y + 1; ++row)
        for (int column = x - 1; column <= x + 1; ++column)
          if (row >= 0 && column >= 0 && row < height && column < width)
            sum += in[row * width + column];
      CHECK_EQ(out[y * width + x], sum);
    }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

// In most warps nobody has anything to look up; where somebody has, the others keep what they had.
__global__ void lookUpRarely(int *out, const int *table, const int *wanted) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = -1, place = wanted[i];
  if (place >= 0) {
    value = table[place];
    out[gridDim.x * blockDim.x + place] = i;
  }
  out[i] = value;
}

void checkLookUps() {
  constexpr int threads = 96, blocks = 5, size = threads * blocks, places = 1024;
  int *table, *wanted, *out;
  CHECK_CUDA(cudaMallocManaged(&table, places * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&wanted, size * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, (size + places) * sizeof(int)));
  for (int i = 0; i < places; ++i) {
    table[i] = 3 * i;
    out[size + i] = -2;
  }
  for (int i = 0; i < size; ++i)
    wanted[i] = i % 71 == 5 || i / 32 == 9 ? (i * 389) % places : -1;
  lookUpRarely<<<blocks, threads>>>(out, table, wanted);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < size; ++i) {
    CHECK_EQ(out[i], wanted[i] < 0 ? -1 : 3 * wanted[i]);
    if (wanted[i] >= 0)
      CHECK_EQ(out[size + wanted[i]], i); // 389 is odd, so no two want the same
  }
  int untouched = 0;
  for (int i = 0; i < places; ++i)
    untouched += out[size + i] == -2;
  int looked_up = 0;
  for (int i = 0; i < size; ++i)
    looked_up += wanted[i] >= 0;
  CHECK_EQ(untouched, places - looked_up);
  CHECK_CUDA(cudaFree(table));
  CHECK_CUDA(cudaFree(wanted));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  for (int threads : {32, 33, 100, 256, kMostThreads})
    for (int size : {1, 255, 1000}) {
      checkRows<int>(threads, size);
      checkRows<float>(threads, size);
      checkRows<double>(threads, size);
      checkRows<unsigned char>(threads, size);
    }
  checkFrames();
  checkLookUps();
  return verdict();
}
