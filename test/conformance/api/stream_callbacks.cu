// Host functions in a stream run in order with its other work, once, with their data.
#include "../check.h"

#include <atomic>

struct Log {
  std::atomic<int> count{0};
  int values[10] = {};
  const int *source = nullptr;
};

static void noteValue(void *data) {
  Log *log = static_cast<Log *>(data);
  int i = log->count++;
  log->values[i] = *log->source;
}
static void CUDART_CB noteStatus(cudaStream_t, cudaError_t status, void *data) {
  Log *log = static_cast<Log *>(data);
  log->values[log->count++] = status == cudaSuccess ? -1 : -2;
}

__global__ void increment(int *value) { *value += 1; }

int main() {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  int *value = nullptr;
  CHECK_CUDA(cudaMallocHost(&value, sizeof(int)));
  *value = 0;
  Log log;
  log.source = value;
  for (int i = 0; i < 4; ++i) {
    increment<<<1, 1, 0, stream>>>(value);
    CHECK_CUDA(cudaLaunchHostFunc(stream, noteValue, &log));
  }
  CHECK_CUDA(cudaStreamAddCallback(stream, noteStatus, &log, 0));
  increment<<<1, 1, 0, stream>>>(value);
  CHECK_CUDA(cudaLaunchHostFunc(stream, noteValue, &log));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(log.count.load(), 6);
  const int expected[6] = {1, 2, 3, 4, -1, 5};
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(log.values[i], expected[i]);
  CHECK_CUDA(cudaFreeHost(value));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return verdict();
}
