; Who looks for a place of a table gives way after every 32 of them only; who tries again because another one was faster never
; does, also where what is expected was compared with what was there, and whoever polls does each time.
; RUN: %kernelc -bitcode %s -kernel _Z6insertPjPKjj -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=INSERT
; RUN: %kernelc -bitcode %s -kernel _Z5unitePiPKiS1_ -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=UNITE
; RUN: %kernelc -bitcode %s -kernel _Z4waitPVi -run-pass yield-in-polling-loops | FileCheck %s --check-prefix=WAIT
target triple = "x86_64-pc-linux-gnu"

; INSERT-LABEL: define {{.*}} @_Z6insertPjPKjj(
; INSERT: cmpxchg
; INSERT: [[ROUNDS:%.*]] = and i32 %{{.*}}, 31
; INSERT: [[MANY:%.*]] = icmp eq i32 [[ROUNDS]], 0
; INSERT: br i1 [[MANY]], label %[[YIELD:.*]], label
; INSERT: {{^}}[[YIELD]]:
; INSERT-NEXT: call void @raddle_yield({{.*}}) #[[VALUES:[0-9]+]]
; INSERT: attributes #[[VALUES]] = { "raddle-awaits"="1,0" }
;   __global__ void insert(unsigned *slots, const unsigned *keys, unsigned mask) {
;     const unsigned key = keys[threadIdx.x];
;     unsigned slot = key & mask;
;     while (true) {
;       const unsigned old = atomicCAS(&slots[slot], 0u, key);
;       if (old == 0 || old == key)
;         return;
;       slot = (slot + 1) & mask;
;     }
;   }
define void @_Z6insertPjPKjj(ptr %thread, ptr %0, ptr %1, i32 %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  br label %8
8:
  %.pn = phi i32 [ %7, %3 ], [ %13, %8 ]
  %.01 = and i32 %.pn, %2
  %9 = zext i32 %.01 to i64
  %10 = getelementptr inbounds i32, ptr %0, i64 %9
  %pair.i = cmpxchg ptr %10, i32 0, i32 %7 syncscope("device") monotonic monotonic, align 4
  %old.i = extractvalue { i32, i1 } %pair.i, 0
  %11 = extractvalue { i32, i1 } %pair.i, 1
  %12 = icmp eq i32 %old.i, %7
  %or.cond = select i1 %11, i1 true, i1 %12
  %13 = add i32 %.01, 1
  br i1 %or.cond, label %14, label %8
14:
  ret void
}

; The loop to the root gives way now and then, that around the attempt does not.
; UNITE-LABEL: define {{.*}} @_Z5unitePiPKiS1_(
; UNITE-COUNT-2: call void @raddle_yield(
; UNITE: cmpxchg
; UNITE-NOT: raddle_yield
; UNITE: ret void
;   __device__ int rootOf(volatile int *parents, int x) {
;     int parent;
;     while ((parent = parents[x]) != x)
;       x = parent;
;     return x;
;   }

;   __global__ void unite(int *parents, const int *from, const int *to) {
;     int a = from[threadIdx.x], b = to[threadIdx.x];
;     while (true) {
;       a = rootOf(parents, a);
;       b = rootOf(parents, b);
;       if (a == b)
;         return;
;       const int high = max(a, b), low = min(a, b);
;       if (atomicCAS(&parents[high], high, low) == high)
;         return;
;     }
;   }
define void @_Z5unitePiPKiS1_(ptr %thread, ptr %0, ptr %1, ptr %2) {
  %4 = tail call i32 @raddle.thread.0()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %1, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = getelementptr inbounds i32, ptr %2, i64 %5
  %9 = load i32, ptr %8, align 4
  br label %10
10:
  %.021 = phi i32 [ %9, %3 ], [ %.0.i25, %19 ]
  %.0 = phi i32 [ %7, %3 ], [ %.0.i, %19 ]
  br label %11
11:
  %.0.i = phi i32 [ %.0, %10 ], [ %14, %11 ]
  %12 = sext i32 %.0.i to i64
  %13 = getelementptr inbounds i32, ptr %0, i64 %12
  %14 = load volatile i32, ptr %13, align 4
  %.not.i = icmp eq i32 %14, %.0.i
  br i1 %.not.i, label %_Z6rootOfPVii.exit.preheader, label %11
_Z6rootOfPVii.exit.preheader:
  br label %_Z6rootOfPVii.exit
_Z6rootOfPVii.exit:
  %.0.i25 = phi i32 [ %17, %_Z6rootOfPVii.exit ], [ %.021, %_Z6rootOfPVii.exit.preheader ]
  %15 = sext i32 %.0.i25 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  %17 = load volatile i32, ptr %16, align 4
  %.not.i26 = icmp eq i32 %17, %.0.i25
  br i1 %.not.i26, label %_Z6rootOfPVii.exit27, label %_Z6rootOfPVii.exit
_Z6rootOfPVii.exit27:
  %18 = icmp eq i32 %.0.i, %.0.i25
  br i1 %18, label %25, label %19
19:
  %20 = tail call i32 @llvm.smax.i32(i32 %.0.i, i32 %.0.i25)
  %21 = tail call i32 @llvm.smin.i32(i32 %.0.i25, i32 %.0.i)
  %22 = sext i32 %20 to i64
  %23 = getelementptr inbounds i32, ptr %0, i64 %22
  %pair.i = cmpxchg ptr %23, i32 %20, i32 %21 syncscope("device") monotonic monotonic, align 4
  %24 = extractvalue { i32, i1 } %pair.i, 1
  br i1 %24, label %25, label %10
25:
  ret void
}

; WAIT-LABEL: define {{.*}} @_Z4waitPVi(
; WAIT-NOT: and i32 %{{.*}}, 31
; WAIT: call void @raddle_yield({{.*}}) #[[ANY:[0-9]+]]
; WAIT: attributes #[[ANY]] = { "raddle-awaits"="3" }
;   __global__ void wait(volatile int *flag) {
;     while (flag[blockIdx.x] == 0) {
;     }
;   }
define void @_Z4waitPVi(ptr %thread, ptr %0) {
  %2 = tail call ptr @raddle.thread.16()
  %3 = load i32, ptr %2, align 4
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  br label %6
6:
  %7 = load volatile i32, ptr %5, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %6, label %9
9:
  ret void
}
declare i32 @raddle.thread.0() local_unnamed_addr
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare ptr @raddle.thread.16()
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @_Z6insertPjPKjj, !"kernel", i32 1}
!1 = !{ptr @_Z5unitePiPKiS1_, !"kernel", i32 1}
!2 = !{ptr @_Z4waitPVi, !"kernel", i32 1}
