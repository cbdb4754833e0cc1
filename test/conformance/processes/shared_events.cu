// An event of one process that a stream of another one waits for, and the other way round.
#include "two_processes.h"

__global__ void spin(int *values, int rounds) {
  int value = values[threadIdx.x];
  for (int i = 0; i < rounds; ++i)
    value = value * 1664525 + 1013904223;
  values[threadIdx.x] = value | 1;
}

__global__ void addOne(int *values) { values[threadIdx.x] += 1; }

constexpr int kThreads = 64, kRounds = 2'000'000, kTurns = 20;

void owner(Peer &peer) {
  cudaEvent_t timed, event, theirs;
  CHECK_EQ(cudaEventCreateWithFlags(&timed, cudaEventInterprocess), cudaErrorInvalidValue);
  CHECK_CUDA(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  cudaIpcEventHandle_t handle;
  CHECK_CUDA(cudaEventCreateWithFlags(&timed, cudaEventDisableTiming));
  CHECK(cudaIpcGetEventHandle(&handle, timed) != cudaSuccess);
  cudaGetLastError();
  CHECK_CUDA(cudaIpcGetEventHandle(&handle, event));
  int *values;
  CHECK_CUDA(cudaMalloc(&values, sizeof(int) * kThreads));
  CHECK_CUDA(cudaMemset(values, 0, sizeof(int) * kThreads));
  cudaIpcMemHandle_t memory;
  CHECK_CUDA(cudaIpcGetMemHandle(&memory, values));
  // Nothing recorded is passed.
  CHECK_CUDA(cudaEventQuery(event));
  peer.send(handle);
  peer.send(memory);
  CHECK_CUDA(cudaIpcOpenEventHandle(&theirs, peer.receive<cudaIpcEventHandle_t>()));
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  for (int turn = 0; turn < kTurns; ++turn) {
    spin<<<1, kThreads, 0, stream>>>(values, kRounds / kTurns);
    CHECK_CUDA(cudaEventRecord(event, stream));
    peer.send(turn);
    // They have recorded theirs by then, behind their wait for ours.
    peer.receive<int>();
    CHECK_CUDA(cudaStreamWaitEvent(stream, theirs, 0));
    addOne<<<1, kThreads, 0, stream>>>(values);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    std::vector<int> got(kThreads);
    CHECK_CUDA(cudaMemcpy(got.data(), values, sizeof(int) * kThreads, cudaMemcpyDeviceToHost));
    bool is_right = true;
    for (const int value : got)
      is_right &= value == 1001;
    CHECK(is_right);
  }
  CHECK_CUDA(cudaEventSynchronize(theirs));
  CHECK_CUDA(cudaEventDestroy(theirs));
  peer.send(0);
  peer.receive<int>();
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK_CUDA(cudaStreamDestroy(stream));
}

__global__ void setThousandWhereOdd(int *values) {
  if (values[threadIdx.x] & 1)
    values[threadIdx.x] = 1000;
}

void user(Peer &peer, pid_t) {
  cudaEvent_t theirs, event;
  void *memory;
  CHECK_CUDA(cudaIpcOpenEventHandle(&theirs, peer.receive<cudaIpcEventHandle_t>()));
  CHECK_CUDA(
      cudaIpcOpenMemHandle(&memory, peer.receive<cudaIpcMemHandle_t>(), cudaIpcMemLazyEnablePeerAccess));
  CHECK_CUDA(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  cudaIpcEventHandle_t handle;
  CHECK_CUDA(cudaIpcGetEventHandle(&handle, event));
  peer.send(handle);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  for (int turn = 0; turn < kTurns; ++turn) {
    peer.receive<int>();
    CHECK_CUDA(cudaStreamWaitEvent(stream, theirs, 0));
    setThousandWhereOdd<<<1, kThreads, 0, stream>>>(static_cast<int *>(memory));
    CHECK_CUDA(cudaEventRecord(event, stream));
    peer.send(turn);
  }
  CHECK_CUDA(cudaEventSynchronize(theirs));
  CHECK_CUDA(cudaEventQuery(theirs));
  peer.receive<int>();
  CHECK_CUDA(cudaEventDestroy(theirs));
  CHECK_CUDA(cudaIpcCloseMemHandle(memory));
  peer.send(0);
}

int main() { return runTwo(owner, user); }
