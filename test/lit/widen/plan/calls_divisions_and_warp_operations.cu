// The plan says of each call, division and warp operation what becomes of it.
// RUN: %raddle explain %s --kernel calls --plan | FileCheck %s
// RUN: %raddle explain %s --kernel calls --plan | FileCheck %s --check-prefix=MATHS

// MATHS: a vector version
// MATHS-NEXT: the maths library has one with the same bits

// CHECK: |   const int quotient =
// CHECK: division of integers: in double precision, which is exact for 32 bits
// CHECK-NEXT: each lane has its divisor
// CHECK: |   sum += __shfl_xor_sync(
// CHECK: __shfl_xor_sync: each lane reads from a lane that is known: a fixed permutation
// CHECK-NEXT: lanes that its mask names and that are missing are looked for here
// CHECK: |   sum += __shfl_sync(
// CHECK: __shfl_sync: all lanes read from the same one: an element of the vector
// CHECK: |   const bool any =
// CHECK: __any_sync: one vote of all lanes that the mask names
// CHECK: |   __syncthreads();
// CHECK: __syncthreads(): a barrier at which the warp arrives as one
// CHECK-NEXT: all lanes that have not returned must be there
// CHECK: |     printf(
// CHECK: vprintf: lane by lane
__global__ void calls(float *values, const int *numbers, const int *divisors, int lane) {
  const int quotient = numbers[threadIdx.x] / divisors[threadIdx.x];
  float sum = sinf(static_cast<float>(quotient));
  sum += __shfl_xor_sync(0xffffffffu, sum, 4);
  sum += __shfl_sync(0xffffffffu, sum, lane);
  const bool any = __any_sync(0xffffffffu, sum > 0);
  __syncthreads();
  if (any)
    printf("%f\n", sum);
  values[threadIdx.x] = sum;
}
