// A lane's stores lie among those of other lanes, or overlap its own in part: the last one that is made counts.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <cstring>

constexpr int kThreads = 256;

// Threads below `distance` write their own element and that of another thread, which writes nothing.
__global__ void addToBoth(int *out, int distance) {
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  __shared__ int shared[kThreads];
  shared[thread] = thread;
  __syncthreads();
  if (thread < distance) {
    const int own = shared[thread], behind = shared[thread + distance];
    shared[thread] = own + 100;
    shared[thread + distance] = behind + 1000;
  }
  __syncthreads();
  out[thread] = shared[thread];
}

template <int kDistance> __global__ void addToBothNear(int *out) {
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  __shared__ int shared[kThreads];
  shared[thread] = thread;
  __syncthreads();
  if (thread / kDistance % 2 == 0 && thread + kDistance < kThreads) {
    const int own = shared[thread], behind = shared[thread + kDistance];
    shared[thread] = behind + 1000;
    shared[thread + kDistance] = own + 100;
  }
  __syncthreads();
  out[thread] = shared[thread];
}

__global__ void halfOver(unsigned char *out, unsigned first, unsigned second) {
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  const auto a = static_cast<unsigned short>(first + thread),
             b = static_cast<unsigned short>(second + thread * 3);
  memcpy(&out[3 * thread + 1], &a, 2);
  memcpy(&out[3 * thread], &b, 2);
}

template <int kDistance> void checkNear(dim3 block) {
  DeviceArray<int> out(kThreads);
  addToBothNear<kDistance><<<1, block>>>(out.get());
  CHECK_LAUNCH();
  for (int thread = 0; thread < kThreads; ++thread) {
    const bool is_first = thread / kDistance % 2 == 0;
    CHECK_EQ(out.host()[thread], is_first ? thread + kDistance + 1000 : thread - kDistance + 100);
  }
}

int main() {
  for (dim3 block : {dim3(256), dim3(16, 16), dim3(8, 32), dim3(4, 64), dim3(32, 8), dim3(2, 128)}) {
    for (int distance : {1, 2, 4, 8, 16, 20}) {
      DeviceArray<int> out(kThreads);
      addToBoth<<<1, block>>>(out.get(), distance);
      CHECK_LAUNCH();
      for (int thread = 0; thread < kThreads; ++thread)
        CHECK_EQ(out.host()[thread], thread + (thread < distance ? 100 : thread < 2 * distance ? 1000 : 0));
    }
    checkNear<1>(block);
    checkNear<2>(block);
    checkNear<4>(block);
    checkNear<8>(block);
    checkNear<16>(block);
    DeviceArray<unsigned char> bytes(kThreads * 3);
    halfOver<<<1, block>>>(bytes.get(), 0x1122, 0x3344);
    CHECK_LAUNCH();
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      const unsigned a = 0x1122 + thread, b = 0x3344 + thread * 3;
      CHECK_EQ(bytes.host()[3 * thread], static_cast<unsigned char>(b));
      CHECK_EQ(bytes.host()[3 * thread + 1], static_cast<unsigned char>(b >> 8));
      CHECK_EQ(bytes.host()[3 * thread + 2], static_cast<unsigned char>(a >> 8));
    }
  }
  return verdict();
}
