// 64 host threads and 256 streams use objects of all kinds at the same time: nothing is lost, and nothing comes in another order
// than that of its stream.
#include "../check.h"

#include <atomic>
#include <cuda.h>
#include <thread>

// A step of a stream: what the step before has left must be there. Counts steps that come too early or twice.
__global__ void step(int *state, int expected, int *errors) {
  if (*state != expected)
    atomicAdd(errors, 1);
  *state = expected + 1;
}

__global__ void fetch(cudaTextureObject_t image, int width, int value, int *errors) {
  const int x = threadIdx.x % width, y = threadIdx.x / width;
  if (tex2D<int>(image, x + 0.5f, y + 0.5f) != value + x + y * width)
    atomicAdd(errors, 1);
}

__global__ void writeTo(cudaSurfaceObject_t image, int width, int value) {
  const int x = threadIdx.x % width, y = threadIdx.x / width;
  surf2Dwrite(value + x + y * width, image, x * 4, y);
}

namespace {

constexpr int kThreads = 64, kStreams = 256, kOfEach = kStreams / kThreads, kSteps = 8;

decltype(&cuStreamWriteValue32) write_value;
decltype(&cuStreamWaitValue32) wait_value;

cudaStream_t streams[kStreams];
cudaEvent_t events[kStreams]; // those of a thread are recorded by it, and others wait for them
int *states, *errors;
std::atomic<int> failures{0};

void expect(cudaError_t error) { failures += error != cudaSuccess; }

// An array of its own, written as a surface, read as a texture.
void useImages(cudaStream_t stream, int value) {
  constexpr int kWidth = 8;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  expect(cudaMallocArray(&array, &format, kWidth, kWidth, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc reading = {};
  reading.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;
  expect(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  expect(cudaCreateSurfaceObject(&surface, &resource));
  writeTo<<<1, kWidth * kWidth, 0, stream>>>(surface, kWidth, value);
  fetch<<<1, kWidth * kWidth, 0, stream>>>(texture, kWidth, value, errors);
  expect(cudaStreamSynchronize(stream));
  expect(cudaDestroyTextureObject(texture));
  expect(cudaDestroySurfaceObject(surface));
  expect(cudaFreeArray(array));
}

// Memory of the pool, of the device and of both, which is freed while its stream still works.
void useMemory(cudaStream_t stream, int value) {
  int *pooled, *own, *managed, *pinned;
  expect(cudaMallocAsync(&pooled, 4096, stream));
  expect(cudaMalloc(&own, 100 + value));
  expect(cudaMallocManaged(&managed, 8192));
  expect(cudaMallocHost(&pinned, sizeof(int)));
  expect(cudaMemsetAsync(pooled, 0, 4096, stream));
  step<<<1, 1, 0, stream>>>(pooled, 0, errors);
  expect(cudaMemcpyAsync(pinned, pooled, sizeof(int), cudaMemcpyDeviceToHost, stream));
  expect(cudaFreeAsync(pooled, stream));
  int advised = -1;
  expect(cudaMemRangeGetAttribute(&advised, sizeof advised, cudaMemRangeAttributeReadMostly, managed, 8192));
  failures += advised != 0;
  expect(cudaStreamSynchronize(stream));
  failures += *pinned != 1;
  expect(cudaFree(own));
  expect(cudaFree(managed));
  expect(cudaFreeHost(pinned));
}

// Its own streams, round and round; each round waits for what another thread has recorded last.
void work(int thread) {
  unsigned *flags = nullptr;
  expect(cudaHostAlloc(&flags, kOfEach * sizeof(unsigned), cudaHostAllocMapped));
  for (int i = 0; i < kOfEach; ++i)
    flags[i] = 0;
  int count = 0;
  for (int round = 0; round < kSteps; ++round) {
    for (int i = 0; i < kOfEach; ++i) {
      const int own = thread * kOfEach + i, other = (own * 37 + round * 11) % kStreams;
      expect(cudaStreamWaitEvent(streams[own], events[other], 0));
      step<<<1, 1, 0, streams[own]>>>(states + own, count, errors);
      const auto flag = reinterpret_cast<CUdeviceptr>(flags + i);
      const CUstream stream = reinterpret_cast<CUstream>(streams[own]);
      failures += write_value(stream, flag, round + 1, 0) != CUDA_SUCCESS;
      failures += wait_value(stream, flag, round + 1, CU_STREAM_WAIT_VALUE_GEQ) != CUDA_SUCCESS;
      step<<<1, 1, 0, streams[own]>>>(states + own, count + 1, errors);
      expect(cudaEventRecord(events[own], streams[own]));
    }
    count += 2;
    const int mine = thread * kOfEach + round % kOfEach;
    if (round % 4 == 1)
      useImages(streams[mine], thread * 1000 + round);
    if (round % 4 == 3)
      useMemory(streams[mine], thread);
  }
  for (int i = 0; i < kOfEach; ++i)
    expect(cudaStreamSynchronize(streams[thread * kOfEach + i]));
  expect(cudaFreeHost(flags));
}

template <typename Function> Function driverFunction(const char *name) {
  void *function = nullptr;
#if CUDART_VERSION >= 13000
  CHECK_CUDA(cudaGetDriverEntryPointByVersion(name, &function, CUDART_VERSION, cudaEnableDefault));
#else
  CHECK_CUDA(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault));
#endif
  return reinterpret_cast<Function>(function);
}

} // namespace

int main() {
  write_value = driverFunction<decltype(write_value)>("cuStreamWriteValue32");
  wait_value = driverFunction<decltype(wait_value)>("cuStreamWaitValue32");
  for (int i = 0; i < kStreams; ++i) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    CHECK_CUDA(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
  }
  CHECK_CUDA(cudaMalloc(&states, kStreams * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&errors, sizeof(int)));
  CHECK_CUDA(cudaMemset(states, 0, kStreams * sizeof(int)));
  CHECK_CUDA(cudaMemset(errors, 0, sizeof(int)));
  CHECK_CUDA(cudaDeviceSynchronize());
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(failures.load(), 0);
  int wrong = -1;
  CHECK_CUDA(cudaMemcpy(&wrong, errors, sizeof wrong, cudaMemcpyDeviceToHost));
  CHECK_EQ(wrong, 0);
  std::vector<int> last(kStreams);
  CHECK_CUDA(cudaMemcpy(last.data(), states, kStreams * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_SAME(last, std::vector<int>(kStreams, 2 * kSteps));
  for (int i = 0; i < kStreams; ++i) {
    CHECK_CUDA(cudaStreamDestroy(streams[i]));
    CHECK_CUDA(cudaEventDestroy(events[i]));
  }
  return verdict();
}
