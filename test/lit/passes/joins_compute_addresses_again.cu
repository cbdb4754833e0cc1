// What the sides of a branch compute alike comes from no phi behind it, so that lanes that have neighbouring elements on either
// side have them there, too.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8interiorPfPKfii -lanes 32 -ir-after rematerialise-at-joins -stop-after rematerialise-at-joins | FileCheck %s --check-prefix=INTERIOR
// RUN: %kernelc -bitcode %t.bc -kernel _Z8interiorPfPKfii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WIDE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5threePfPKfS1_i -lanes 32 -ir-after rematerialise-at-joins -stop-after rematerialise-at-joins | FileCheck %s --check-prefix=THREE
// RUN: %kernelc -bitcode %t.bc -kernel _Z6beginsPfPi -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=BEGINS

// One store, of what either side says, to where both would.
// INTERIOR-LABEL: define void @_Z8interiorPfPKfii(
// INTERIOR-NOT: phi i64
// INTERIOR: phi float
// INTERIOR-NEXT: [[PLACE:%.*]] = sext i32 {{%.*}} to i64
// INTERIOR-NEXT: [[ADDRESS:%.*]] = getelementptr inbounds float, ptr %0, i64 [[PLACE]]
// INTERIOR-NEXT: store float {{%.*}}, ptr [[ADDRESS]]
// WIDE-LABEL: define void @_Z8interiorPfPKfii(
// WIDE-NOT: @llvm.masked.scatter
// WIDE: call void @llvm.masked.store.v32f32
__global__ void interior(float *out, const float *in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int i = y * width + x;
    if (x == 0 || x == width - 1 || y == 0 || y == height - 1)
      out[i] = in[i];
    else
      out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
  }
}

// Two sides have it from the same place.
// THREE-LABEL: define void @_Z5threePfPKfS1_i(
// THREE-NOT: phi i64
// THREE: phi float [ {{%.*}}, {{%.*}} ], [ {{%.*}}, {{%.*}} ], [ {{%.*}}, {{%.*}} ]
// THREE-NEXT: [[PLACE:%.*]] = sext i32 {{%.*}} to i64
// THREE-NEXT: getelementptr inbounds float, ptr %0, i64 [[PLACE]]
__global__ void three(float *out, const float *in, const float *other, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width) {
    const float limit = *static_cast<const volatile float *>(other);
    if (in[i] > limit)
      out[i] = other[i];
    else
      out[i] = in[i] * 2;
  } else {
    out[i] = in[i - 1] + in[i];
  }
}

// What the first thread needs for itself is computed again for all.
// BEGINS-LABEL: define void @_Z6beginsPfPi(
// BEGINS-NOT: phi
// BEGINS: ret void
__global__ void begins(float *out, int *begun) {
  if (threadIdx.x == 0)
    begun[blockIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
