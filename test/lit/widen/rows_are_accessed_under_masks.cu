// Where a warp is several rows of threads and some lanes may be missing, each row is one vector under a mask: at once with
// AVX-512, and with AVX2 where it turns out that a lane is missing. Others have no such accesses.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=AVX512
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=AVX2
// RUN: env RADDLE_ISA=sse4.2 %kernelc -bitcode %t.bc -kernel _Z5innerPfPKfi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SSE

// AVX512-NOT: load <16 x float>
// AVX512-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
// AVX512-COUNT-2: call void @llvm.masked.store.v16f32.p0(
// AVX512-NOT: masked.gather

// AVX2-COUNT-2: load <8 x float>
// AVX2-COUNT-2: call <16 x float> @llvm.masked.load.v16f32.p0(
// AVX2-NOT: masked.gather

// SSE-NOT: @llvm.masked.load
// SSE: load <8 x float>
// SSE-NOT: @llvm.masked.load
__global__ void inner(float *out, const float *in, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x > 0 && x < 15)
    out[static_cast<long>(y) * width + x] = 2 * in[static_cast<long>(y) * width + x];
}
