// Copies and fills: all bytes are counted, in the accesses that a GPU makes of them.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct Sixteen {
  float values[16];
};
struct __align__(16) Large {
  float values[64];
};
struct __align__(16) Larger {
  float values[128];
};

__global__ void structures(const Sixteen *in, Sixteen *out, const Large *in_large, Large *out_large,
                           const Larger *in_larger, Larger *out_larger) {
  int t = threadIdx.x;
  out[t] = in[t]; // counts: load.global.requests=16 load.global.bytes=2048 store.global.requests=16 store.global.bytes=2048
  out_large[t] = in_large[t]; // counts: load.global.requests=16 load.global.bytes=8192 store.global.requests=16 store.global.bytes=8192
  out_larger[t] = in_larger[t]; // counts: load.global.requests=32 load.global.bytes=16384 store.global.bytes=16384
}

// Of bytes nothing is known but how many there are.
__global__ void bytes(const char *in, char *out, int n) {
  int t = threadIdx.x;
  memcpy(out + t * 40, in + t * 40, 40);    // counts: load.global.bytes=1280 store.global.bytes=1280
  memcpy(out + t * 64, in + t * 64, n);     // counts: load.global.bytes=1024 store.global.bytes=1024
  memmove(out + t * 64, out + t * 64 + 1, n); // counts: load.global.bytes=1024 store.global.bytes=1024
  memset(out + 4096 + t * 64, 0, n);        // counts: load.global.bytes=0 store.global.bytes=1024
}

__global__ void fills(Large *out) {
  memset(&out[threadIdx.x], 0, sizeof(Large)); // counts: store.global.bytes=8192
}

__global__ void words(const float4 *in, float4 *out, int zeros) {
  __shared__ float4 fours[32];
  __shared__ float2 twos[32];
  __shared__ float ones[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&fours[t], &in[t], 16); // counts: load.global.requests=1 load.global.bytes=512 load.global.sectors=16 store.shared.requests=1 store.shared.bytes=512
  __pipeline_memcpy_async(&twos[t], &in[t], 8); // counts: load.global.requests=1 load.global.bytes=256 store.shared.requests=1 store.shared.bytes=256
  __pipeline_memcpy_async(&ones[t], &in[t], 4); // counts: load.global.requests=1 load.global.bytes=128 store.shared.requests=1 store.shared.bytes=128
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = make_float4(fours[31 - t].x, twos[31 - t].y, ones[31 - t], 0);
  __syncthreads();
  __pipeline_memcpy_async(&fours[t], &in[t], 16, t < 8 ? zeros : 0); // counts: load.global.requests=1 load.global.lanes=24 store.shared.lanes=32 store.shared.bytes=512
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t].w = fours[31 - t].w;
}

__global__ void ptx(const float4 *in, float4 *out, int n) {
  __shared__ float4 fours[32];
  int t = threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&fours[t]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t) : "memory"); // counts: load.global.requests=1 load.global.bytes=512 store.shared.requests=1 store.shared.bytes=512
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(in + t) : "memory"); // counts: load.global.requests=1 load.global.bytes=256 store.shared.requests=1 store.shared.bytes=256
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory"); // counts: load.global.requests=1 load.global.bytes=128 store.shared.requests=1 store.shared.bytes=128
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in + t), "r"(t < n ? 16 : 0) : "memory"); // counts: load.global.requests=1 load.global.lanes=24 store.shared.lanes=32
  asm volatile("cp.async.commit_group;\ncp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[t] = fours[31 - t];
}

// 64 threads: four words of 16 bytes each, and of neighbours neighbouring ones.
__global__ void groups(const float *in, float *out, int bytes) {
  __shared__ __align__(16) float tile[1024];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, bytes); // counts: load.global.requests=8 load.global.bytes=4096 load.global.sectors=128 load.global.excessive=0 store.shared.bytes=4096 store.shared.excessive=0
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x * 3];
  block.sync();
  cg::memcpy_async(block, tile, in + 1, 256); // counts: load.global.requests=2 load.global.bytes=256 store.shared.bytes=256
  cg::wait(block);
  out[threadIdx.x] += tile[threadIdx.x];
}

__global__ void pipelines(const float *in, float *out) {
  __shared__ __align__(16) float tile[256];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x * 4], &in[threadIdx.x * 4], cuda::aligned_size_t<16>(16), pipeline); // counts: load.global.requests=2 load.global.bytes=1024 load.global.sectors=32 store.shared.bytes=1024
  pipeline.producer_commit();
  pipeline.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
  pipeline.consumer_release();
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaMemset(in, 0, 1 << 20);
  structures<<<1, 32>>>(reinterpret_cast<Sixteen *>(in), reinterpret_cast<Sixteen *>(out),
                        reinterpret_cast<Large *>(in), reinterpret_cast<Large *>(out), reinterpret_cast<Larger *>(in),
                        reinterpret_cast<Larger *>(out));
  bytes<<<1, 32>>>(in, out, 32);
  fills<<<1, 32>>>(reinterpret_cast<Large *>(out));
  words<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out), 16);
  ptx<<<1, 32>>>(reinterpret_cast<float4 *>(in), reinterpret_cast<float4 *>(out), 24);
  groups<<<1, 64>>>(reinterpret_cast<float *>(in), reinterpret_cast<float *>(out), 4096);
  pipelines<<<1, 64>>>(reinterpret_cast<float *>(in), reinterpret_cast<float *>(out));
  return cudaDeviceSynchronize();
}
