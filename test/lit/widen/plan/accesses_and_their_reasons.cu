// The plan says of each access how it is made, why, and which lanes are active.
// RUN: %raddle explain %s --kernel sums --plan | FileCheck %s
// RUN: %raddle explain %s --kernel fields --plan | FileCheck %s --check-prefix=FIELDS

// CHECK: warp engine{{$}}
// CHECK: |   for (int i
// CHECK: loop: all lanes leave it together
// CHECK-NEXT: the conditions of its exits are the same for all lanes
// CHECK: |     sum +=
// CHECK-NEXT: load of 4 bytes: varying: gather
// CHECK-NEXT: the address is different in each lane, without a pattern; all 32 lanes are active
// CHECK-NEXT: load of 4 bytes: contiguous: one vector access
// CHECK-NEXT: the address is 4 bytes further from lane to lane; all 32 lanes are active
// CHECK: |   *last =
// CHECK-NEXT: store of 4 bytes: uniform address: one scalar store of the last lane's value
// CHECK-NEXT: the address is the same for all lanes
__global__ void sums(float *last, const float *values, const int *indices, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[indices[i * 32 + static_cast<int>(threadIdx.x)]];
  *last = sum;
}

// FIELDS: |   lengths[threadIdx.x]
// FIELDS: load of 4 bytes: lane * 8: {{[0-9]+}} vectors and shuffles, 2 neighbouring accesses together
// FIELDS-NEXT: the address is 8 bytes further from lane to lane; all 32 lanes are active
// FIELDS: load of 4 bytes: lane * 8: {{[0-9]+}} vectors and shuffles, 2 neighbouring accesses together
// FIELDS-NEXT: the address is 8 bytes further from lane to lane; made at an earlier load of the group
struct Point {
  float x, y;
};
__global__ void fields(float *lengths, const Point *points) {
  lengths[threadIdx.x] = points[threadIdx.x].x * points[threadIdx.x].y;
}
