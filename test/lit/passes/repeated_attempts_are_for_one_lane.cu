// Loops around atomicCAS that expect what was seen a moment ago become functions for one lane, which never give way. Locks,
// whose loops expect what their owner has yet to write, do not; nor do loops
// that wait before they try.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPdPKf -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=ADD
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPdPKf -lanes 32 -block rows -ir-after inline-retries -stop-after inline-retries | FileCheck %s --check-prefix=LANES
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPdPKf -lanes 1 -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=ONE
// RUN: %kernelc -bitcode %t.bc -kernel _Z7highestPKf -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=HIGHEST
// RUN: %kernelc -bitcode %t.bc -kernel _Z4lockPiS_ -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=STAYS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4usedPjS_ -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=USED
// RUN: %kernelc -bitcode %t.bc -kernel _Z5waitsPj -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=STAYS
// RUN: %kernelc -bitcode %t.bc -kernel _Z6fencedPiPj -lanes 32 -block rows -ir-after yield-in-polling-loops -stop-after yield-in-polling-loops | FileCheck %s --check-prefix=STAYS

// ADD-LABEL: define {{.*}} @_Z3addPdPKf(
// ADD-NOT: cmpxchg
// ADD: call void @[[RETRY:.*\.retry]](ptr null, {{.*}})
// ADD: define internal void @[[RETRY]](
// ADD: cmpxchg
// ADD-NOT: raddle_yield
// ADD: ret void
// LANES-LABEL: define {{.*}} @_Z3addPdPKf(
// LANES-NOT: call void @
// LANES: each.lane:
// LANES-NOT: call void @
// LANES: cmpxchg
// ONE: cmpxchg
// ONE-NOT: raddle_yield
// ONE: ret void
// STAYS-DAG: cmpxchg
// STAYS-DAG: call void @raddle_yield(
__global__ void add(double *sum, const float *values) {
  auto *bits = reinterpret_cast<unsigned long long *>(sum);
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(values[threadIdx.x] + __longlong_as_double(seen)));
  } while (seen != old);
}

// With another way out, and in shared memory, which only the kernel knows.
// HIGHEST-LABEL: define {{.*}} @_Z7highestPKf(
// HIGHEST: call void @[[RETRY:.*\.retry]](ptr null, {{.*}}@{{.*}}best
// HIGHEST: define internal void @[[RETRY]](
// HIGHEST-NOT: raddle_yield
// HIGHEST: ret void
__global__ void highest(const float *values) {
  __shared__ int best;
  int old = best;
  while (__int_as_float(old) < values[threadIdx.x]) {
    const int seen = old;
    old = atomicCAS(&best, seen, __float_as_int(values[threadIdx.x]));
    if (old == seen)
      break;
  }
}

__global__ void lock(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  ++*count;
  atomicExch(lock, 0);
}

// USED-LABEL: define {{.*}} @_Z4usedPjS_(
// USED: [[SEEN:%.*]] = call i32 @[[RETRY:.*\.retry]](ptr null, {{.*}})
// USED: store i32 [[SEEN]]
// USED: define internal i32 @[[RETRY]](
// USED-NOT: raddle_yield
// USED: ret i32
__global__ void used(unsigned *counter, unsigned *numbers) {
  unsigned old = *counter, seen;
  do {
    seen = old;
    old = atomicCAS(counter, seen, seen + 2);
  } while (old != seen);
  numbers[threadIdx.x] = seen;
}

__global__ void waits(unsigned *tickets) {
  unsigned seen;
  for (;;) {
    seen = *static_cast<volatile unsigned *>(tickets);
    if (seen == 0)
      continue;
    if (atomicCAS(tickets, seen, seen - 1) == seen)
      break;
  }
}

// The fence makes the loop around the attempts one that polls.
__global__ void fenced(int *flag, unsigned *count) {
  while (*flag == 0) {
    unsigned old = *count, seen;
    do {
      seen = old;
      __threadfence();
      old = atomicCAS(count, seen, seen + 1);
    } while (old != seen);
  }
}
