// Handles of memory and events whose process has ended, or that were freed, or are of this process, or no handles at all.
// stderr: warning: cudaIpcOpenMemHandle failed: cudaErrorInvalidResourceHandle
// stderr: note: process [0-9]+, whose memory it was, has ended
// stderr: warning: cudaIpcOpenEventHandle failed: cudaErrorInvalidResourceHandle
// stderr: note: process [0-9]+, whose event it was, has ended
#include "../../conformance/processes/two_processes.h"
#include "../error_check.h"

namespace {

struct Handles {
  cudaIpcMemHandle_t memory, freed;
  cudaIpcEventHandle_t event;
};

void owner(Peer &peer) {
  void *memory, *freed;
  cudaEvent_t event;
  Handles handles;
  CHECK_CUDA(cudaMalloc(&memory, 1 << 20));
  CHECK_CUDA(cudaMalloc(&freed, 1000));
  CHECK_CUDA(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  CHECK_CUDA(cudaIpcGetMemHandle(&handles.memory, memory));
  CHECK_CUDA(cudaIpcGetMemHandle(&handles.freed, freed));
  CHECK_CUDA(cudaIpcGetEventHandle(&handles.event, event));
  CHECK_CUDA(cudaFree(freed));
  peer.send(handles);
  peer.receive<int>();
}

void user(Peer &peer, pid_t child) {
  const auto handles = peer.receive<Handles>();
  void *memory = nullptr;
  cudaEvent_t event;
  const unsigned flags = cudaIpcMemLazyEnablePeerAccess;
  checkRefused(cudaIpcOpenMemHandle(&memory, handles.freed, flags), cudaErrorInvalidResourceHandle);
  // The process that has opened it has it, whatever becomes of the other one.
  void *opened = nullptr;
  CHECK_CUDA(cudaIpcOpenMemHandle(&opened, handles.memory, flags));
  CHECK_CUDA(cudaIpcOpenMemHandle(&memory, handles.memory, flags));
  CHECK(opened == memory);
  checkRefused(cudaFree(opened), cudaErrorInvalidValue);
  checkRefused(cudaMemset(opened, 0, (1 << 20) + 1), cudaErrorInvalidValue);
  CHECK_CUDA(cudaIpcCloseMemHandle(opened));
  CHECK_CUDA(cudaMemset(opened, 1, 1 << 20));
  CHECK_CUDA(cudaIpcCloseMemHandle(opened));
  checkRefused(cudaIpcCloseMemHandle(opened), cudaErrorInvalidValue);
  checkRefused(cudaMemset(opened, 0, 1), cudaErrorInvalidValue);
  peer.send(0);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  checkRefused(cudaIpcOpenMemHandle(&memory, handles.memory, flags), cudaErrorInvalidResourceHandle);
  checkRefused(cudaIpcOpenEventHandle(&event, handles.event), cudaErrorInvalidResourceHandle);

  cudaIpcMemHandle_t own = {};
  checkRefused(cudaIpcOpenMemHandle(&memory, own, flags), cudaErrorInvalidValue);
  int on_the_stack = 0;
  checkRefused(cudaIpcGetMemHandle(&own, &on_the_stack), cudaErrorInvalidValue);
  CHECK_CUDA(cudaMallocManaged(&memory, 100));
  checkRefused(cudaIpcGetMemHandle(&own, memory), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFree(memory));
  CHECK_CUDA(cudaMalloc(&memory, 100));
  CHECK_CUDA(cudaIpcGetMemHandle(&own, memory));
  checkRefused(cudaIpcOpenMemHandle(&opened, own, flags), cudaErrorDeviceUninitialized);
  checkStillComputes();
  // Nobody looks at what these answer.
  cudaIpcOpenMemHandle(&memory, handles.memory, flags);
  cudaIpcOpenEventHandle(&event, handles.event);
}

} // namespace

int main() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
    return 1;
  const pid_t child = fork();
  if (child == 0) {
    close(sockets[0]);
    Peer peer(sockets[1]);
    owner(peer);
    std::exit(tally.failures == 0 ? 0 : verdict());
  }
  close(sockets[1]);
  Peer peer(sockets[0]);
  user(peer, child);
  return verdict();
}
