// Matrices are multiplied by tiles that lie in shared memory for a while: forwards, backwards, by pointers that
// move, with edges that are filled up, and by rows whose order lies in memory. The matrices end where their memory
// does. All numbers are small integers, so that sums of float are exact.
#include "../check.h"

constexpr int kTile = 32;

enum Variant { kForwards, kBackwards, kPointers, kEdges, kByOrder };

template <int variant>
__global__ void multiply(float *c, const float *a, const float *b, const int *order, int size) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  const float *from_a = a + y * size + threadIdx.x, *from_b = b + threadIdx.y * size + x;
  float sum = 0;
  for (int tile = 0; tile < size; tile += kTile) {
    const int first = variant == kBackwards ? size - kTile - tile : tile;
    const int column = first + threadIdx.x, row = first + threadIdx.y;
    if (variant == kPointers) {
      tile_a[threadIdx.y][threadIdx.x] = *from_a;
      tile_b[threadIdx.y][threadIdx.x] = *from_b;
      from_a += kTile;
      from_b += kTile * size;
    } else if (variant == kEdges) {
      tile_a[threadIdx.y][threadIdx.x] = y < size && column < size ? a[y * size + column] : 0;
      tile_b[threadIdx.y][threadIdx.x] = row < size && x < size ? b[row * size + x] : 0;
    } else {
      tile_a[threadIdx.y][threadIdx.x] = a[y * size + (variant == kByOrder ? order[column] : column)];
      tile_b[threadIdx.y][threadIdx.x] = b[(variant == kByOrder ? order[row] : row) * size + x];
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (x < size && y < size)
    c[y * size + x] = sum;
}

static float elementOfA(int y, int x) { return static_cast<float>((y * 7 + x * 13) % 11 - 5); }
static float elementOfB(int y, int x) { return static_cast<float>((y * 5 + x * 3) % 7 - 3); }

template <int variant> void test(int size) {
  std::vector<float> a(size * size), b(size * size), expected(size * size);
  std::vector<int> order(size);
  for (int y = 0; y < size; ++y) {
    order[y] = (y * 37 + 11) % size;
    for (int x = 0; x < size; ++x) {
      a[y * size + x] = elementOfA(y, x);
      b[y * size + x] = elementOfB(y, x);
    }
  }
  for (int y = 0; y < size; ++y)
    for (int k = 0; k < size; ++k)
      for (int x = 0; x < size; ++x)
        expected[y * size + x] += a[y * size + k] * b[k * size + x];
  const std::size_t bytes = a.size() * sizeof(float);
  std::vector<float> c(a.size());
  float *device_a, *device_b, *device_c;
  int *device_order;
  CHECK_CUDA(cudaMalloc(&device_a, bytes));
  CHECK_CUDA(cudaMalloc(&device_b, bytes));
  CHECK_CUDA(cudaMalloc(&device_c, bytes));
  CHECK_CUDA(cudaMalloc(&device_order, size * sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_order, order.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  const int blocks = (size + kTile - 1) / kTile;
  multiply<variant><<<dim3(blocks, blocks), dim3(kTile, kTile)>>>(device_c, device_a, device_b, device_order, size);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
  CHECK_SAME(c, expected);
  for (void *memory : {static_cast<void *>(device_a), static_cast<void *>(device_b), static_cast<void *>(device_c),
                       static_cast<void *>(device_order)})
    CHECK_CUDA(cudaFree(memory));
}

int main() {
  for (int size : {32, 128}) {
    test<kForwards>(size);
    test<kBackwards>(size);
    test<kPointers>(size);
    test<kEdges>(size);
    test<kByOrder>(size);
  }
  test<kEdges>(77);
  return verdict();
}
