// Requests and sectors of global memory. Each line says what it counts.

#include <cuda_runtime.h>

struct alignas(16) Four {
  float x, y, z, w;
};
struct Three {
  float x, y, z;
};

// 32 warps: 4 sectors of 8 floats for each of them.
__global__ void coalesced(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];  // counts: load.global.requests=32 load.global.lanes=1024 load.global.sectors=128 load.global.excessive=0
  out[i] = x + 1;   // counts: store.global.requests=32 store.global.sectors=128 store.global.bytes=4096
}

// Rows begin one element behind the border of a sector.
__global__ void shifted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1]; // counts: load.global.sectors=160 load.global.excessive=32 store.global.excessive=0
}

__global__ void strided(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i * 2];      // counts: load.global.sectors=256 load.global.ideal=128
  float b = in[i * stride]; // counts: load.global.sectors=1024 load.global.excessive=896
  out[i] = a + b;
}

__global__ void backwards(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[1023 - i]; // counts: load.global.sectors=128 load.global.excessive=0
}

__global__ void broadcast(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[blockIdx.x];    // counts: load.global.requests=32 load.global.sectors=32 load.global.excessive=0
  float b = in[threadIdx.x % 2]; // counts: load.global.sectors=32 load.global.excessive=0
  out[i] = a + b;
}

// Two and four words of a lane, and bytes.
__global__ void wide(const double *in, const Four *in4, const unsigned char *in1, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double a = in[i]; // counts: load.global.requests=32 load.global.sectors=256 load.global.bytes=8192
  Four b = in4[i];  // counts: load.global.sectors=512 load.global.excessive=0
  int c = in1[i];   // counts: load.global.sectors=32 load.global.bytes=1024
  out[i] = static_cast<float>(a) + b.x + b.y + b.z + b.w + c;
}

// Each field is loaded alone: 12 sectors for 4.
__global__ void fields(const Three *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i].x; // counts: load.global.requests=32 load.global.sectors=384 load.global.excessive=256
  float z = in[i].z; // counts: load.global.requests=32 load.global.sectors=384 load.global.excessive=256
  out[i] = x + z;
}

// Lanes go anywhere: lane l to the sector of 7 l, which is another one for each lane.
__global__ void scattered(const int *where, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int to = where[i];
  out[i] = in[to]; // counts: load.global.requests=32 load.global.sectors=1024 load.global.ideal=128
}

// A last warp of 8 lanes: one sector.
__global__ void partial(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)         // counts: branches=32 divergent_branches=1
    out[i] = in[i];  // counts: load.global.requests=16 load.global.lanes=488 load.global.sectors=61 load.global.excessive=0
}

// Blocks of 40 threads have a warp of 8 lanes.
__global__ void small_blocks(float *out) {
  out[blockIdx.x * 64 + threadIdx.x] = 1; // counts: store.global.requests=8 store.global.lanes=160 store.global.sectors=20
}

__device__ int visited[32];

// One address for all lanes, two for all, and one for each.
__global__ void updates(int *out) {
  int i = threadIdx.x;
  atomicAdd(&visited[0], 1);     // counts: atomic.global.requests=1 atomic.global.lanes=32 atomic.global.sectors=1 atomic.global.conflicts=31
  atomicAdd(&out[i % 2], 1);     // counts: atomic.global.conflicts=30
  atomicAdd(&out[64 + i], 1);    // counts: atomic.global.sectors=4 atomic.global.conflicts=0
}

int main() {
  float *in, *out;
  int *where;
  cudaMallocManaged(&in, 1 << 20);
  cudaMallocManaged(&out, 1 << 20);
  cudaMallocManaged(&where, 1 << 12);
  for (int i = 0; i < 1024; ++i)
    where[i] = i * 7 % 32 * 8 + i / 32 * 256;
  coalesced<<<4, 256>>>(in, out);
  shifted<<<4, 256>>>(in, out);
  strided<<<4, 256>>>(in, out, 32);
  backwards<<<4, 256>>>(in, out);
  broadcast<<<4, 256>>>(in, out);
  wide<<<4, 256>>>(reinterpret_cast<double *>(in), reinterpret_cast<Four *>(in),
                   reinterpret_cast<unsigned char *>(in), out);
  fields<<<4, 256>>>(reinterpret_cast<Three *>(in), out);
  scattered<<<4, 256>>>(where, in, out);
  partial<<<4, 256>>>(in, out, 488);
  small_blocks<<<4, 40>>>(out);
  updates<<<1, 32>>>(reinterpret_cast<int *>(out));
  return cudaDeviceSynchronize();
}
