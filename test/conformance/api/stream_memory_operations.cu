// Streams that write numbers to memory and wait for them: all comparisons, in 32 and 64 bits, between streams and from the host.
#include "driver_functions.h"

#include <cstring>
#include <thread>

__global__ void store(unsigned *target, unsigned value) { *target = value; }
__global__ void copyWord(unsigned *target, const unsigned *source) { *target = *source; }

namespace {

decltype(&cuStreamWriteValue32) write32;
decltype(&cuStreamWriteValue64) write64;
decltype(&cuStreamWaitValue32) wait32;
decltype(&cuStreamWaitValue64) wait64;
decltype(&cuStreamBatchMemOp) batch;

struct Memory {
  unsigned *device;
  volatile unsigned *host;
  CUdeviceptr address;
};

// Streams access the word at the same time.
unsigned loaded(const volatile unsigned *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
template <typename Number> void storeWord(volatile Number *word, Number value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

// Host memory that devices see.
Memory pinned() {
  Memory memory = {};
  void *host = nullptr, *device = nullptr;
  CHECK_CUDA(cudaHostAlloc(&host, 4096, cudaHostAllocMapped));
  CHECK_CUDA(cudaHostGetDevicePointer(&device, host, 0));
  std::memset(host, 0, 4096);
  return {static_cast<unsigned *>(device), static_cast<unsigned *>(host),
          reinterpret_cast<CUdeviceptr>(device)};
}

// What is before in a stream has happened when the number is there, and what is after has not before it is.
void order(cudaStream_t one, cudaStream_t two) {
  const Memory memory = pinned();
  unsigned *values, got[2] = {};
  CHECK_CUDA(cudaMalloc(&values, 2 * sizeof *values));
  // A GPU loads a kernel at its first launch, which waits for all that runs: not while a stream waits for that launch.
  store<<<1, 1>>>(values, 0);
  copyWord<<<1, 1>>>(values + 1, values);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (unsigned turn = 1; turn <= 50; ++turn) {
    // The second stream is asked first.
    CHECK_EQ(wait32(two, memory.address, turn, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
    copyWord<<<1, 1, 0, two>>>(values + 1, values);
    CHECK_EQ(write32(two, memory.address + 8, turn, 0), CUDA_SUCCESS);
    store<<<1, 1, 0, one>>>(values, 100 + turn);
    CHECK_EQ(write32(one, memory.address, turn, CU_STREAM_WRITE_VALUE_DEFAULT), CUDA_SUCCESS);
    CHECK_EQ(wait32(one, memory.address + 8, turn, CU_STREAM_WAIT_VALUE_EQ), CUDA_SUCCESS);
    CHECK_CUDA(cudaMemcpyAsync(got, values, sizeof got, cudaMemcpyDeviceToHost, one));
    CHECK_CUDA(cudaStreamSynchronize(one));
    CHECK_EQ(got[0], 100 + turn);
    CHECK_EQ(got[1], 100 + turn);
  }
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaFreeHost(const_cast<unsigned *>(memory.host)));
}

void comparisons(cudaStream_t stream) {
  const Memory memory = pinned();
  struct {
    unsigned before, value, flags, after;
  } const kCases[] = {
      {1, 7, CU_STREAM_WAIT_VALUE_EQ, 7},
      {1, 7, CU_STREAM_WAIT_VALUE_GEQ, 8},
      {0xfffffff0, 2, CU_STREAM_WAIT_VALUE_GEQ, 3}, // goes in a circle
      {0b1000, 0b0110, CU_STREAM_WAIT_VALUE_AND, 0b0100},
      {0x0fffffff, 0xf0000000, CU_STREAM_WAIT_VALUE_NOR, 0x0ffffff0},
  };
  for (const auto &one : kCases) {
    memory.host[0] = one.before;
    CHECK_EQ(wait32(stream, memory.address, one.value, one.flags), CUDA_SUCCESS);
    CHECK_EQ(write32(stream, memory.address + 64, 1, 0), CUDA_SUCCESS);
    CHECK_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    cudaGetLastError();
    CHECK_EQ(memory.host[16], 0u);
    storeWord(memory.host, one.after);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(memory.host[16], 1u);
    memory.host[16] = 0;
  }
  auto *const wide = reinterpret_cast<volatile unsigned long long *>(memory.host);
  wide[0] = 0;
  CHECK_EQ(wait64(stream, memory.address, 1ull << 40, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
  CHECK_EQ(write64(stream, memory.address + 8, 0x123456789abcdefull, 0), CUDA_SUCCESS);
  storeWord(wide, 1ull << 40);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(wide[1], 0x123456789abcdefull);
  CHECK_CUDA(cudaFreeHost(const_cast<unsigned *>(memory.host)));
}

void batches(cudaStream_t stream) {
  const Memory memory = pinned();
  CUstreamBatchMemOpParams operations[3] = {};
  operations[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operations[0].writeValue.address = memory.address;
  operations[0].writeValue.value = 5;
  operations[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  operations[1].waitValue.address = memory.address + 4;
  operations[1].waitValue.value = 6;
  operations[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  operations[2].operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  operations[2].writeValue.address = memory.address + 8;
  operations[2].writeValue.value64 = 7ull << 40;
  CHECK_EQ(batch(stream, 3, operations, 0), CUDA_SUCCESS);
  while (loaded(memory.host) != 5)
    std::this_thread::yield();
  storeWord(memory.host + 1, 6u);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(memory.host[3], 7u << 8);
  operations[1].operation = static_cast<CUstreamBatchMemOpType>(99);
  CHECK(batch(stream, 3, operations, 0) != CUDA_SUCCESS);
  CHECK_CUDA(cudaFreeHost(const_cast<unsigned *>(memory.host)));
}

void captureInfo(cudaStream_t stream) {
  const auto is_capturing = FUNCTION(cuStreamIsCapturing);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  CHECK_EQ(is_capturing(stream, &status), CUDA_SUCCESS);
  CHECK_EQ(status, CU_STREAM_CAPTURE_STATUS_NONE);
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK_EQ(is_capturing(stream, &status), CUDA_SUCCESS);
  CHECK_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

void refusals(cudaStream_t stream) {
  const Memory memory = pinned();
  CHECK_EQ(write32(stream, memory.address + 2, 1, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(write32(stream, 0, 1, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(wait32(stream, memory.address, 1, 77), CUDA_ERROR_INVALID_VALUE);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaFreeHost(const_cast<unsigned *>(memory.host)));
}

} // namespace

int main() {
  CHECK_CUDA(cudaFree(nullptr));
  if (!findDriver())
    return verdict();
  write32 = FUNCTION(cuStreamWriteValue32);
  write64 = FUNCTION(cuStreamWriteValue64);
  wait32 = FUNCTION(cuStreamWaitValue32);
  wait64 = FUNCTION(cuStreamWaitValue64);
  batch = FUNCTION(cuStreamBatchMemOp);
  cudaStream_t one, two;
  CHECK_CUDA(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  order(one, two);
  comparisons(one);
  batches(two);
  captureInfo(one);
  refusals(one);
  CHECK_CUDA(cudaStreamDestroy(one));
  CHECK_CUDA(cudaStreamDestroy(two));
  return verdict();
}
