// Lanes that do not store in shared memory what they have read there store it again: a whole vector.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4swapi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SWAP
// RUN: %kernelc -bitcode %t.bc -kernel _Z6globalPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=GLOBAL
// RUN: %kernelc -bitcode %t.bc -kernel _Z8one_flagi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FLAG
__shared__ int keys[2048];

// SWAP-LABEL: define {{.*}} @_Z4swapi(
// SWAP-NOT: masked
// SWAP: select <32 x i1>
// SWAP: store <32 x i32>
// SWAP: store <32 x i32>
// SWAP: ret void
__global__ void swap(int base) {
  int a = keys[threadIdx.x], b = keys[threadIdx.x + 1024];
  if (a > b) {
    keys[threadIdx.x] = b;
    keys[threadIdx.x + 1024] = a;
  }
}

// Another block may write there.
// GLOBAL-LABEL: define {{.*}} @_Z6globalPi(
// GLOBAL: call void @llvm.masked.store
__global__ void global(int *values) {
  int a = values[threadIdx.x];
  if (a < 0)
    values[threadIdx.x] = -a;
}

// One lane's old value would undo what another one has written.
// FLAG-LABEL: define {{.*}} @_Z8one_flagi(
// FLAG: br i1 %{{.*}}, label
// FLAG: store i32 1
__global__ void one_flag(int n) {
  int seen = keys[0];
  if (seen == 0 && keys[threadIdx.x + 1] > n)
    keys[0] = 1;
}
