// Vectors and structures that are aligned as one are a single access, whatever is done with their elements.

#include <cuda_runtime.h>

struct __align__(16) Four {
  float x, y, z, w;
};
struct __align__(8) Pair {
  int number;
  float weight;
};
struct Three {
  float x, y, z;
};
struct __align__(16) Aligned {
  int number;
  float x, y;
};
struct __align__(16) Eight {
  float values[8];
};

__global__ void float4s(const float4 *in, float4 *out) {
  int t = threadIdx.x;
  float4 a = in[t]; // counts: load.global.requests=1 load.global.bytes=512 load.global.sectors=16 load.global.excessive=0
  a.x += 1;
  out[t] = a; // counts: store.global.requests=1 store.global.bytes=512 store.global.sectors=16 store.global.excessive=0
  a = in[t + 32]; // counts: load.global.requests=1 load.global.sectors=16
  a.z *= 2;
  out[t + 32] = a; // counts: store.global.requests=1 store.global.sectors=16
}

__global__ void small_ones(const int2 *in, int2 *out, const ushort4 *in4, ushort4 *out4, const uchar4 *bytes, uchar4 *out_bytes) {
  int t = threadIdx.x;
  int2 a = in[t]; // counts: load.global.requests=1 load.global.sectors=8 load.global.excessive=0
  a.y ^= 3;
  out[t] = a; // counts: store.global.requests=1 store.global.sectors=8 store.global.excessive=0
  ushort4 b = in4[t]; // counts: load.global.requests=1 load.global.sectors=8 load.global.excessive=0
  b.z += 1;
  out4[t] = b; // counts: store.global.requests=1 store.global.sectors=8 store.global.excessive=0
  uchar4 c = bytes[t]; // counts: load.global.requests=1 load.global.sectors=4 load.global.excessive=0
  c.w += 1;
  out_bytes[t] = c; // counts: store.global.requests=1 store.global.sectors=4 store.global.excessive=0
}

__global__ void doubles(const double2 *in, double2 *out) {
  int t = threadIdx.x;
  double2 a = in[t]; // counts: load.global.requests=1 load.global.sectors=16 load.global.excessive=0
  a.y *= 3;
  out[t] = a; // counts: store.global.requests=1 store.global.sectors=16 store.global.excessive=0
}

__global__ void of_the_program(const Four *in, Four *out, const Pair *pairs, Pair *out_pairs) {
  int t = threadIdx.x;
  Four a = in[t]; // counts: load.global.requests=1 load.global.sectors=16 load.global.excessive=0
  a.w += 3;
  out[t] = a; // counts: store.global.requests=1 store.global.sectors=16 store.global.excessive=0
  Pair b = pairs[t]; // counts: load.global.requests=1 load.global.sectors=8 load.global.excessive=0
  b.weight *= b.number;
  out_pairs[t] = b; // counts: store.global.requests=1 store.global.sectors=8 store.global.excessive=0
}

// Without that alignment each field is an access.
__global__ void threes(const Three *in, Three *out) {
  int t = threadIdx.x;
  Three a = in[t]; // counts: load.global.requests=3 load.global.sectors=36 load.global.excessive=24
  a.y += 3;
  out[t] = a; // counts: store.global.requests=3 store.global.sectors=36 store.global.excessive=24
}

// Two accesses of 16 bytes.
__global__ void eights(const Eight *in, Eight *out) {
  int t = threadIdx.x;
  Eight a = in[t]; // counts: load.global.requests=2 load.global.bytes=1024 load.global.sectors=64
  a.values[3] += 3;
  out[t] = a; // counts: store.global.requests=2 store.global.bytes=1024 store.global.sectors=64
}

// What is done between, and with some of the elements only, changes nothing.
__global__ void on_both_sides(const float4 *in, float *out) {
  int t = threadIdx.x;
  float4 a = in[t]; // counts: load.global.requests=1 load.global.sectors=16 load.global.excessive=0
  if (a.x > t)
    out[t] = a.y + a.z;
  else
    out[t] = a.w;
}

// Only what is used is loaded, unless it is three of four elements.
__global__ void parts(const float4 *in, float *out, const double2 *doubles) {
  int t = threadIdx.x;
  float4 a = in[t], b = in[t + 32]; out[t] = a.x + a.y + b.z + b.w; // counts: load.global.requests=2 load.global.bytes=512
  float4 c = in[t + 64]; out[t + 32] = c.x + c.z; // counts: load.global.requests=2 load.global.bytes=256
  float4 d = in[t + 96]; out[t + 64] = d.y; // counts: load.global.requests=1 load.global.bytes=128
  float4 e = in[t + 128]; out[t + 96] = e.x + e.y + e.z; // counts: load.global.requests=1 load.global.bytes=512
  double2 f = doubles[t]; out[t + 128] = static_cast<float>(f.y); // counts: load.global.requests=1 load.global.bytes=256
}

