// A loop around a barrier that halves a stride has its stages within a warp after it, one after the other, without
// barriers where each warp keeps to its own elements.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5apartPij -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=APART
// RUN: %kernelc -bitcode %t.bc -kernel _Z5mixedPij -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=MIXED
// RUN: %kernelc -bitcode %t.bc -kernel _Z6lengthPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=LENGTH
// RUN: %kernelc -bitcode %t.bc -kernel _Z6lengthPi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=NARROW
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6lengthPi -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FOURS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5mixedPij -lanes 32 -block rows+eights -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SINGLY
__shared__ int values[2048];

// The loop's barrier, the one before the last six stages, and the one after them.
// APART-LABEL: define {{.*}} @_Z5apartPij(
// APART-COUNT-3: call void @raddle_syncthreads
// APART-NOT: call void @raddle_syncthreads
// APART: {{^}}}

__global__ void apart(int *out, unsigned count) {
  for (unsigned stride = count / 2; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    int a = values[first], b = values[first + stride];
    values[first] = a + b;
    values[first + stride] = a - b;
  }
  __syncthreads();
  *out = count;
}

// Each warp reads what the next one is to write in the next round: all barriers are needed.
// MIXED-LABEL: define {{.*}} @_Z5mixedPij(
// MIXED-COUNT-8: call void @raddle_syncthreads
// MIXED-NOT: call void @raddle_syncthreads
// MIXED: {{^}}}
// Fusing warps would not spare any.
// SINGLY-LABEL: define {{.*}} @_Z5mixedPij(
// SINGLY-NOT: and i32 %{{.*}}, 927
// SINGLY: {{^}}}
__global__ void mixed(int *out, unsigned count) {
  for (unsigned stride = count / 2; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    values[first] += values[first + stride + 64];
  }
  __syncthreads();
  *out = count;
}

// Of a loop that doubles the first stride from a constant on, the iterations with short strides come first. They need no
// barrier, because nothing has been touched before.
// LENGTH-LABEL: define {{.*}} @_Z6lengthPi(
// LENGTH: load <
// LENGTH: call void @raddle_syncthreads
// LENGTH: and i32 %{{.*}}, 63
// LENGTH-COUNT-2: call void @raddle_syncthreads
// LENGTH-NOT: call void @raddle_syncthreads
// LENGTH: {{^}}}

// Warps that consist of several rows have no elements of their own by threadIdx.x.
// NARROW-LABEL: define {{.*}} @_Z6lengthPi(
// NARROW-COUNT-2: call void @raddle_syncthreads
// NARROW-NOT: call void @raddle_syncthreads
// NARROW: {{^}}}

// Four warps are fused where their elements fill half of the registers: then partners at strides of up to 128 are among
// them, and the index of the first thread has two more bits that are zero.
// FOURS-LABEL: define {{.*}} @_Z6lengthPi(
// FOURS: and i32 %{{.*}}, 927
// FOURS-COUNT-3: call void @raddle_syncthreads
// FOURS-NOT: call void @raddle_syncthreads
// FOURS: {{^}}}
__global__ void length(int *out) {
  for (int length = 2; length <= 1024; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      int a = values[first], b = values[first + stride];
      if ((a > b) == ((first & length) == 0)) {
        values[first] = b;
        values[first + stride] = a;
      }
    }
  __syncthreads();
  *out = 1;
}
