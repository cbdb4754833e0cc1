// Lanes whose structures lie anywhere load several fields at once.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4fourPfPK6float4PKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FOUR
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5threePfPK6float3PKii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=THREE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6pixelsPiPK6uchar4PKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PIXELS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7productPfPKfS1_ii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PRODUCT

// FOUR-LABEL: define {{.*}} @_Z4fourPfPK6float4PKi(
// FOUR-COUNT-32: load <4 x float>
// FOUR-NOT: masked.gather
// FOUR: ret void
__global__ void four(float *out, const float4 *table, const int *indices) {
  const float4 v = table[indices[threadIdx.x]];
  out[threadIdx.x] = v.x * v.y + v.z * v.w;
}

// What lies after the three is not read. Lanes that take no part read zeros.
// THREE: @zeros = private constant
// THREE-LABEL: define {{.*}} @_Z5threePfPK6float3PKii(
// THREE: select <32 x i1> {{.*}}@zeros
// THREE-NOT: load <4 x float>
// THREE-COUNT-32: load <2 x float>
// THREE-NOT: masked.gather
// THREE: ret void
__global__ void three(float *out, const float3 *table, const int *indices, int n) {
  if (indices[threadIdx.x] < n) {
    const float3 v = table[indices[threadIdx.x]];
    out[threadIdx.x] = v.x * v.y + v.z;
  }
}

// Four bytes are a word.
// PIXELS-LABEL: define {{.*}} @_Z6pixelsPiPK6uchar4PKi(
// PIXELS: call <32 x i32> @llvm.masked.gather
// PIXELS-NOT: masked.gather
// PIXELS: ret void
__global__ void pixels(int *out, const uchar4 *table, const int *indices) {
  const uchar4 v = table[indices[threadIdx.x]];
  out[threadIdx.x] = v.x * v.y + v.z * v.w;
}

// Each thread goes along its row: 16 elements at a time, which are a cache line, and the rest one by one.
// PRODUCT-LABEL: define {{.*}} @_Z7productPfPKfS1_ii(
// PRODUCT-DAG: masked.gather
// PRODUCT-DAG: load <4 x float>
// PRODUCT: ret void
__global__ void product(float *out, const float *matrix, const float *vector, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += matrix[row * columns + k] * vector[k];
  out[row] = sum;
}
