// Streams that capture: forks and joins by events, what becomes nodes, and what is refused meanwhile.
#include "../check.h"

#include <thread>

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

  // A launch of a graph cannot be captured.
  CHECK_CUDA(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaGraphLaunch(exec, main_stream), cudaErrorStreamCaptureUnsupported);
  cudaGraph_t none;
  CHECK_EQ(cudaStreamEndCapture(main_stream, &none), cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();

  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaEventDestroy(fork));
  CHECK_CUDA(cudaEventDestroy(join));
  CHECK_CUDA(cudaStreamDestroy(main_stream));
  CHECK_CUDA(cudaStreamDestroy(side));
}

// Memory that a graph has: allocated and freed by its nodes, at the same address in each launch.
void memory() {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  std::vector<int> got(kCount);
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int *scratch;
  CHECK_CUDA(cudaMallocAsync(&scratch, kCount * sizeof(int), stream));
  CHECK_CUDA(cudaMemsetAsync(scratch, 0, kCount * sizeof(int), stream));
  add<<<kCount / 128, 128, 0, stream>>>(scratch, 9);
  CHECK_CUDA(cudaMemcpyAsync(got.data(), scratch, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream));
  // A stream that has joined may be destroyed before the capture ends.
  cudaStream_t side;
  cudaEvent_t event;
  CHECK_CUDA(cudaStreamCreate(&side));
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaEventRecord(event, stream));
  CHECK_CUDA(cudaStreamWaitEvent(side, event, 0));
  CHECK_CUDA(cudaFreeAsync(scratch, side));
  CHECK_CUDA(cudaEventRecord(event, side));
  CHECK_CUDA(cudaStreamWaitEvent(stream, event, 0));
  CHECK_CUDA(cudaStreamDestroy(side));
  CHECK_CUDA(cudaEventDestroy(event));
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  std::size_t count = 5;
  cudaGraphNode_t nodes[5];
  CHECK_CUDA(cudaGraphGetNodes(graph, nodes, &count));
  CHECK_EQ(count, std::size_t{5});
  int allocations = 0, frees = 0;
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    CHECK_CUDA(cudaGraphNodeGetType(node, &type));
    allocations += type == cudaGraphNodeTypeMemAlloc;
    frees += type == cudaGraphNodeTypeMemFree;
  }
  CHECK_EQ(allocations, 1);
  CHECK_EQ(frees, 1);
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int run = 0; run < 2; ++run) {
    got.assign(kCount, 0);
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(got[0], 9);
    CHECK_EQ(got[kCount - 1], 9);
  }
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaDeviceGraphMemTrim(0));
  CHECK_CUDA(cudaStreamDestroy(stream));
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
  CHECK_CUDA(cudaStreamWaitEvent(side, event, 0));
  add<<<1, 32, 0, side>>>(memory, 1);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(event, stream));
  CHECK_CUDA(cudaStreamWaitEvent(side, event, 0));
  CHECK_EQ(cudaStreamEndCapture(side, &graph), cudaErrorStreamCaptureUnmatched);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  // A captured event cannot be asked, and who asks ends the capture.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(event, stream));
  CHECK_EQ(cudaEventQuery(event), cudaErrorCapturedEvent);
  CHECK_EQ(cudaStreamWaitEvent(side, event, 0), cudaErrorInvalidValue);
  CHECK_EQ(cudaStreamEndCapture(side, &graph), cudaErrorIllegalState);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

  // The legacy stream would have to wait.
  int on_host = 0;
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaMemcpy(&on_host, memory, sizeof on_host, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
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

cudaError_t allocate() {
  void *memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, 64);
  if (error == cudaSuccess)
    CHECK_CUDA(cudaFree(memory));
  return error;
}

// What a capture would miss is refused: of all threads, of its own, or not at all.
void modes() {
  cudaStream_t stream, side;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamCreate(&side));
  cudaGraph_t graph;

  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK_EQ(allocate(), cudaErrorStreamCaptureUnsupported);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaError_t error = cudaSuccess;
  std::thread([&] { error = allocate(); }).join();
  CHECK_EQ(error, cudaErrorStreamCaptureUnsupported);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();

  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  std::thread([&] { error = allocate(); }).join();
  CHECK_EQ(error, cudaSuccess);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  CHECK_EQ(allocate(), cudaErrorStreamCaptureUnsupported);
  CHECK_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  std::thread([&] { error = cudaStreamEndCapture(stream, &graph); }).join();
  CHECK_EQ(error, cudaErrorStreamCaptureWrongThread);
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
    CHECK_CUDA(cudaGraphDestroy(graph));

  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(allocate(), cudaSuccess);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQ(mode, cudaStreamCaptureModeGlobal);
  CHECK_EQ(allocate(), cudaSuccess);
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQ(mode, cudaStreamCaptureModeRelaxed);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK_CUDA(cudaGraphDestroy(graph));

  // Who waits for all of the device, and a copy in the legacy stream, would wait for what is not done.
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
    CHECK_CUDA(cudaGraphDestroy(graph));
  cudaGetLastError();

  // Two captures stay two.
  cudaEvent_t event;
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaStreamBeginCapture(side, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(event, stream));
  CHECK_EQ(cudaStreamWaitEvent(side, event, 0), cudaErrorStreamCaptureMerge);
  cudaGetLastError();
  CHECK_EQ(cudaStreamEndCapture(side, &graph), cudaErrorStreamCaptureInvalidated);
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess)
    CHECK_CUDA(cudaGraphDestroy(graph));
  cudaGetLastError();
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaStreamDestroy(stream));
  CHECK_CUDA(cudaStreamDestroy(side));
}

int main() {
  forksAndJoins();
  modes();
  memory();
  refused();
  return verdict();
}
