; Loops around atomicCAS that expect what was seen a moment ago become functions for one lane, which never give way. Locks,
; whose loops expect what their owner has yet to write, do not; nor do loops
; that wait before they try.
; RUN: split-file-19 %s %t
; RUN: %kernelc -bitcode %t/add.ll -kernel _Z3addPdPKf -lanes 32 -block rows -run-pass separate-retries | FileCheck %s --check-prefix=ADD
; RUN: %kernelc -bitcode %t/add_2.ll -kernel _Z3addPdPKf -lanes 32 -block rows -run-pass inline-retries | FileCheck %s --check-prefix=LANES
; RUN: %kernelc -bitcode %t/add_3.ll -kernel _Z3addPdPKf -lanes 1 -run-pass inline-chosen | FileCheck %s --check-prefix=ONE
; RUN: %kernelc -bitcode %t/highest.ll -kernel _Z7highestPKf -lanes 32 -block rows -run-pass separate-retries | FileCheck %s --check-prefix=HIGHEST
; RUN: %kernelc -bitcode %t/lock.ll -kernel _Z4lockPiS_ -lanes 32 -block rows -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=STAYS
; RUN: %kernelc -bitcode %t/used.ll -kernel _Z4usedPjS_ -lanes 32 -block rows -run-pass separate-retries | FileCheck %s --check-prefix=USED
; RUN: %kernelc -bitcode %t/waits.ll -kernel _Z5waitsPj -lanes 32 -block rows -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=STAYS
; RUN: %kernelc -bitcode %t/fenced.ll -kernel _Z6fencedPiPj -lanes 32 -block rows -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=STAYS

;--- add.ll

; ADD-LABEL: define {{.*}} @_Z3addPdPKf(
; ADD-NOT: cmpxchg
; ADD: call void @[[RETRY:.*\.retry]](ptr null, {{.*}})
; ADD: define internal void @[[RETRY]](
; ADD: cmpxchg
; ADD-NOT: raddle_yield
; ADD: ret void
; LANES-LABEL: define {{.*}} @_Z3addPdPKf(
; LANES-NOT: call void @
; LANES: each.lane:
; LANES-NOT: call void @
; LANES: cmpxchg
; ONE: cmpxchg
; ONE-NOT: raddle_yield
; ONE: ret void
; STAYS-DAG: cmpxchg
; STAYS-DAG: call void @raddle_yield(
;   __global__ void add(double *sum, const float *values) {
;     auto *bits = reinterpret_cast<unsigned long long *>(sum);
;     unsigned long long old = *bits, seen;
;     do {
;       seen = old;
;       old = atomicCAS(bits, seen, __double_as_longlong(values[threadIdx.x] + __longlong_as_double(seen)));
;     } while (seen != old);
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z3addPdPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = load i64, ptr %0, align 8
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds float, ptr %1, i64 %5
  br label %7
7:
  %.0 = phi i64 [ %3, %2 ], [ %old.i, %7 ]
  %8 = load float, ptr %6, align 4
  %9 = fpext float %8 to double
  %10 = bitcast i64 %.0 to double
  %11 = fadd double %10, %9
  %12 = bitcast double %11 to i64
  %pair.i = cmpxchg ptr %0, i64 %.0, i64 %12 syncscope("device") monotonic monotonic, align 8
  %old.i = extractvalue { i64, i1 } %pair.i, 0
  %.not = icmp eq i64 %.0, %old.i
  br i1 %.not, label %13, label %7
13:
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z3addPdPKf, !"kernel", i32 1}

;--- add_2.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z3addPdPKf.retry(ptr %0, i64 %1, ptr %2, ptr %3) "raddle-lane-by-lane" {
  br label %5
5:
  %.0 = phi i64 [ %1, %4 ], [ %old.i, %5 ]
  %6 = load float, ptr %2, align 4
  %7 = fpext float %6 to double
  %8 = bitcast i64 %.0 to double
  %9 = fadd double %8, %7
  %10 = bitcast double %9 to i64
  %pair.i = cmpxchg ptr %3, i64 %.0, i64 %10 syncscope("device") monotonic monotonic, align 8
  %old.i = extractvalue { i64, i1 } %pair.i, 0
  %.not = icmp eq i64 %.0, %old.i
  br i1 %.not, label %11, label %5
11:
  ret void
}
define void @_Z3addPdPKf(ptr %thread, ptr %0, ptr %1) {
entry:
  %.mask = alloca <32 x i1>, align 4
  %.mask1 = alloca <32 x i1>, align 4
  %.waiting = alloca <32 x i1>, align 4
  %2 = getelementptr inbounds i8, ptr %thread, i32 0
  %3 = load i32, ptr %2, align 4
  br label %start
start:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> zeroinitializer, ptr %.mask, align 4
  br label %4
4:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask, align 4
  %5 = load i64, ptr %0, align 8
  %6 = zext i32 %3 to i64
  %7 = getelementptr float, ptr %1, i64 %6
  br label %each.lane
8:
  store <32 x i1> zeroinitializer, ptr %.waiting, align 4
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.mask1, align 4
  ret void
each.lane:
  %lane = phi i32 [ 0, %4 ], [ %12, %each.lane ]
  %9 = zext i32 %lane to i64
  %10 = mul i64 %9, 4
  %11 = getelementptr i8, ptr %7, i64 %10
  call void @_Z3addPdPKf.retry(ptr null, i64 %5, ptr %11, ptr %0)
  %12 = add nuw nsw i32 %lane, 1
  %13 = icmp ne i32 %12, 32
  br i1 %13, label %each.lane, label %each.lane.end
each.lane.end:
  store <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, ptr %.waiting, align 4
  br label %8
}
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z3addPdPKf, !"kernel", i32 1}

;--- add_3.ll
target triple = "x86_64-pc-linux-gnu"
define void @_Z3addPdPKf(ptr %thread, ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %5)
  %8 = load ptr, ptr %3, align 8
  store ptr %8, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %6)
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %9, align 8
  store i64 %10, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %7)
  br label %11
11:
  %12 = load i64, ptr %6, align 8
  store i64 %12, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr %7, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = call i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread)
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds float, ptr %15, i64 %17
  %19 = load float, ptr %18, align 4
  %20 = fpext float %19 to double
  %21 = load i64, ptr %7, align 8
  %22 = call double @"_ZL20__longlong_as_doublex@0"(ptr %thread, i64 %21)
  %23 = fadd contract double %20, %22
  %24 = call i64 @"_ZL20__double_as_longlongd@0"(ptr %thread, double %23)
  %25 = call i64 @__raddle_atomic_cas_i64_device(ptr %thread, ptr %13, i64 %14, i64 %24)
  store i64 %25, ptr %6, align 8
  br label %26
