// A warp whose lanes have no part in a step of a reduction skips it: it would read past the end of the array, though
// under an empty mask. Where lanes take part by what they have read, most warps have some that do.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SKIPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z6strictPfii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SKIPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7by_dataPfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=RUNS

__shared__ float sums[1024];

// SKIPS: load <32 x float>
// SKIPS: br i1 %{{.*}}, label %{{.*}}, label %skip.
// SKIPS: call <32 x float> @llvm.masked.load
__global__ void add(float *out, int steps) {
  sums[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k)
      sums[threadIdx.x] += sums[threadIdx.x + k];
    __syncthreads();
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void strict(float *out, int steps, int rows) {
  sums[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    if (static_cast<int>(threadIdx.x) > k && static_cast<int>(threadIdx.x) + k < rows)
      sums[threadIdx.x] += sums[threadIdx.x + k];
    __syncthreads();
  }
  out[threadIdx.x] = sums[threadIdx.x];
}

// RUNS-NOT: label %skip.
// RUNS: call <32 x float> @llvm.masked.load
// RUNS-NOT: label %skip.
// RUNS: ret void
__global__ void by_data(float *out, int steps) {
  sums[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    if (out[k + threadIdx.x] > 3)
      sums[threadIdx.x] += sums[threadIdx.x + k];
    __syncthreads();
  }
  out[threadIdx.x] = sums[threadIdx.x];
}
