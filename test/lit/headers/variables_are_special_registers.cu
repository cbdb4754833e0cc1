// Each member of threadIdx and its kin is one read of a special register; warpSize is a constant.
// RUN: %clang_device -S -o - %s | %simplify | FileCheck %s

// CHECK-LABEL: define {{.*}} @_Z9positionsPj(
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.tid.x()
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
// CHECK-DAG: store i32 32
__global__ void positions(unsigned *out) {
  out[0] = threadIdx.x;
  out[1] = blockIdx.y;
  out[2] = blockDim.z;
  out[3] = gridDim.x;
  out[4] = warpSize;
}

// CHECK-LABEL: define {{.*}} @_Z6wholesPj(
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.tid.y()
// CHECK-DAG: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
__global__ void wholes(unsigned *out) {
  uint3 thread = threadIdx;
  dim3 block = blockDim;
  out[0] = thread.y + block.x;
}
