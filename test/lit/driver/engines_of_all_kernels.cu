// A line for each kernel of a file says which engine it gets, and why not the warp engine.
// RUN: %raddle explain %s --engines | FileCheck %s

// CHECK-DAG: copy(int const*, int*): warp engine
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

// CHECK-DAG: a::lock<int>(int*, int*): thread engine: lanes of a warp may wait for each other {{.*}}.cu:[[#@LINE+3]]
namespace a {
template <class T> __global__ void lock(int *lock, T *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  ++*count;
  atomicExch(lock, 0);
}
} // namespace a

int main() {
  copy<<<1, 32>>>(nullptr, nullptr);
  a::lock<int><<<1, 32>>>(nullptr, nullptr);
}
