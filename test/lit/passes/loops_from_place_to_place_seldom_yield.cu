// Who looks for a place of a table gives way after every 32 of them only; who tries again because another one was faster never
// does, also where what is expected was compared with what was there, and whoever polls does each time.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6insertPjPKjj -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=INSERT
// RUN: %kernelc -bitcode %t.bc -kernel _Z5unitePiPKiS1_ -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=UNITE
// RUN: %kernelc -bitcode %t.bc -kernel _Z4waitPVi -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=WAIT

// INSERT-LABEL: define {{.*}} @_Z6insertPjPKjj(
// INSERT: cmpxchg
// INSERT: [[ROUNDS:%.*]] = and i32 %{{.*}}, 31
// INSERT: [[MANY:%.*]] = icmp eq i32 [[ROUNDS]], 0
// INSERT: br i1 [[MANY]], label %[[YIELD:.*]], label
// INSERT: {{^}}[[YIELD]]:
// INSERT-NEXT: call void @raddle_yield({{.*}}) #[[VALUES:[0-9]+]]
// INSERT: attributes #[[VALUES]] = { "raddle-awaits"="1,0" }
__global__ void insert(unsigned *slots, const unsigned *keys, unsigned mask) {
  const unsigned key = keys[threadIdx.x];
  unsigned slot = key & mask;
  while (true) {
    const unsigned old = atomicCAS(&slots[slot], 0u, key);
    if (old == 0 || old == key)
      return;
    slot = (slot + 1) & mask;
  }
}

// The loop to the root gives way now and then, that around the attempt does not.
// UNITE-LABEL: define {{.*}} @_Z5unitePiPKiS1_(
// UNITE-COUNT-2: call void @raddle_yield(
// UNITE: cmpxchg
// UNITE-NOT: raddle_yield
// UNITE: ret void
__device__ int rootOf(volatile int *parents, int x) {
  int parent;
  while ((parent = parents[x]) != x)
    x = parent;
  return x;
}

__global__ void unite(int *parents, const int *from, const int *to) {
  int a = from[threadIdx.x], b = to[threadIdx.x];
  while (true) {
    a = rootOf(parents, a);
    b = rootOf(parents, b);
    if (a == b)
      return;
    const int high = max(a, b), low = min(a, b);
    if (atomicCAS(&parents[high], high, low) == high)
      return;
  }
}

// WAIT-LABEL: define {{.*}} @_Z4waitPVi(
// WAIT-NOT: and i32 %{{.*}}, 31
// WAIT: call void @raddle_yield({{.*}}) #[[ANY:[0-9]+]]
// WAIT: attributes #[[ANY]] = { "raddle-awaits"="3" }
__global__ void wait(volatile int *flag) {
  while (flag[blockIdx.x] == 0) {
  }
}