26:
  %27 = load i64, ptr %7, align 8
  %28 = load i64, ptr %6, align 8
  %29 = icmp ne i64 %27, %28
  br i1 %29, label %11, label %30
30:
  call void @llvm.lifetime.end.p0(i64 8, ptr %7)
  call void @llvm.lifetime.end.p0(i64 8, ptr %6)
  call void @llvm.lifetime.end.p0(i64 8, ptr %5)
  ret void
}
define i64 @"_ZL20__double_as_longlongd@0"(ptr %thread, double %0) alwaysinline {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  ret i64 %3
}
define i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv(ptr %thread) alwaysinline {
  %1 = call i32 @raddle.thread.0()
  ret i32 %1
}
define double @"_ZL20__longlong_as_doublex@0"(ptr %thread, i64 %0) alwaysinline {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  ret double %3
}
define i64 @__raddle_atomic_cas_i64_device(ptr %thread, ptr %address, i64 %expected, i64 %value) alwaysinline {
  %pair = cmpxchg ptr %address, i64 %expected, i64 %value syncscope("device") monotonic monotonic, align 8
  %old = extractvalue { i64, i1 } %pair, 0
  ret i64 %old
}
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!4}
!4 = !{ptr @_Z3addPdPKf, !"kernel", i32 1}

;--- highest.ll

