// Stores of whole cache lines to memory that the kernel does not read are non-temporal, where the launch is large and the
// address allows it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z9transposePfPKfi -lanes 32 -block rows-of-32 -parts-from 1 -ir-after finish -stop-after finish | FileCheck %s --check-prefix=PARTS

// A word of each thread.
__global__ void triad(float *a, const float *b, const float *c, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i] + factor * c[i];
}

__global__ void inPlace(float *a, float factor) {
  a[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

// Another block may see the flag before the results.
__global__ void publish(float *a, int *ready) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
  __threadfence();
  atomicAdd(ready, 1);
}

// The same with a copy instead of the flag.
struct Mailbox {
  volatile int words[20];
};
__global__ void post(Mailbox *to, const Mailbox *from, float *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1.0f;
  to[i] = from[i];
}

// What a copy reads is read.
struct Record {
  float values[20];
};
__global__ void shelve(Record *to, float *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = *reinterpret_cast<const Record *>(a + 20 * i);
  a[1000000 + i] = 1.0f;
}

// Four words of each thread, and code in several modules. Prefetches are only for lines that are read, or that are stored into
// the caches.
// PARTS: define {{.*}} @_Z9transposePfPKfi.block(
// PARTS: define {{.*}} @_Z9transposePfPKfi.block.{{[2-4]}}(
// PARTS: icmp ule i32 %{{.*}}, 4{{$}}
// PARTS: store <32 x float> %{{.*}}, align 64, !nontemporal
// PARTS-NEXT: br label
// PARTS-NOT: store
// PARTS: call void @llvm.prefetch
// PARTS: store <32 x float> %{{.*}}, align 4{{$}}
__global__ void transpose(float *out, const float *in, int size) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8)
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * size + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8)
    out[(y + row) * size + x] = tile[threadIdx.x][threadIdx.y + row];
}

// 96 bytes are two vectors that overlap: the line they share would be fetched again just after it has left.
__global__ void swap(uchar3 *out, const uchar3 *in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const uchar3 pixel = in[i];
  out[i] = make_uchar3(pixel.z, pixel.y, pixel.x);
}
