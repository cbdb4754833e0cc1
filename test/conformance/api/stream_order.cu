// Work in one stream runs in order; different streams have their own; events order one stream after another.
#include "../check.h"

__global__ void append(int *values, int *count, int value) { values[(*count)++] = value; }
__global__ void slow_set(int *cell, int value) {
  long long start = clock64();
  while (clock64() - start < 5'000'000) {
  }
  *cell = value;
}
__global__ void copy_cell(int *to, const int *from) { *to = *from; }

// Attributes are remembered, and copied from stream to stream.
void attributes() {
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams)
    CHECK_CUDA(cudaStreamCreate(&stream));
  cudaStreamAttrValue value = {}, got = {};
  value.syncPolicy = cudaSyncPolicySpin;
  CHECK_CUDA(cudaStreamSetAttribute(streams[0], cudaStreamAttributeSynchronizationPolicy, &value));
  CHECK_CUDA(cudaStreamCopyAttributes(streams[1], streams[0]));
  CHECK_CUDA(cudaStreamGetAttribute(streams[1], cudaStreamAttributeSynchronizationPolicy, &got));
  CHECK_EQ(got.syncPolicy, cudaSyncPolicySpin);
  for (cudaStream_t stream : streams)
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main() {
  const int streams = 4, steps = 25;
  cudaStream_t stream[streams];
  DeviceArray<int> values(streams * steps), counts(streams);
  for (int s = 0; s < streams; ++s)
    CHECK_CUDA(s % 2 ? cudaStreamCreate(&stream[s])
                     : cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
  // The arrays were cleared by cudaMemset(), which does not wait, and some of the streams do not wait for it either.
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < steps; ++i)
    for (int s = 0; s < streams; ++s)
      append<<<1, 1, 0, stream[s]>>>(values.get() + s * steps, counts.get() + s, i * streams + s);
  for (int s = 0; s < streams; ++s)
    CHECK_CUDA(cudaStreamSynchronize(stream[s]));
  std::vector<int> got = values.host();
  for (int s = 0; s < streams; ++s)
    for (int i = 0; i < steps; ++i)
      CHECK_EQ(got[s * steps + i], i * streams + s);

  // Copies keep the order too.
  int *pinned = nullptr;
  CHECK_CUDA(cudaMallocHost(&pinned, 3 * sizeof(int)));
  pinned[0] = 11, pinned[1] = pinned[2] = 0;
  DeviceArray<int> cells(2);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaMemcpyAsync(cells.get(), pinned, sizeof(int), cudaMemcpyHostToDevice, stream[0]));
  copy_cell<<<1, 1, 0, stream[0]>>>(cells.get() + 1, cells.get());
  CHECK_CUDA(cudaMemsetAsync(cells.get(), 0, sizeof(int), stream[0]));
  CHECK_CUDA(cudaMemcpyAsync(pinned + 1, cells.get(), 2 * sizeof(int), cudaMemcpyDeviceToHost, stream[0]));
  CHECK_CUDA(cudaStreamSynchronize(stream[0]));
  CHECK_EQ(pinned[1], 0);
  CHECK_EQ(pinned[2], 11);

  // Stream 2 waits for what stream 0 did before the event.
  cudaEvent_t event;
  CHECK_CUDA(cudaEventCreate(&event));
  slow_set<<<1, 1, 0, stream[0]>>>(cells.get(), 42);
  CHECK_CUDA(cudaEventRecord(event, stream[0]));
  CHECK_CUDA(cudaStreamWaitEvent(stream[2], event, 0));
  copy_cell<<<1, 1, 0, stream[2]>>>(cells.get() + 1, cells.get());
  CHECK_CUDA(cudaStreamSynchronize(stream[2]));
  CHECK_EQ(cells.host()[1], 42);
  CHECK_EQ(cudaStreamQuery(stream[0]), cudaSuccess);
  CHECK_CUDA(cudaEventDestroy(event));
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  CHECK_CUDA(cudaFreeHost(pinned));
  attributes();
  return verdict();
}
