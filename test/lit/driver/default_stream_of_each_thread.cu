// -default-stream per-thread: calls without a stream use one of the calling host thread. "legacy" and "null" are two
// names of the default.
// RUN: %raddlecc -default-stream legacy -o %t %s && %t
// RUN: %raddlecc -default-stream null -o %t %s && %t
// RUN: %raddlecc -default-stream=per-thread -DEACH -o %t %s && %t
// RUN: not %raddlecc -default-stream=mine -c -o %t.o %s 2>&1 | FileCheck %s
// CHECK: raddlecc: error: option '-default-stream' cannot be 'mine'; it can be {legacy|null|per-thread}
#include <thread>

__global__ void raise(volatile int *flag) { *flag = 1; }
__global__ void await(volatile int *flag) {
  while (*flag == 0)
    ;
}

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
constexpr bool kEach = true;
#else
constexpr bool kEach = false;
#endif

int main() {
#ifdef EACH
  static_assert(kEach);
  // The second thread's kernel ends the first one's: in one stream it would never start.
  int *flag = nullptr;
  cudaMallocManaged(&flag, sizeof *flag);
  await<<<1, 1>>>(flag);
  std::thread other([=] { raise<<<1, 1>>>(flag); });
  other.join();
  return cudaDeviceSynchronize() != cudaSuccess;
#else
  static_assert(!kEach);
  return 0;
#endif
}
