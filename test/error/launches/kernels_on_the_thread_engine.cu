// A program whose kernels were long on the thread engine, which it did not ask for, is told so when it ends: which, and why.
// env: RADDLE_SLOW_SECONDS=0
// env: RADDLE_LANES=32
// stderr: ^raddle: warning: kernels on the thread engine, which is slow, took \d+\.\d s: '.*addInTurn<2>\(int\*, int\*\)' \d+\.\d s in 3 launches$
// stderr: ^note: '.*addInTurn<2>\(.*\)': .* at .*{here}; raddle explain .*kernels_on_the_thread_engine.cu --kernel addInTurn says
#include "../error_check.h"

namespace {

// Each lane holds the lock by itself while the others of its warp wait.
template <int N> __global__ void addInTurn(int *lock, int *sum) {
  for (int i = 0; i < N; ++i) {
    while (atomicCAS(lock, 0, 1) != 0) // <- here
      ;
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

} // namespace

int main() {
  DeviceArray<int> lock(1), sum(1);
  for (int i = 0; i < 3; ++i) {
    addInTurn<2><<<2, 64>>>(lock.get(), sum.get());
    CHECK_CUDA(cudaGetLastError());
  }
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
