// Fused warps that read neighbouring columns of a tile load four elements of each row, and transpose square blocks of them. So do
// lanes that store neighbouring elements.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z9transposePfPKfi -lanes 32 -block rows-of-32+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SQUARES
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z9in_halvesPfPKfi -lanes 32 -block rows-of-16+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=HALVES
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z3sumPdPK6Record -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=RECORDS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5threePdPK6Record -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=OVERLAP
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4fillPiS_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=STORES

// Eight columns are two square blocks of each of the eight groups of four lanes: 64 loads, and 16 vectors of 16 columns' elements.
// SQUARES-LABEL: define {{.*}} @_Z9transposePfPKfi(
// SQUARES: call void @raddle_syncthreads
// SQUARES-COUNT-64: load <4 x float>
// SQUARES-NOT: load <4 x float>
// SQUARES: shufflevector <16 x float> [[A:%.*]], <16 x float> [[B:%.*]], <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
// SQUARES: shufflevector <16 x float> [[A]], <16 x float> [[B]], <16 x i32> <i32 2, i32 18, i32 3, i32 19, i32 6, i32 22, i32 7, i32 23, i32 10, i32 26, i32 11, i32 27, i32 14, i32 30, i32 15, i32 31>
// SQUARES-NOT: masked.gather
// SQUARES: ret void
__global__ void transpose(float *out, const float *in, int size) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * size + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * size + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Two rows of threads are a warp, whose halves read neighbouring columns: 16 for 8 warps.
// HALVES-LABEL: define {{.*}} @_Z9in_halvesPfPKfi(
// HALVES: call void @raddle_syncthreads
// HALVES-COUNT-64: load <4 x float>
// HALVES-NOT: load <4 x float>
// HALVES-NOT: masked.gather
// HALVES: ret void
__global__ void in_halves(float *out, const float *in, int size) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * size + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * size + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

struct Record {
  double values[21];
};

// Two fields of eight bytes fill the 16 bytes of a block's row.
// RECORDS-LABEL: define {{.*}} @_Z3sumPdPK6Record(
// RECORDS-COUNT-32: load <2 x double>
// RECORDS-NOT: masked.gather
// RECORDS: ret void
__global__ void sum(double *out, const Record *in) {
  out[threadIdx.x] = in[threadIdx.x].values[4] + in[threadIdx.x].values[5];
}

// Three do not, and what lies beside them need not exist: the middle one is loaded twice.
// OVERLAP-LABEL: define {{.*}} @_Z5threePdPK6Record(
// OVERLAP-COUNT-64: load <2 x double>
// OVERLAP-NOT: masked.gather
// OVERLAP: ret void
__global__ void three(double *out, const Record *in) {
  out[threadIdx.x] = in[threadIdx.x].values[4] + in[threadIdx.x].values[5] + in[threadIdx.x].values[6];
}

// Seven elements are two rows of blocks for each lane, which both hold the middle one.
// STORES-LABEL: define {{.*}} @_Z4fillPiS_(
// STORES-COUNT-64: store <4 x i32>
// STORES-NOT: masked.scatter
// STORES: ret void
__global__ void fill(int *out, int *in) {
  const int value = in[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 7; ++i)
    out[threadIdx.x * 23 + i] = value * (i + 3);
}