; With another way out, and in shared memory, which only the kernel knows.
; HIGHEST-LABEL: define {{.*}} @_Z7highestPKf(
; HIGHEST: call void @[[RETRY:.*\.retry]](ptr null, {{.*}}@{{.*}}best
; HIGHEST: define internal void @[[RETRY]](
; HIGHEST-NOT: raddle_yield
; HIGHEST: ret void
;   __global__ void highest(const float *values) {
;     __shared__ int best;
;     int old = best;
;     while (__int_as_float(old) < values[threadIdx.x]) {
;       const int seen = old;
;       old = atomicCAS(&best, seen, __float_as_int(values[threadIdx.x]));
;       if (old == seen)
;         break;
;     }
;   }
target triple = "x86_64-pc-linux-gnu"
@"_ZZ7highestPKfE4best@0" = internal addrspace(3) global i32 undef, align 4
define void @_Z7highestPKf(ptr %thread, ptr %0) {
  %2 = load i32, ptr addrspacecast (ptr addrspace(3) @"_ZZ7highestPKfE4best@0" to ptr), align 4
  %3 = tail call i32 @raddle.thread.0()
  %4 = zext nneg i32 %3 to i64
  %5 = getelementptr inbounds float, ptr %0, i64 %4
  br label %6
6:
  %.01 = phi i32 [ %2, %1 ], [ %old.i, %10 ]
  %7 = bitcast i32 %.01 to float
  %8 = load float, ptr %5, align 4
  %9 = fcmp ogt float %8, %7
  br i1 %9, label %10, label %.thread
10:
  %11 = bitcast float %8 to i32
  %pair.i = cmpxchg ptr addrspacecast (ptr addrspace(3) @"_ZZ7highestPKfE4best@0" to ptr), i32 %.01, i32 %11 syncscope("device") monotonic monotonic, align 4
  %old.i = extractvalue { i32, i1 } %pair.i, 0
  %12 = extractvalue { i32, i1 } %pair.i, 1
  br i1 %12, label %.thread, label %6
.thread:
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!5}
!5 = !{ptr @_Z7highestPKf, !"kernel", i32 1}

;--- lock.ll

;   __global__ void lock(int *lock, int *count) {
;     while (atomicCAS(lock, 0, 1) != 0) {
;     }
;     ++*count;
;     atomicExch(lock, 0);
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4lockPiS_(ptr %thread, ptr %0, ptr %1) {
  br label %3
3:
  %pair.i = cmpxchg ptr %0, i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
  %.not = extractvalue { i32, i1 } %pair.i, 1
  br i1 %.not, label %4, label %3
4:
  %5 = load i32, ptr %1, align 4
  %6 = add nsw i32 %5, 1
  store i32 %6, ptr %1, align 4
  %old.i = atomicrmw xchg ptr %0, i32 0 syncscope("device") monotonic, align 4
  ret void
}
!nvvm.annotations = !{!6}
!6 = !{ptr @_Z4lockPiS_, !"kernel", i32 1}

;--- used.ll

; USED-LABEL: define {{.*}} @_Z4usedPjS_(
; USED: [[SEEN:%.*]] = call i32 @[[RETRY:.*\.retry]](ptr null, {{.*}})
; USED: store i32 [[SEEN]]
; USED: define internal i32 @[[RETRY]](
; USED-NOT: raddle_yield
; USED: ret i32
;   __global__ void used(unsigned *counter, unsigned *numbers) {
;     unsigned old = *counter, seen;
;     do {
;       seen = old;
;       old = atomicCAS(counter, seen, seen + 2);
;     } while (old != seen);
;     numbers[threadIdx.x] = seen;
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z4usedPjS_(ptr %thread, ptr %0, ptr %1) {
  %3 = load i32, ptr %0, align 4
  br label %4
4:
  %.0 = phi i32 [ %3, %2 ], [ %old.i, %4 ]
  %5 = add i32 %.0, 2
  %pair.i = cmpxchg ptr %0, i32 %.0, i32 %5 syncscope("device") monotonic monotonic, align 4
  %old.i = extractvalue { i32, i1 } %pair.i, 0
  %.not = extractvalue { i32, i1 } %pair.i, 1
  br i1 %.not, label %6, label %4
6:
  %7 = tail call i32 @raddle.thread.0()
  %8 = zext nneg i32 %7 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  store i32 %.0, ptr %9, align 4
  ret void
}
declare i32 @raddle.thread.0()
!nvvm.annotations = !{!7}
!7 = !{ptr @_Z4usedPjS_, !"kernel", i32 1}

;--- waits.ll

;   __global__ void waits(unsigned *tickets) {
;     unsigned seen;
;     for (;;) {
;       seen = *static_cast<volatile unsigned *>(tickets);
;       if (seen == 0)
;         continue;
;       if (atomicCAS(tickets, seen, seen - 1) == seen)
;         break;
;     }
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z5waitsPj(ptr %thread, ptr %0) {
  br label %2
2:
  %3 = load volatile i32, ptr %0, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %.backedge, label %5
.backedge:
  br label %2
5:
  %6 = add i32 %3, -1
  %pair.i = cmpxchg ptr %0, i32 %3, i32 %6 syncscope("device") monotonic monotonic, align 4
  %7 = extractvalue { i32, i1 } %pair.i, 1
  br i1 %7, label %8, label %.backedge
8:
  ret void
}
!nvvm.annotations = !{!8}
!8 = !{ptr @_Z5waitsPj, !"kernel", i32 1}

;--- fenced.ll

; The fence makes the loop around the attempts one that polls.
;   __global__ void fenced(int *flag, unsigned *count) {
;     while (*flag == 0) {
;       unsigned old = *count, seen;
;       do {
;         seen = old;
;         __threadfence();
;         old = atomicCAS(count, seen, seen + 1);
;       } while (old != seen);
;     }
;   }
target triple = "x86_64-pc-linux-gnu"
define void @_Z6fencedPiPj(ptr %thread, ptr %0, ptr %1) {
  %3 = load i32, ptr %0, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %.lr.ph, label %._crit_edge
.lr.ph:
  %5 = load i32, ptr %1, align 4
  br label %6
6:
  %.0 = phi i32 [ %5, %.lr.ph ], [ %old.i, %6 ]
  fence seq_cst
  %7 = add i32 %.0, 1
  %pair.i = cmpxchg ptr %1, i32 %.0, i32 %7 syncscope("device") monotonic monotonic, align 4
  %old.i = extractvalue { i32, i1 } %pair.i, 0
  %.not = extractvalue { i32, i1 } %pair.i, 1
  br i1 %.not, label %8, label %6
8:
  %9 = load i32, ptr %0, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %.lr.ph, label %._crit_edge
._crit_edge:
  ret void
}
!nvvm.annotations = !{!9}
!9 = !{ptr @_Z6fencedPiPj, !"kernel", i32 1}
