// Blocks that begin with a loop over the grid, which only reads, run it in batches: the batch entry writes the state of each
// block into frames, and the block's own entry goes on from there.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z3sumPKfiPf -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=SUM
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver5 -kernel _Z3sumPKfiPf -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=FOUR
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z4widePKfS0_iPd -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WIDE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z6shortsPKsiPi -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=SHORT
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z7of_rowsPKfiPf -lanes 32 -block rows+one-warp -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ROWS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5scalePfi -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5countPKiiPi -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z5untilPKfPKiPf -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor znver4 -kernel _Z6gatherPKfPKiiPf -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -processor sapphirerapids -kernel _Z3sumPKfiPf -lanes 32 -block rows+eights -ir-after finish -stop-after finish | FileCheck %s --check-prefix=FOUR

// The block goes on from its frame.
// SUM: define hidden void @_Z3sumPKfiPf.block(
// SUM: [[PLACE:%.*]] = getelementptr {{.*}}ptr %0, i64 128
// SUM: [[FRAME:%.*]] = load ptr, ptr [[PLACE]]
// SUM: icmp ne ptr [[FRAME]], null
// SUM: getelementptr inbounds i8, ptr [[FRAME]], i64 1088
// SUM: load <32 x float>, ptr [[FRAME]], align 64
// There is room for 128 frames. A step prefetches for the next frame, as far off as the second is from the first, if the last one
// is as far off as that says. It runs eight iterations where the last one comes after them: it reads a line for each, then the
// next line for each. Fewer iterations take the loop, but for the last one.
// SUM: define hidden i32 @_Z3sumPKfiPf.ahead(ptr noalias %0, {{.*}} %1, ptr noalias align 64 %2, i32 %3)
// SUM-COUNT-16: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// SUM: getelementptr inbounds i8, ptr %2, i64 139264
// SUM: start:
// SUM: [[SAYS:%.*]] = mul i64 [[FURTHER:%.*]], {{%.*}}
// SUM-NEXT: [[LAST:%.*]] = sub i64
// SUM-NEXT: [[IS:%.*]] = mul i64 [[LAST]],
// SUM-NEXT: [[EVEN:%.*]] = icmp eq i64 [[SAYS]], [[IS]]
// SUM-NEXT: select i1 [[EVEN]], i64 [[FURTHER]], i64 0
// SUM-NOT: call void @llvm.prefetch
// SUM: rounds:
// SUM-NEXT: [[PLACE:%.*]] = getelementptr inbounds i8, ptr %frame, i64 896
// SUM-NEXT: [[SUM:%.*]] = load <16 x float>, ptr [[PLACE]], align 64
// SUM: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// SUM: [[READ:%.*]] = load <16 x float>, ptr {{%.*}}, align 4
// SUM-NEXT: fadd <16 x float> [[SUM]], [[READ]]
// SUM-COUNT-7: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// SUM: load <16 x float>, ptr {{%.*}}, align 4
// SUM-NEXT: [[LAST:%.*]] = fadd <16 x float>
// SUM-NEXT: store <16 x float> [[LAST]], ptr [[PLACE]], align 64
// SUM: [[NEXT:%.*]] = getelementptr inbounds i8, ptr [[PLACE]], i64 64
// SUM-NEXT: load <16 x float>, ptr [[NEXT]], align 64
// SUM-COUNT-120: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// SUM-NOT: call void @llvm.prefetch
// SUM: br label %visit

// A Zen 5 and Intel's processors prefetch by themselves: a step has four iterations and no prefetches.
// FOUR: define hidden i32 @_Z3sumPKfiPf.ahead(
// FOUR-NOT: call void @llvm.prefetch
// FOUR: getelementptr inbounds i8, ptr %2, i64 139264
// FOUR-NOT: call void @llvm.prefetch
// FOUR: rounds:
// FOUR-NEXT: getelementptr inbounds i8, ptr %frame, i64 896
// FOUR-NEXT: load <16 x float>, ptr {{%.*}}, align 64
// FOUR-COUNT-4: load <16 x float>, ptr {{%.*}}, align 4{{$}}
// FOUR: store <16 x float>
// FOUR-NOT: call void @llvm.prefetch
// FOUR: br label %visit
__global__ void sum(const float *in, int n, float *out) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// A line has sixteen floats, whatever they become, and 32 shorts, which are a warp.
// WIDE: define hidden i32 @_Z4widePKfS0_iPd.ahead(
// WIDE: rounds:
// WIDE: load <16 x double>, ptr {{%.*}}, align 64
// WIDE: [[ONE:%.*]] = load <16 x float>, ptr {{%.*}}, align 4
// WIDE: [[OTHER:%.*]] = load <16 x float>, ptr {{%.*}}, align 4
// WIDE: call <16 x float> @llvm.maxnum.v16f32(<16 x float> [[ONE]], <16 x float> [[OTHER]])
// WIDE: fpext <16 x float> {{%.*}} to <16 x double>
// WIDE-NOT: load <32 x
// WIDE: br label %visit
__global__ void wide(const float *in, const float *other, int n, double *out) {
  double value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += fmaxf(in[i], other[i]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// SHORT: define hidden i32 @_Z6shortsPKsiPi.ahead(
// SHORT: rounds:
// SHORT: load <32 x i32>, ptr {{%.*}}, align 64
// SHORT: load <32 x i16>, ptr {{%.*}}, align 2
// SHORT-NOT: load <16 x
// SHORT: br label %visit
__global__ void shorts(const short *in, int n, int *out) {
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// Values that differ between blocks lie in the frame, too. An iteration reads 128 bytes: the prefetches are for the eighth frame.
// ROWS: define hidden i32 @_Z7of_rowsPKfiPf.ahead(
// ROWS: start:
// ROWS: call i64 @llvm.umin.i64(i64 {{%.*}}, i64 1536)
// ROWS: visit:
// ROWS: load ptr, ptr
// ROWS: rounds:
// ROWS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 2, i32 1)
// ROWS: ret i32
__global__ void of_rows(const float *in, int n, float *out) {
  const float *row = in + (blockIdx.x % 3) * n;
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += row[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// NONE-NOT: .ahead(
// NONE: ret void
// NONE-NOT: .ahead(
__global__ void scale(float *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] *= 2;
}

__global__ void count(const int *in, int n, int *out) {
  __shared__ int counts[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[in[i] & 63], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    atomicAdd(&out[i], counts[i]);
}

// The limit may be another one when it is read again.
__global__ void until(const float *in, const int *n, float *out) {
  float value = 0;
  const int end = *n;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x)
    value += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void gather(const float *in, const int *where, int n, float *out) {
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[where[i]];
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
