// The plan says of each atomic update how it is made.
// RUN: %raddle explain %s --kernel updates --plan | FileCheck %s

// CHECK: |   atomicAdd(total, numbers[threadIdx.x]);
// CHECK: atomic update: uniform address: one update for all lanes
// CHECK-NEXT: the address is the same for all lanes
// CHECK: |   atomicAdd(sum, 1.5f);
// CHECK: atomic update: uniform address: a chain in registers in the order of the lanes, then one update
// CHECK: |   atomicAdd(&row[threadIdx.x], 2);
// CHECK: atomic update: contiguous: 16 bytes at a time
// CHECK-NEXT: the address is 4 bytes further from lane to lane
// CHECK: |   atomicAdd(&bins[numbers[threadIdx.x]], 1);
// CHECK: atomic update: lane by lane, within the block: no bus lock
// CHECK-NEXT: only the block sees the memory
__global__ void updates(int *total, float *sum, int *row, const int *numbers) {
  __shared__ int bins[256];
  atomicAdd(total, numbers[threadIdx.x]);
  atomicAdd(sum, 1.5f);
  atomicAdd(&row[threadIdx.x], 2);
  atomicAdd(&bins[numbers[threadIdx.x]], 1);
  __syncthreads();
  row[threadIdx.x] = bins[threadIdx.x];
}
