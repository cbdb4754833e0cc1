// A word that is only taken apart is loaded in parts, which are neighbouring fields; one whose halves are shuffled, or that is
// stored as a whole, stays a word.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPjPK10ulonglong2 -lanes 32 -block rows -ir-after load-word-parts -stop-after load-word-parts | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6mirrorPd -lanes 32 -block rows -ir-after load-word-parts -stop-after load-word-parts | FileCheck %s --check-prefix=WORD
// RUN: %kernelc -bitcode %t.bc -kernel _Z4keepPyPj -lanes 32 -block rows -ir-after load-word-parts -stop-after load-word-parts | FileCheck %s --check-prefix=WORD

// CHECK-LABEL: define {{.*}} @_Z3addPjPK10ulonglong2(
// CHECK-NOT: load i64
// CHECK-COUNT-4: load i32, ptr %{{.*}}, align {{16|4|8}}
// CHECK-NOT: trunc
// CHECK: ret void
__global__ void add(unsigned *out, const ulonglong2 *in) {
  const ulonglong2 words = in[threadIdx.x];
  out[threadIdx.x] = unsigned(words.x) + unsigned(words.x >> 32) + unsigned(words.y) + unsigned(words.y >> 32);
}

// WORD-LABEL: define {{.*}} @_Z
// WORD: load {{i64|double}}
// WORD: ret void
__global__ void mirror(double *x) { x[threadIdx.x] = __shfl_xor_sync(0xffffffff, x[threadIdx.x], 1); }

__global__ void keep(unsigned long long *words, unsigned *low) {
  const unsigned long long word = words[threadIdx.x];
  low[threadIdx.x] = unsigned(word);
  words[threadIdx.x + 1024] = word;
}
