// atomicAdd of float2 and float4 under contention: no component of any thread's is lost, in every scope.
#include "contention.h"

struct Add {
  template <class T> __device__ T operator()(T *cell, T value) const { return atomicAdd(cell, value); }
};
struct AddBlock {
  template <class T> __device__ T operator()(T *cell, T value) const { return atomicAdd_block(cell, value); }
};
struct AddSystem {
  template <class T> __device__ T operator()(T *cell, T value) const { return atomicAdd_system(cell, value); }
};

// What thread `id` adds; small integers, so that every order gives the same sum.
__host__ __device__ void operand(int id, float2 &value) { value = make_float2(id % 7, -(id % 3)); }
__host__ __device__ void operand(int id, float4 &value) {
  value = make_float4(id % 5, 1, -(id % 11), id % 2);
}

void addTo(float2 &sum, float2 value) {
  sum.x += value.x;
  sum.y += value.y;
}
void addTo(float4 &sum, float4 value) {
  sum.x += value.x;
  sum.y += value.y;
  sum.z += value.z;
  sum.w += value.w;
}
bool same(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
bool same(float4 a, float4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

// Rows of cells: one for all blocks, or one for each.
template <class T, class Operation> __global__ void contend(T *rows, bool row_per_block, Operation add) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id % 3 == 1)
    return;
  T value;
  operand(id, value);
  add(rows + (row_per_block ? blockIdx.x * kCells : 0) + id % kCells, value);
}

template <class T, class Operation> void check(Operation add, bool row_per_block) {
  std::vector<T> expected((row_per_block ? kBlocks : 1) * kCells, T{});
  for (int id = 0; id < kBlocks * kThreads; ++id) {
    if (id % 3 == 1)
      continue;
    T value;
    operand(id, value);
    addTo(expected[(row_per_block ? id / kThreads * kCells : 0) + id % kCells], value);
  }
  DeviceArray<T> rows(expected.size());
  contend<<<kBlocks, kThreads>>>(rows.get(), row_per_block, add);
  CHECK_LAUNCH();
  const std::vector<T> got = rows.host();
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(same(got[i], expected[i]));
}

// Threads that take turns see each other's sums.
template <class T> __global__ void oneAfterTheOther(T *cell, T *seen) {
  T value;
  operand(threadIdx.x, value);
  for (unsigned turn = 0; turn < blockDim.x; ++turn) {
    if (turn == threadIdx.x)
      seen[turn] = atomicAdd(cell, value);
    __syncthreads();
  }
}

template <class T> void checkOldValues() {
  DeviceArray<T> cell(1), seen(40);
  oneAfterTheOther<<<1, 40>>>(cell.get(), seen.get());
  CHECK_LAUNCH();
  const std::vector<T> got = seen.host();
  T sum{};
  for (int i = 0; i < 40; ++i) {
    CHECK(same(got[i], sum));
    T value;
    operand(i, value);
    addTo(sum, value);
  }
}

int main() {
  check<float2>(Add{}, false);
  check<float2>(AddSystem{}, false);
  check<float2>(AddBlock{}, true);
  check<float4>(Add{}, false);
  check<float4>(AddSystem{}, false);
  check<float4>(AddBlock{}, true);
  checkOldValues<float2>();
  checkOldValues<float4>();
  return verdict();
}
