// An index that a border bends has neighbouring elements almost everywhere: one vector where it has, a gather where not.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7clampedPfPKfii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=CLAMPED
// RUN: %kernelc -bitcode %t.bc -kernel _Z4rowsPfPKfii -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4tilePfii -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TILE
// RUN: %kernelc -bitcode %t.bc -kernel _Z7wrappedPfPKfj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WRAPPED
// RUN: %kernelc -bitcode %t.bc -kernel _Z6pickedPfPKfPKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PICKED
// RUN: %kernelc -bitcode %t.bc -kernel _Z7clampedPfPKfii -lanes 32 -block rows -remarks 2>&1 | FileCheck %s --check-prefix=SAYS

// Lanes that do not take part may have any index: all are counted from the first that does. And the last lane's must not
// wrap.
// CLAMPED-LABEL: define {{.*}} @_Z7clampedPfPKfii(
// CLAMPED: [[ALL:%.*]] = freeze <32 x i32>
// CLAMPED: call i32 @llvm.cttz.i32(
// CLAMPED: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
// CLAMPED: [[FIRST:%.*]] = extractelement <32 x i32> {{%.*}}, i64 0
// CLAMPED: [[DEVIATES:%.*]] = icmp ne <32 x i32>
// CLAMPED: and <32 x i1> [[DEVIATES]],
// CLAMPED: icmp sle i32 [[FIRST]], 2147483616
// CLAMPED: usual:
// CLAMPED: call <32 x float> @llvm.masked.load.v32f32.p0(
// CLAMPED: other:
// CLAMPED: call <32 x float> @llvm.masked.gather
// SAYS: load of 4 bytes: contiguous: one vector access, masked where lanes may be missing; where a border bends the index, a gather
__global__ void clamped(float *out, const float *in, int n, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i != n)
    out[i] = in[min(max(i + distance, 0), n - 1)];
}

// A warp of two rows looks at both of them.
// ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfii(
// ROWS: icmp sle i32 {{%.*}}, 2147483632
// ROWS: icmp sle i32 {{%.*}}, 2147483632
// ROWS: usual:
// ROWS-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
// ROWS: other:
// ROWS: call <32 x float> @llvm.masked.gather
__global__ void rows(float *out, const float *in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = in[min(y + 1, height - 1) * width + min(x + 1, width - 1)];
}

// So it does where rows of a tile end at a border and another index says which row it is.
// TILE-LABEL: define {{.*}} @_Z4tilePfii(
// TILE-COUNT-2: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
// TILE: {{^}}usual
// TILE-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
// TILE: {{^}}other
// TILE: call <32 x float> @llvm.masked.gather
__global__ void tile(float *out, int first, int last) {
  __shared__ float cells[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  cells[y][x] = out[y * 16 + x];
  __syncthreads();
  if (x >= first && x <= last)
    out[y * 16 + x] = cells[y][min(x + 1, last)];
}

// WRAPPED-LABEL: define {{.*}} @_Z7wrappedPfPKfj(
// WRAPPED: icmp ule i32 {{%.*}}, -32
// WRAPPED: usual:
// WRAPPED: other:
// WRAPPED: call <32 x float> @llvm.masked.gather
__global__ void wrapped(float *out, const float *in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[(i + 1) % n];
}

// What lanes read.
// PICKED-NOT: usual:
// PICKED: call <32 x float> @llvm.masked.gather
// PICKED-NOT: usual:
__global__ void picked(float *out, const float *in, const int *which, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[min(which[i], n - 1)];
}
