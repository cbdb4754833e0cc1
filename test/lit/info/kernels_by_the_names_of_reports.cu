// A kernel is found by its name as reports write it, with the type of its result and lambdas as GCC's demangler writes them.
// RUN: %raddle explain %s --kernel 'void ns::scale<8u,4u>(int*)' | FileCheck %s
// RUN: %raddle explain %s --kernel 'void ns::apply<int, main::{lambda(int)#2}>(int*, main::{lambda(int)#2})' | FileCheck %s --check-prefix=SECOND
// RUN: not %raddle explain %s --kernel 'ns::apply<int, main::{lambda(int)#3}>' 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: warp engine
namespace ns {
template <unsigned A, unsigned B> __global__ void scale(int *p) { p[threadIdx.x] *= A * B; }
template <class T, class F> __global__ void apply(T *p, F f) { p[threadIdx.x] = f(threadIdx.x); }
} // namespace ns

int main() {
  ns::scale<8, 4><<<1, 32>>>(nullptr);
  auto first = [] __device__(int i) { return i; };
  auto second = [] __device__(int i) { return 2 * i; };
  ns::apply<<<1, 32>>>((int *)nullptr, first);
  ns::apply<<<1, 32>>>((int *)nullptr, second);
}
// SECOND: warp engine
// NONE: error: there is no kernel
