// Runs one read-modify-write operation from many threads at once on few addresses, global and shared.
#ifndef RADDLE_TEST_CONFORMANCE_CONTENTION_H
#define RADDLE_TEST_CONFORMANCE_CONTENTION_H

#include "../check.h"

constexpr int kBlocks = 13, kThreads = 96, kCells = 5;

// Operation: void operator()(T *cell, int id) const, on the device.
template <typename T, typename Operation> __global__ void contendGlobal(T *cells, Operation operation) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  operation(&cells[id % kCells], id);
}

// The same in shared memory; every block starts from `initial` and leaves its cells in its own row.
template <typename T, typename Operation>
__global__ void contendShared(T *rows, T initial, Operation operation) {
  __shared__ T cells[kCells];
  if (threadIdx.x < kCells)
    cells[threadIdx.x] = initial;
  __syncthreads();
  operation(&cells[threadIdx.x % kCells], static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x < kCells)
    rows[blockIdx.x * kCells + threadIdx.x] = cells[threadIdx.x];
}

// Compares with `apply(value, id)` run on the host, one thread after the other: the operations commute.
template <typename T, typename Operation, typename Apply>
void checkContention(T initial, Operation operation, Apply apply) {
  std::vector<T> expected(kCells, initial);
  for (int id = 0; id < kBlocks * kThreads; ++id)
    expected[id % kCells] = apply(expected[id % kCells], id);
  DeviceArray<T> cells(std::vector<T>(kCells, initial));
  contendGlobal<<<kBlocks, kThreads>>>(cells.get(), operation);
  CHECK_LAUNCH();
  CHECK_SAME(cells.host(), expected);

  std::vector<T> row(kCells, initial), rows_expected;
  for (int id = 0; id < kThreads; ++id)
    row[id % kCells] = apply(row[id % kCells], id);
  for (int block = 0; block < kBlocks; ++block)
    rows_expected.insert(rows_expected.end(), row.begin(), row.end());
  DeviceArray<T> rows(kBlocks * kCells);
  contendShared<<<kBlocks, kThreads>>>(rows.get(), initial, operation);
  CHECK_LAUNCH();
  CHECK_SAME(rows.host(), rows_expected);
}

// A functor that calls `function` with an operand computed from the thread's number. With the suffix _block
// only threads of one block may share an address, so such functors run on one cell per block (see
// checkBlockScope).
#define OPERATION(name, function, operand)                                                                   \
  struct name {                                                                                              \
    template <typename T> __device__ void operator()(T *cell, int id) const {                                \
      function(cell, static_cast<T>(operand));                                                               \
    }                                                                                                        \
  }

// For block scope: one row of cells per block in global memory.
template <typename T, typename Operation> __global__ void contendPerBlock(T *rows, Operation operation) {
  operation(&rows[blockIdx.x * kCells + threadIdx.x % kCells], static_cast<int>(threadIdx.x));
}

template <typename T, typename Operation, typename Apply>
void checkBlockScope(T initial, Operation operation, Apply apply) {
  std::vector<T> row(kCells, initial), expected;
  for (int id = 0; id < kThreads; ++id)
    row[id % kCells] = apply(row[id % kCells], id);
  for (int block = 0; block < kBlocks; ++block)
    expected.insert(expected.end(), row.begin(), row.end());
  DeviceArray<T> rows(std::vector<T>(kBlocks * kCells, initial));
  contendPerBlock<<<kBlocks, kThreads>>>(rows.get(), operation);
  CHECK_LAUNCH();
  CHECK_SAME(rows.host(), expected);
}

#endif
