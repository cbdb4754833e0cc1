// Lanes side by side are one vector access, a uniform address is one scalar access, all else gathers and scatters;
// where no lane can be missing, nothing is masked.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8accessesPfPKfPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z8accessesPfPKfPKi(
// CHECK: start:
// CHECK-DAG: load float, ptr %1
// CHECK-DAG: [[INDEX:%.*]] = load <32 x i32>, ptr
// CHECK-DAG: call <32 x float> @llvm.masked.gather
// CHECK-DAG: store <32 x float> {{.*}}, ptr
// CHECK: ret void
__global__ void accesses(float *out, const float *in, const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[0] + in[index[i]];
}
