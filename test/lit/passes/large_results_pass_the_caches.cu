// Whole lines of memory that the kernel does not read are stored past the caches, where the launch is large and the
// address allows it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5triadPfPKfS1_f -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=TRIAD
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7inPlacePff -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7publishPfPi -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4postP7MailboxPKS_Pf -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=NONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6shelveP6RecordPf -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=NONE

// TRIAD: getelementptr inbounds i8, ptr %0, i32 124
// TRIAD: and i64 %{{.*}}, 63
// TRIAD: store <32 x float> %{{.*}}, align 64, !nontemporal
// TRIAD: store <32 x float> %{{.*}}, align 4{{$}}
__global__ void triad(float *a, const float *b, const float *c, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i] + factor * c[i];
}

// NONE: define
// NONE-NOT: nontemporal
// NONE: ret void
__global__ void inPlace(float *a, float factor) {
  a[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

// Another block may see the flag before the results.
__global__ void publish(float *a, int *ready) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
  __threadfence();
  atomicAdd(ready, 1);
}

// The same with a copy instead of the flag.
struct Mailbox {
  volatile int words[20];
};
__global__ void post(Mailbox *to, const Mailbox *from, float *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1.0f;
  to[i] = from[i];
}

// What a copy reads is read.
struct Record {
  float values[20];
};
__global__ void shelve(Record *to, float *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = *reinterpret_cast<const Record *>(a + 20 * i);
  a[1000000 + i] = 1.0f;
}
