// No pass depends on where its data lies in memory: the same kernel becomes the same code in each process.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4jumpPjjPFjjE -lanes 32 -block rows+eights -ir-after all -o %t.1.so > %t.1.ll
// RUN: %kernelc -bitcode %t.bc -kernel _Z4jumpPjjPFjjE -lanes 32 -block rows+eights -ir-after all -o %t.2.so > %t.2.ll
// RUN: env MALLOC_TOP_PAD_=10000000 %kernelc -bitcode %t.bc -kernel _Z4jumpPjjPFjjE -lanes 32 -block rows+eights -ir-after all -o %t.3.so > %t.3.ll
// RUN: env MALLOC_MMAP_THRESHOLD_=1000 %kernelc -bitcode %t.bc -kernel _Z4jumpPjjPFjjE -lanes 32 -block rows+eights -ir-after all -o %t.4.so > %t.4.ll
// RUN: cmp %t.1.ll %t.2.ll
// RUN: cmp %t.1.ll %t.3.ll
// RUN: cmp %t.1.ll %t.4.ll
// RUN: cmp %t.1.so %t.2.so
// RUN: cmp %t.1.so %t.3.so
// RUN: cmp %t.1.so %t.4.so
// RUN: FileCheck %s --input-file %t.1.ll

__device__ unsigned fallen(unsigned x, int left) { return left <= 0 ? x : fallen(x * 5 + 1, left - 1) ^ x; }
__device__ __noinline__ unsigned first(unsigned x) { return fallen(x, x & 7); }
__device__ __noinline__ unsigned second(unsigned x) { return x % 7 ? x * x : fallen(x, 3); }

// What this is about: sets of blocks and of values, larger than those that keep the order of insertion.
// CHECK: IR after widen
// CHECK: %{{.*}}.waiting{{[0-9]*}} = alloca <32 x i1>
__global__ void jump(unsigned *data, unsigned rounds, unsigned (*chosen)(unsigned)) {
  __shared__ unsigned exchanged[256];
  unsigned x = data[threadIdx.x], sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    exchanged[threadIdx.x] = x;
    __syncthreads();
    x ^= exchanged[threadIdx.x ^ 33];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < x % 100; i += 7) {
      switch ((x + i) % 9) {
      case 0:
        sum += x;
        continue;
      case 1:
        sum ^= 5;
      case 2:
        if (x % 11 == 3)
          break;
        sum += x & 1 ? first(x) : second(x);
        break;
      case 3:
        if (sum == 77)
          return;
        goto out;
      case 4:
        for (unsigned k = 0; k < sum % 5; ++k)
          if ((sum ^ k) % 13 == x % 13)
            goto out;
        break;
      case 5:
        data[threadIdx.x + 768] = chosen(x);
        break;
      default:
        x = x * 1103515245 + 12345;
      }
      data[threadIdx.x + 256 * (i % 3)] = x;
    }
  out:
    if (threadIdx.x / 32 == 1)
      sum += __popc(__ballot_sync(__activemask(), x & 4));
  }
  data[threadIdx.x] = sum + x;
}
