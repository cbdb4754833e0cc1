// Wavefronts and bank conflicts of shared memory. Each line says what it counts.

#include <cuda_runtime.h>

struct alignas(16) Four {
  float x, y, z, w;
};

__global__ void transposed(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];  // counts: store.shared.requests=32 store.shared.wavefronts=32 store.shared.excessive=0
  __syncthreads();              // counts: barrier.warps=32 barrier.lanes=1024
  out[y * 32 + x] = tile[x][y]; // counts: load.shared.requests=32 load.shared.wavefronts=1024 load.shared.excessive=992
}

__global__ void padded(const float *in, float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y]; // counts: load.shared.requests=32 load.shared.wavefronts=32 load.shared.excessive=0
}

// Of words, doubles and four words; with strides of the launch.
__global__ void strides(float *out, int stride) {
  __shared__ float words[1024];
  __shared__ double doubles[64];
  __shared__ Four fours[32];
  int t = threadIdx.x;
  words[t * stride] = t; // counts: store.shared.requests=1 store.shared.wavefronts=2
  doubles[t] = t;        // counts: store.shared.wavefronts=2 store.shared.ideal=2
  doubles[t * 2] += 1;   // counts: store.shared.wavefronts=4 store.shared.excessive=2
  fours[t] = {1, 2, 3, 4.f * t}; // counts: store.shared.requests=1 store.shared.wavefronts=4 store.shared.excessive=0
  __syncthreads();
  out[t] = words[5] + static_cast<float>(doubles[31 - t]) + fours[t / 8].w; // counts: load.shared.requests=3 load.shared.excessive=0
}

// Half of the lanes; and words that lanes share.
__global__ void partial(float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = t;
  __syncthreads();
  float sum = dynamic[t / 4]; // counts: load.shared.wavefronts=1 load.shared.excessive=0
  if (t < 16)                 // counts: branches=1 divergent_branches=1
    sum += dynamic[t * 2];    // counts: load.shared.requests=1 load.shared.lanes=16 load.shared.wavefronts=1
  out[t] = sum;
}

__global__ void updates(int *out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  bins[t + 32] = 0;
  __syncthreads();
  atomicAdd(&bins[t % 4], 1); // counts: atomic.shared.requests=1 atomic.shared.wavefronts=8 atomic.shared.conflicts=28
  __syncthreads();
  out[t] = bins[t % 8];
}

// The kind of memory is known to the running kernel only.
__device__ __noinline__ float sumOf(const float *from, int t) {
  return from[t] + from[t + 1]; // counts: load.shared.requests=2 load.global.requests=2 load.shared.wavefronts=2 load.global.sectors=9
}

__global__ void generic(const float *in, float *out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  tile[t + 32] = 0;
  __syncthreads();
  out[t] = sumOf(tile, t) + sumOf(in, t);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 1 << 16);
  cudaMallocManaged(&out, 1 << 16);
  transposed<<<1, dim3(32, 32)>>>(in, out);
  padded<<<1, dim3(32, 32)>>>(in, out);
  strides<<<1, 32>>>(out, 2);
  partial<<<1, 32, 256>>>(out);
  updates<<<1, 32>>>(reinterpret_cast<int *>(out));
  generic<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize();
}
