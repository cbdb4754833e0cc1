// A stride that only the run knows: what lanes access depends on its lowest bits, so there is a version for each.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8exchangePij -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=EXCHANGE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5applyPij -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=APPLY

// EXCHANGE-LABEL: define {{.*}} @_Z8exchangePij(
// EXCHANGE: icmp eq i32 %{{.*}}, 0
// EXCHANGE: call <32 x i32> @llvm.masked.load
// EXCHANGE: icmp eq i32 %{{.*}}, 16
// EXCHANGE: icmp eq i32 %{{.*}}, 1{{$}}
// EXCHANGE: call <32 x i32> @llvm.masked.gather
__global__ void exchange(int *keys, unsigned stride) {
  unsigned first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
  keys[first] = keys[first + stride];
}

// Nothing is gained where no access depends on it.
// APPLY-LABEL: define {{.*}} @_Z5applyPij(
// APPLY-NOT: icmp eq i32 %{{.*}}, 16
// APPLY: ret void
__global__ void apply(int *keys, unsigned stride) { keys[threadIdx.x] += threadIdx.x & (stride - 1); }
