// Accesses whose lanes are apart as the compiler knows, by some of the lanes only. Each line says what it counts.

#include <cuda_runtime.h>

struct alignas(16) Four {
  float x, y, z, w;
};

// 20 lanes.
__global__ void rows(const float *in, float *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  float sum = in[t];   // counts: load.global.requests=1 load.global.lanes=20 load.global.sectors=3 load.global.excessive=0
  sum += in[t + 7];    // counts: load.global.sectors=4 load.global.excessive=1
  sum += in[t * 2];    // counts: load.global.sectors=5 load.global.excessive=2
  sum += in[t * 8];    // counts: load.global.sectors=20 load.global.excessive=17
  sum += in[t * 32];   // counts: load.global.sectors=20 load.global.excessive=17
  sum += in[64 - t];   // counts: load.global.sectors=4 load.global.excessive=1
  out[t] = sum;        // counts: store.global.sectors=3 store.global.excessive=0
}

// Every other lane, of all but the last ones.
__global__ void gaps(const float *in, float *out, int n) {
  int t = threadIdx.x;
  if (t % 2 == 0 && t < n) {
    float sum = in[t];  // counts: load.global.lanes=12 load.global.sectors=3 load.global.excessive=1
    sum += in[t * 16];  // counts: load.global.sectors=12 load.global.excessive=10
    out[t * 2] = sum;   // counts: store.global.sectors=6 store.global.excessive=4
  }
}

// From the fifth lane on.
__global__ void tails(const double *in, double *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    out[t] = in[t] + in[t * 3]; // counts: load.global.lanes=54 load.global.sectors=28 load.global.ideal=14 store.global.sectors=7
}

__global__ void banks(float *out, int n) {
  extern __shared__ Four fours[];
  float *words = &fours[0].x;
  double *doubles = reinterpret_cast<double *>(fours);
  unsigned char *bytes = reinterpret_cast<unsigned char *>(fours);
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  if (t < n) {
    float sum = words[t * 2];                  // counts: load.shared.lanes=20 load.shared.wavefronts=2 load.shared.excessive=1
    sum += words[t * 32];                      // counts: load.shared.wavefronts=20 load.shared.excessive=19
    sum += words[t * 33];                      // counts: load.shared.wavefronts=1 load.shared.excessive=0
    sum += static_cast<float>(doubles[t * 2]); // counts: load.shared.wavefronts=3 load.shared.excessive=1
    sum += fours[t].w;                         // counts: load.shared.wavefronts=3 load.shared.excessive=2
    sum += bytes[t] + bytes[256 + t * 2];      // counts: load.shared.requests=2 load.shared.wavefronts=2
    sum += bytes[512 + t * 8];                 // counts: load.shared.wavefronts=2 load.shared.excessive=1
    out[t] = sum;
  }
  __syncthreads();
  if (t % 4 == 0)
    words[t * 16] = 1; // counts: store.shared.lanes=8 store.shared.wavefronts=8 store.shared.excessive=7
}

// Four words of a lane, by all and by 12 lanes, of one address, of eight, and of each lane's own.
__global__ void wide(Four *out, int n) {
  __shared__ Four fours[64];
  int t = threadIdx.x;
  fours[t] = {1.f * t, 2, 3, 4}; // counts: store.shared.wavefronts=4 store.shared.excessive=0
  fours[t + 32] = {};
  __syncthreads();
  Four all = fours[0];      // counts: load.shared.requests=1 load.shared.wavefronts=4 load.shared.excessive=0
  Four some = fours[t / 4]; // counts: load.shared.requests=1 load.shared.wavefronts=4 load.shared.excessive=0
  out[t] = {all.x + some.x, all.y + some.y, all.z + some.z, all.w + some.w};
  if (t < n) {
    out[t + 32] = fours[2 * t]; // counts: load.shared.lanes=12 load.shared.wavefronts=3 load.shared.excessive=1
    out[t + 64] = fours[t / 4]; // counts: load.shared.wavefronts=2 load.shared.excessive=0
  }
}

// A sorting network: which lanes exchange depends on the keys. With strides below 32 two lanes meet in each bank.
__global__ void exchanges(int *out) {
  __shared__ int keys[512];
  int t = threadIdx.x;
  keys[t] = t * 37 % 101;
  keys[t + 256] = t * 53 % 103;
  for (int stride = 256; stride > 0; stride /= 2) {
    __syncthreads();
    int first = 2 * t - (t & (stride - 1));
    int a = keys[first];          // counts: load.shared.requests=72 load.shared.wavefronts=112 load.shared.excessive=40
    int b = keys[first + stride]; // counts: load.shared.requests=72 load.shared.wavefronts=112 load.shared.excessive=40
    if (a > b) {
      keys[first] = b;
      keys[first + stride] = a;
    }
  }
  __syncthreads();
  out[t] = keys[t] + keys[t + 256];
}

__global__ void updates(int *out, int n) {
  extern __shared__ int bins[];
  int t = threadIdx.x;
  if (t < n) {
    atomicAdd(&bins[0], 1);      // counts: atomic.shared.lanes=20 atomic.shared.wavefronts=20 atomic.shared.conflicts=19
    atomicAdd(&bins[t * 32], 1); // counts: atomic.shared.wavefronts=20 atomic.shared.excessive=19 atomic.shared.conflicts=0
    atomicAdd(&bins[t / 2], 1);  // counts: atomic.shared.wavefronts=2 atomic.shared.conflicts=10
    atomicAdd(out, 1);           // counts: atomic.global.lanes=20 atomic.global.sectors=1 atomic.global.conflicts=19
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  rows<<<1, 32>>>(in, out, 20);
  gaps<<<1, 32>>>(in, out, 24);
  tails<<<1, 64>>>(reinterpret_cast<double *>(in), reinterpret_cast<double *>(out), 37);
  banks<<<1, 32, 4096>>>(out, 20);
  wide<<<1, 32>>>(reinterpret_cast<Four *>(out), 12);
  exchanges<<<1, 256>>>(reinterpret_cast<int *>(out));
  updates<<<1, 32, 4096>>>(reinterpret_cast<int *>(out), 20);
  return cudaDeviceSynchronize();
}