// The same when they are named one by one, if the first is among them and nothing is written between.
__global__ void named_one_by_one(const float4 *in, float *out, const ushort4 *in4, const Three *threes, const Aligned *aligned) {
  int t = threadIdx.x;
  out[t] = in[t].x + in[t].y + in[t].z; // counts: load.global.requests=1 load.global.bytes=512
  out[t] = in[t + 32].w + in[t + 32].y + in[t + 32].x; // counts: load.global.requests=1 load.global.bytes=512
  out[t] = in[t + 96].x + in[t + 96].z; // counts: load.global.requests=2 load.global.bytes=256
  out[t] = in4[t].x + in4[t].y + in4[t].z; // counts: load.global.requests=1 load.global.bytes=256
  out[t] = in4[t + 32].x + in4[t + 32].w; // counts: load.global.requests=1 load.global.bytes=256
  out[t] = threes[t].x + threes[t].y + threes[t].z; // counts: load.global.requests=3 load.global.bytes=384
  out[t] = aligned[t].number + aligned[t].x + aligned[t].y; // counts: load.global.requests=1 load.global.bytes=512
  float sum = in[t + 128].x; // counts: load.global.requests=1 load.global.bytes=128
  out[t] = sum;
  sum = in[t + 128].y; // counts: load.global.requests=1 load.global.bytes=128
  out[t + 1] = sum;
  out[t + 2] = in[t + 128].z; // counts: load.global.requests=1 load.global.bytes=128
}

__global__ void without_the_first(const float4 *in, float *out) {
  int t = threadIdx.x;
  out[t] = in[t].y + in[t].z + in[t].w; // counts: load.global.requests=2 load.global.bytes=384
}

__global__ void in_a_loop(const float4 *in, float4 *out, int n) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = threadIdx.x; i < n; i += 32) {
    float4 a = in[i]; // counts: load.global.requests=4 load.global.sectors=64 load.global.excessive=0
    sum.x += a.x;
    sum.y += a.y;
    sum.z += a.z;
    sum.w += a.w;
    out[i] = make_float4(a.x * 2, a.y * 2, a.z * 2, a.w * 2); // counts: store.global.requests=4 store.global.sectors=64
  }
  out[threadIdx.x] = sum; // counts: store.global.requests=1 store.global.sectors=16
}

__global__ void through_shared(const float4 *in, float4 *out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x;
  float4 a = in[t]; // counts: load.global.requests=1
  a.y -= 1;
  tile[t] = a; // counts: store.shared.requests=1 store.shared.wavefronts=4 store.shared.excessive=0
  __syncthreads();
  float4 b = tile[31 - t]; // counts: load.shared.requests=1 load.shared.wavefronts=4 load.shared.excessive=0
  b.x += b.w;
  out[t] = b; // counts: store.global.requests=1
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  float4s<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out));
  small_ones<<<1, 32>>>(reinterpret_cast<int2 *>(in), reinterpret_cast<int2 *>(out),
                        reinterpret_cast<ushort4 *>(in + 1024), reinterpret_cast<ushort4 *>(out + 1024),
                        reinterpret_cast<uchar4 *>(in + 2048), reinterpret_cast<uchar4 *>(out + 2048));
  doubles<<<1, 32>>>(reinterpret_cast<double2 *>(in), reinterpret_cast<double2 *>(out));
  of_the_program<<<1, 32>>>(reinterpret_cast<Four *>(in), reinterpret_cast<Four *>(out),
                            reinterpret_cast<Pair *>(in + 1024), reinterpret_cast<Pair *>(out + 1024));
  threes<<<1, 32>>>(reinterpret_cast<Three *>(in), reinterpret_cast<Three *>(out));
  eights<<<1, 32>>>(reinterpret_cast<Eight *>(in), reinterpret_cast<Eight *>(out));
  on_both_sides<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float *>(out));
  parts<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float *>(out), reinterpret_cast<double2 *>(in));
  named_one_by_one<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float *>(out), reinterpret_cast<ushort4 *>(in),
                              reinterpret_cast<Three *>(in), reinterpret_cast<Aligned *>(in));
  without_the_first<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float *>(out));
  in_a_loop<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out), 128);
  through_shared<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out));
  return cudaDeviceSynchronize();
}
