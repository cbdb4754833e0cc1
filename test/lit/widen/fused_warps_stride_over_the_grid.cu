// A loop over the grid is run by eight warps together while all their lanes take part, and prefetches what comes next, on
// Zen further ahead and to the second-level cache, else to the first. What remains is done warp by warp; where nothing does,
// that is passed by.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z3sumPKfiPf -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z7productPKfS0_iPf -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PRODUCT
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5countPKjiPj -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COUNT
// RUN: %kernelc -bitcode %t.bc -kernel _Z5timedPKfiPfPx -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TIMED
// RUN: %kernelc -bitcode %t.bc -kernel _Z4rowsPKfPKiPf -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS

// That the count does not wrap up to the last warp is asked before, so the warps' addresses have one base.
// CHECK-LABEL: define {{.*}} @_Z3sumPKfiPf(
// CHECK: %{{.*}} = sext i32 %[[I:.*]] to i64
// CHECK: [[NEXT:%.*]] = sext i32 %[[I]] to i64
// CHECK-NEXT: %{{.*}} = add i64 [[NEXT]], 32
// CHECK: {{mul i32 %.+, 8|shl i32 %.+, 3}}
// CHECK-COUNT-16: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// CHECK-NOT: call void @llvm.prefetch
// CHECK: between:
// CHECK-COUNT-8: icmp sge i32
// CHECK: br i1 %{{.*}}, label %{{.*}}between.true, label %{{.*}}between.false
// CHECK: %warp = {{.*}}i32
__global__ void sum(const float *in, int n, float *out) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// Also where the first thread has looked at the clock.
// TIMED-LABEL: define {{.*}} @_Z5timedPKfiPfPx(
// TIMED: call i64 @raddle_clock64()
// TIMED: between:
// TIMED-COUNT-8: icmp sge i32
__global__ void timed(const float *in, int n, float *out, long long *began) {
  if (threadIdx.x == 0)
    began[blockIdx.x] = clock64();
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// Each warp has a row of its own length: no step is taken together.
// ROWS-LABEL: define {{.*}} @_Z4rowsPKfPKiPf(
// ROWS-NOT: call void @llvm.prefetch
// ROWS: ret void
__global__ void rows(const float *in, const int *ends, float *out) {
  int row = threadIdx.x / 32;
  float value = 0;
  for (int i = threadIdx.x % 32; i < ends[row]; i += 32)
    value += in[i];
  out[threadIdx.x] = value;
}

// Two arrays share what is prefetched: each so far ahead that together it is as much.
// PRODUCT-LABEL: define {{.*}} @_Z7productPKfS0_iPf(
// PRODUCT: {{(mul|shl)}} i32 %{{.+}}, 2
// PRODUCT-COUNT-32: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// PRODUCT-NOT: call void @llvm.prefetch
// PRODUCT: %warp = {{.*}}i32
__global__ void product(const float *a, const float *b, int n, float *out) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += a[i] * b[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// A round of so many updates, lane by lane, takes as long as memory: one round ahead is enough.
// COUNT-LABEL: define {{.*}} @_Z5countPKjiPj(
// COUNT-NOT: {{(mul|shl)}} i32 %{{.+}}, {{[24]$}}
// COUNT-COUNT-16: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// COUNT-NOT: call void @llvm.prefetch
// COUNT: %warp = {{.*}}i32
__global__ void count(const unsigned *in, int n, unsigned *out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned word = in[i];
    atomicAdd(&bins[word & 255], 1);
    atomicAdd(&bins[word >> 8 & 255], 1);
    atomicAdd(&bins[word >> 16 & 255], 1);
    atomicAdd(&bins[word >> 24], 1);
  }
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
