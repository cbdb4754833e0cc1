// Streams that capture: forks and joins by events, what becomes nodes, and what is refused meanwhile.
#include "../check.h"

constexpr int kCount = 512;

__global__ void add(int *values, int what) { values[blockIdx.x * blockDim.x + threadIdx.x] += what; }
__global__ void combine(int *to, const int *one, const int *two) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = one[i] * 1000 + two[i];
}

void addOne(void *data) { ++*static_cast<int *>(data); }

void forksAndJoins() {
  int *one, *two, *result;
  for (int **array : {&one, &two, &result})
    CHECK_CUDA(cudaMalloc(array, kCount * sizeof(int)));
  int *host;
  CHECK_CUDA(cudaMallocHost(&host, kCount * sizeof(int)));
  cudaStream_t main_stream, side;
  CHECK_CUDA(cudaStreamCreate(&main_stream));
  CHECK_CUDA(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  CHECK_CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK_CUDA(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  int calls = 0;

  CHECK_CUDA(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamIsCapturing(main_stream, &status));
  CHECK_EQ(status, cudaStreamCaptureStatusActive);
  CHECK_CUDA(cudaMemsetAsync(one, 0, kCount * sizeof(int), main_stream));
  CHECK_CUDA(cudaEventRecord(fork, main_stream));
  CHECK_CUDA(cudaStreamWaitEvent(side, fork, 0));
  CHECK_CUDA(cudaStreamIsCapturing(side, &status));
  CHECK_EQ(status, cudaStreamCaptureStatusActive);
  CHECK_CUDA(cudaMemsetAsync(two, 0, kCount * sizeof(int), side));
  for (int i = 0; i < 4; ++i) {
    add<<<kCount / 128, 128, 0, main_stream>>>(one, 1);
    add<<<kCount / 128, 128, 0, side>>>(two, 2);
  }
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaEventRecord(join, side));
  CHECK_CUDA(cudaStreamWaitEvent(main_stream, join, 0));
  combine<<<kCount / 128, 128, 0, main_stream>>>(result, one, two);
  CHECK_CUDA(cudaMemcpyAsync(host, result, kCount * sizeof(int), cudaMemcpyDeviceToHost, main_stream));
  CHECK_CUDA(cudaLaunchHostFunc(main_stream, addOne, &calls));
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamEndCapture(main_stream, &graph));
  CHECK_CUDA(cudaStreamIsCapturing(side, &status));
  CHECK_EQ(status, cudaStreamCaptureStatusNone);
  // Nothing has been done yet.
  CHECK_EQ(calls, 0);
  std::size_t nodes = 0;
  CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK_EQ(nodes, std::size_t{13});

  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int run = 1; run <= 3; ++run) {
    CHECK_CUDA(cudaGraphLaunch(exec, side));
    CHECK_CUDA(cudaStreamSynchronize(side));
    CHECK_EQ(calls, run);
    for (int i = 0; i < kCount; ++i)
      CHECK_EQ(host[i], 4008);
  }

  // A launch that is captured becomes a child.
  CHECK_CUDA(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaGraphLaunch(exec, main_stream));
  CHECK_CUDA(cudaGraphLaunch(exec, main_stream));
  cudaGraph_t twice;
  CHECK_CUDA(cudaStreamEndCapture(main_stream, &twice));
  CHECK_CUDA(cudaGraphGetNodes(twice, nullptr, &nodes));
  CHECK_EQ(nodes, std::size_t{2});
  cudaGraphExec_t exec_twice;
  CHECK_CUDA(cudaGraphInstantiate(&exec_twice, twice, 0));
  CHECK_CUDA(cudaGraphLaunch(exec_twice, main_stream));
  CHECK_CUDA(cudaStreamSynchronize(main_stream));
  CHECK_EQ(calls, 5);

  for (cudaGraphExec_t one_exec : {exec, exec_twice})
    CHECK_CUDA(cudaGraphExecDestroy(one_exec));
  for (cudaGraph_t one_graph : {graph, twice})
    CHECK_CUDA(cudaGraphDestroy(one_graph));
  CHECK_CUDA(cudaEventDestroy(fork));
  CHECK_CUDA(cudaEventDestroy(join));
  CHECK_CUDA(cudaStreamDestroy(main_stream));
  CHECK_CUDA(cudaStreamDestroy(side));
}

void refused() {
  cudaStream_t stream, side;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamCreate(&side));
  cudaEvent_t event, outside;
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaEventCreate(&outside));
  CHECK_CUDA(cudaEventRecord(outside, side));
  int *memory;
  CHECK_CUDA(cudaMalloc(&memory, kCount * sizeof(int)));
  cudaGraph_t graph;

  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  CHECK_EQ(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal),
           cudaErrorStreamCaptureUnsupported);

  // What cannot be captured ends the capture.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaErrorIllegalState);
  CHECK_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  CHECK_EQ(cudaMemsetAsync(memory, 0, 4, stream), cudaErrorStreamCaptureInvalidated);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  // Work that others have not captured.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaStreamWaitEvent(stream, outside, 0), cudaErrorStreamCaptureIsolation);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  // A fork that never joins, and one that is ended in the wrong stream.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(event, stream));
  CHECK_EQ(cudaEventQuery(event), cudaErrorCapturedEvent);
  CHECK_CUDA(cudaStreamWaitEvent(side, event, 0));
  add<<<1, 32, 0, side>>>(memory, 1);
  CHECK_EQ(cudaStreamEndCapture(side, &graph), cudaErrorStreamCaptureUnmatched);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);

  // The legacy stream would have to wait.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaMemsetAsync(memory, 0, 4, cudaStreamLegacy), cudaErrorStreamCaptureImplicit);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  // All is well afterwards.
  cudaGetLastError();
  CHECK_CUDA(cudaMemset(memory, 0, kCount * sizeof(int)));
  add<<<kCount / 128, 128, 0, stream>>>(memory, 3);
  std::vector<int> got(kCount);
  CHECK_CUDA(cudaMemcpy(got.data(), memory, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_EQ(got[7], 3);
  CHECK_CUDA(cudaFree(memory));
  CHECK_CUDA(cudaStreamDestroy(stream));
  CHECK_CUDA(cudaStreamDestroy(side));
}

int main() {
  forksAndJoins();
  refused();
  return verdict();
}
