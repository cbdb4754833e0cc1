// A fault inside a function of the headers is reported where the program called it.
// RUN: %clang_device -gline-tables-only -S -o - %s | %link_device_library | %simplify | FileCheck %s

// CHECK: load i32, {{.*}} !dbg [[LOAD:![0-9]+]]
// CHECK: atomicrmw add {{.*}} !dbg [[ADD:![0-9]+]]
// CHECK-DAG: [[LOAD]] = !DILocation(line: [[@LINE+3]]
// CHECK-DAG: [[ADD]] = !DILocation(line: [[@LINE+3]]
__global__ void lines(const int *p, int *q) {
  int x = __ldg(p);
  atomicAdd(q, x);
}
