// A gather or scatter costs the same for no lane at all as for 32, so what holds one is skipped where no lane waits: here
// the warps of a block that have no part in the borders. Contiguous accesses are made with an empty mask.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7bordersPKfPf -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=BORDERS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5innerPKfPf -lanes 32 -block rows+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=INNER

// BORDERS: define {{.*}}_Z7bordersPKfPf
// BORDERS: br i1 {{.*}}, label %{{.*}}, label %skip.
// BORDERS: call {{.*}}@llvm.masked.gather
// BORDERS: call {{.*}}@llvm.masked.scatter
__global__ void borders(const float *in, float *out) {
  __shared__ float row[258];
  const int t = threadIdx.x;
  row[t + 1] = in[t + 1];
  if (t == 0)
    row[0] = in[0];
  if (t == 255)
    row[257] = in[257];
  __syncthreads();
  out[t] = row[t] + row[t + 2];
}

// INNER: define {{.*}}_Z5innerPKfPf
// INNER-NOT: label %skip
// INNER: call {{.*}}@llvm.masked.store
// INNER-NOT: label %skip
// INNER: ret void
__global__ void inner(const float *in, float *out) {
  const int t = threadIdx.x;
  if (in[t] < 0)
    out[t] = 1;
}
