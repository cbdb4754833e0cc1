// Persistent blocks that count what is done to know when to stop; one piece of work is never put into the queue.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

constexpr int kPieces = 64;

struct Queue {
  int next, done, pieces[kPieces];
};

__global__ void work(Queue *queue, int *results) {
  __shared__ int piece;
  for (;;) {
    if (threadIdx.x == 0) {
      piece = atomicAdd(&queue->next, 1);
      if (piece >= kPieces)
        while (atomicAdd(&queue->done, 0) < kPieces) // EXPECT: error no-progress
          ;
    }
    __syncthreads();
    if (piece >= kPieces)
      return;
    results[piece * 64 + threadIdx.x] = queue->pieces[piece];
    __syncthreads();
#ifdef REPAIRED
    if (threadIdx.x == 0)
#else
    if (threadIdx.x == 0 && piece != 0)
#endif
      atomicAdd(&queue->done, 1);
  }
}

int main() {
  Queue *queue;
  int *results;
  cudaMalloc(&queue, sizeof(Queue));
  cudaMalloc(&results, kPieces * 64 * sizeof(int));
  cudaMemset(queue, 0, sizeof(Queue));
  work<<<4, 64>>>(queue, results);
  cudaDeviceSynchronize();
  cudaFree(queue);
  cudaFree(results);
}
