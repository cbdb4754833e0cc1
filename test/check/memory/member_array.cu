// An array within a structure is left, though the structure goes on behind it; code that means the whole structure is not.
#include <cuda_runtime.h>

struct Cell {
  int values[4];
  int count;
  float corners[2][2];
  int flags;
};

struct Message { // as large as was allocated
  int length;
  int text[1];
};

__device__ Cell of_device;

__device__ int first(const int *values) { return values[4]; }

__global__ void cells(Cell *cells, Message *message, int *out, int n) {
  Cell mine = cells[threadIdx.x];
#ifdef REPAIRED
  mine.values[n - 1] = 1;
  cells[threadIdx.x].values[n - 1] = 2;
  of_device.corners[0][n - 1] = 3;
  out[threadIdx.x] = mine.values[3];
#else
  mine.values[n] = 1;                // EXPECT: error out-of-bounds-member
  cells[threadIdx.x].values[n] = 2;  // EXPECT: error out-of-bounds-member
  of_device.corners[0][n] = 3;       // EXPECT: error out-of-bounds-member
  out[threadIdx.x] = mine.values[4]; // EXPECT: error out-of-bounds-member
#endif
  mine.count = first(mine.values) + mine.corners[0][3];
  memcpy(&cells[threadIdx.x].values[0], &mine.values[0], sizeof(Cell));
  for (int i = 0; i < message->length; ++i)
    message->text[i] = i;
  const int *end = mine.values + 4;
  for (const int *p = &mine.values[0]; p != end; ++p)
    out[threadIdx.x] += *p;
}

int main() {
  Cell *all;
  Message *message;
  int *out;
  cudaMalloc(&all, 32 * sizeof(Cell));
  cudaMalloc(&message, 64);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(all, 0, 32 * sizeof(Cell));
  const int length = 15;
  cudaMemcpy(message, &length, sizeof length, cudaMemcpyHostToDevice);
  cells<<<1, 32>>>(all, message, out, 4);
  cudaDeviceSynchronize();
  cudaFree(all);
  cudaFree(message);
  cudaFree(out);
}
