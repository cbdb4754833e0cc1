// A thread has 512 KiB of local memory. A variable that is larger is told when the file is compiled, and refused when the
// kernel needs it.
// RUN: %raddlecc -O3 -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not %raddle explain %s --kernel large 2>&1 | FileCheck %s
// RUN: %raddle explain %s --kernel unneeded
// RUN: %raddle explain %s --kernel fits

// WARNING: [[@LINE+7]]:3: warning: a local variable of 'needsIt(int const*, int)' has 524292 bytes, but a thread has 524288 bytes
// WARNING: [[@LINE+14]]:3: warning: a local variable of 'unneeded(int*)' has 524292 bytes
// WARNING-NOT: warning
// CHECK: [[@LINE+4]]:3: error: a local variable of 'needsIt(int const*, int)' has 524292 bytes
constexpr int kMost = 512 * 1024 / sizeof(int);

__device__ __noinline__ int needsIt(const int *in, int n) {
  int numbers[kMost + 1];
  for (int i = 0; i <= kMost; ++i)
    numbers[i] = in[n - i];
  return numbers[n];
}
__global__ void large(int *out) { *out = needsIt(out, out[1]); }

__global__ void unneeded(int *out) {
  int numbers[kMost + 1];
  numbers[5] = 1;
  *out = numbers[5];
}

__global__ void fits(int *out) {
  int numbers[kMost];
  for (int i = 0; i < kMost; ++i)
    numbers[i] = out[i];
  *out = numbers[out[0]];
}
