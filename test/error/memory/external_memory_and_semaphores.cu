// Memory and semaphores by descriptors of files, in streams and in graphs; descriptors of other things are refused.
// stderr: warning: external memory that is no file descriptor is not supported
// stderr: warning: an external semaphore that is no file descriptor is not supported
#include "../error_check.h"

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

__global__ void addOne(int *values) { values[threadIdx.x] += 1; }

namespace {

constexpr std::size_t kBytes = 1 << 20;

int memoryFile(std::size_t bytes) {
  const int file = memfd_create("memory of another interface", 0);
  CHECK_EQ(ftruncate(file, static_cast<off_t>(bytes)), 0);
  return file;
}

cudaExternalSemaphore_t semaphore(cudaExternalSemaphoreHandleType type, int descriptor) {
  cudaExternalSemaphoreHandleDesc description = {};
  description.type = type;
  description.handle.fd = descriptor;
  cudaExternalSemaphore_t made = nullptr;
  CHECK_CUDA(cudaImportExternalSemaphore(&made, &description));
  return made;
}

void memory() {
  const int file = memoryFile(kBytes);
  int *const host = static_cast<int *>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  cudaExternalMemoryHandleDesc description = {};
  description.type = cudaExternalMemoryHandleTypeOpaqueFd;
  description.handle.fd = file;
  description.size = 2 * kBytes;
  cudaExternalMemory_t imported;
  checkRefused(cudaImportExternalMemory(&imported, &description), cudaErrorInvalidValue);
  description.size = kBytes;
  CHECK_CUDA(cudaImportExternalMemory(&imported, &description));
  cudaExternalMemoryBufferDesc buffer = {};
  buffer.offset = kBytes - 512;
  buffer.size = 1024;
  void *values;
  checkRefused(cudaExternalMemoryGetMappedBuffer(&values, imported, &buffer), cudaErrorInvalidValue);
  buffer.size = 512;
  CHECK_CUDA(cudaExternalMemoryGetMappedBuffer(&values, imported, &buffer));
  host[kBytes / 4 - 128] = 41;
  addOne<<<1, 128>>>(static_cast<int *>(values));
  CHECK_LAUNCH();
  CHECK_EQ(host[kBytes / 4 - 128], 42);
  CHECK_EQ(host[kBytes / 4 - 1], 1);
  checkRefused(cudaMemset(values, 0, 513), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaDestroyExternalMemory(imported));
  checkRefused(cudaDestroyExternalMemory(imported), cudaErrorInvalidResourceHandle);
  munmap(host, kBytes);

  int pipes[2];
  CHECK_EQ(pipe(pipes), 0);
  description.handle.fd = pipes[0];
  checkRefused(cudaImportExternalMemory(&imported, &description), cudaErrorInvalidValue);
  description.handle.fd = -1;
  checkRefused(cudaImportExternalMemory(&imported, &description), cudaErrorInvalidValue);
  description.type = cudaExternalMemoryHandleTypeNvSciBuf;
  checkRefused(cudaImportExternalMemory(&imported, &description), cudaErrorNotSupported);
}

void timelines(cudaStream_t one, cudaStream_t two) {
  const int file = memoryFile(8);
  auto *const number =
      static_cast<unsigned long long *>(mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  const cudaExternalSemaphore_t timeline =
      semaphore(cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, file);
  // A copy to memory that is not pinned would wait here.
  int *values, *got;
  CHECK_CUDA(cudaMallocHost(&got, sizeof *got));
  CHECK_CUDA(cudaMalloc(&values, sizeof(int)));
  CHECK_CUDA(cudaMemset(values, 0, sizeof(int)));
  for (unsigned long long turn = 1; turn <= 20; ++turn) {
    cudaExternalSemaphoreWaitParams wait = {};
    wait.params.fence.value = turn;
    CHECK_CUDA(cudaWaitExternalSemaphoresAsync(&timeline, &wait, 1, two));
    CHECK_CUDA(cudaMemcpyAsync(got, values, sizeof *got, cudaMemcpyDeviceToHost, two));
    addOne<<<1, 1, 0, one>>>(values);
    cudaExternalSemaphoreSignalParams signal = {};
    signal.params.fence.value = turn;
    CHECK_CUDA(cudaSignalExternalSemaphoresAsync(&timeline, &signal, 1, one));
    CHECK_CUDA(cudaStreamSynchronize(two));
    CHECK_EQ(*got, static_cast<int>(turn));
    CHECK_EQ(*number, turn);
  }
  CHECK_CUDA(cudaDestroyExternalSemaphore(timeline));
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaFreeHost(got));
}

// An eventfd, in a graph: the first node waits, the last one signals.
void graphs(cudaStream_t stream) {
  const int event = eventfd(0, 0), kept = dup(event), answer = eventfd(0, 0), kept_answer = dup(answer);
  const cudaExternalSemaphore_t first = semaphore(cudaExternalSemaphoreHandleTypeOpaqueFd, event);
  const cudaExternalSemaphore_t last = semaphore(cudaExternalSemaphoreHandleTypeOpaqueFd, answer);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t wait_node, signal_node;
  cudaExternalSemaphoreWaitParams wait = {};
  cudaExternalSemaphoreSignalParams signal = {};
  cudaExternalSemaphore_t first_copy = first, last_copy = last;
  cudaExternalSemaphoreWaitNodeParams wait_node_parameters = {&first_copy, &wait, 1}, found = {};
  cudaExternalSemaphoreSignalNodeParams signal_node_parameters = {&last_copy, &signal, 1};
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  CHECK_CUDA(cudaGraphAddExternalSemaphoresWaitNode(&wait_node, graph, nullptr, 0, &wait_node_parameters));
  CHECK_CUDA(
      cudaGraphAddExternalSemaphoresSignalNode(&signal_node, graph, &wait_node, 1, &signal_node_parameters));
  CHECK_CUDA(cudaGraphExternalSemaphoresWaitNodeGetParams(wait_node, &found));
  CHECK_EQ(found.numExtSems, 1u);
  CHECK(found.extSemArray[0] == first);
  checkRefused(cudaGraphExternalSemaphoresWaitNodeGetParams(signal_node, &found), cudaErrorInvalidValue);
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  const eventfd_t one = 1;
  for (int turn = 0; turn < 10; ++turn) {
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    cudaGetLastError();
    CHECK_EQ(write(kept, &one, sizeof one), static_cast<ssize_t>(sizeof one));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    eventfd_t got = 0;
    CHECK_EQ(read(kept_answer, &got, sizeof got), static_cast<ssize_t>(sizeof got));
    CHECK_EQ(got, 1u);
  }
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaDestroyExternalSemaphore(first));
  CHECK_CUDA(cudaDestroyExternalSemaphore(last));
  checkRefused(cudaWaitExternalSemaphoresAsync(&first, &wait, 1, stream), cudaErrorInvalidResourceHandle);

  cudaExternalSemaphoreHandleDesc description = {};
  description.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  description.handle.fd = kept; // has no values
  cudaExternalSemaphore_t made;
  checkRefused(cudaImportExternalSemaphore(&made, &description), cudaErrorInvalidValue);
  description.type = cudaExternalSemaphoreHandleTypeNvSciSync;
  checkRefused(cudaImportExternalSemaphore(&made, &description), cudaErrorNotSupported);
}

} // namespace

int main() {
  cudaStream_t one, two;
  CHECK_CUDA(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  memory();
  timelines(one, two);
  graphs(one);
  return verdict();
}
