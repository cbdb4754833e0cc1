; Both halves of a number are one shuffle, also in a kernel whose lanes were looked at for polling.
; RUN: %kernelc -bitcode %s -kernel _Z4scanPyPVi -lanes 32 -block rows -run-pass widen | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define {{.*}} @_Z4scanPyPVi(
; CHECK-COUNT-5: shufflevector <32 x i64>
; CHECK-NOT: shufflevector <32 x i32>
; CHECK: ret void
;   __global__ void scan(unsigned long long *sums, volatile int *flag) {
;     unsigned long long sum = sums[threadIdx.x];
;     for (int distance = 1; distance < 32; distance *= 2) {
;       unsigned low = __shfl_up_sync(~0u, (unsigned)sum, distance), high = __shfl_up_sync(~0u, (unsigned)(sum >> 32), distance);
;       if (threadIdx.x % 32 >= distance)
;         sum += (unsigned long long)high << 32 | low;
;     }
;     while (*flag == 0) {
;     }
;     sums[threadIdx.x] = sum;
;   }
define void @_Z4scanPyPVi(ptr %thread, ptr %0, ptr %1) {
.preheader:
  %2 = tail call i32 @raddle.thread.0()
  %3 = zext nneg i32 %2 to i64
  %4 = getelementptr inbounds i64, ptr %0, i64 %3
  %5 = load i64, ptr %4, align 8
  %6 = and i32 %2, 31
  %7 = trunc i64 %5 to i32
  %8 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %7, i32 1, i32 0)
  %9 = lshr i64 %5, 32
  %10 = trunc nuw i64 %9 to i32
  %11 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %10, i32 1, i32 0)
  %.not = icmp eq i32 %6, 0
  %12 = zext i32 %11 to i64
  %13 = shl nuw i64 %12, 32
  %14 = zext i32 %8 to i64
  %15 = or disjoint i64 %13, %14
  %16 = select i1 %.not, i64 0, i64 %15
  %.1 = add i64 %16, %5
  %17 = trunc i64 %.1 to i32
  %18 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %17, i32 2, i32 0)
  %19 = lshr i64 %.1, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %20, i32 2, i32 0)
  %.not.1 = icmp ult i32 %6, 2
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %18 to i64
  %25 = or disjoint i64 %23, %24
  %26 = select i1 %.not.1, i64 0, i64 %25
  %.1.1 = add i64 %26, %.1
  %27 = trunc i64 %.1.1 to i32
  %28 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %27, i32 4, i32 0)
  %29 = lshr i64 %.1.1, 32
  %30 = trunc nuw i64 %29 to i32
  %31 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %30, i32 4, i32 0)
  %.not.2 = icmp ult i32 %6, 4
  %32 = zext i32 %31 to i64
  %33 = shl nuw i64 %32, 32
  %34 = zext i32 %28 to i64
  %35 = or disjoint i64 %33, %34
  %36 = select i1 %.not.2, i64 0, i64 %35
  %.1.2 = add i64 %36, %.1.1
  %37 = trunc i64 %.1.2 to i32
  %38 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %37, i32 8, i32 0)
  %39 = lshr i64 %.1.2, 32
  %40 = trunc nuw i64 %39 to i32
  %41 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %40, i32 8, i32 0)
  %.not.3 = icmp ult i32 %6, 8
  %42 = zext i32 %41 to i64
  %43 = shl nuw i64 %42, 32
  %44 = zext i32 %38 to i64
  %45 = or disjoint i64 %43, %44
  %46 = select i1 %.not.3, i64 0, i64 %45
  %.1.3 = add i64 %46, %.1.2
  %47 = trunc i64 %.1.3 to i32
  %48 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %47, i32 16, i32 0)
  %49 = lshr i64 %.1.3, 32
  %50 = trunc nuw i64 %49 to i32
  %51 = notail call i32 @raddle_shfl_up(ptr %thread, i32 -1, i32 %50, i32 16, i32 0)
  br label %52
52:
  %53 = load volatile i32, ptr %1, align 4
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %._crit_edge, label %55
._crit_edge:
  call void @raddle_yield(ptr %thread)
  br label %52
55:
  %.not.4 = icmp ult i32 %6, 16
  %56 = zext i32 %51 to i64
  %57 = shl nuw i64 %56, 32
  %58 = zext i32 %48 to i64
  %59 = or disjoint i64 %57, %58
  %60 = select i1 %.not.4, i64 0, i64 %59
  %.1.4 = add i64 %60, %.1.3
  store i64 %.1.4, ptr %4, align 8
  ret void
}
declare i32 @raddle.thread.0()
declare i32 @raddle_shfl_up(ptr, i32, i32, i32, i32)
declare void @raddle_yield(ptr)
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z4scanPyPVi, !"kernel", i32 1}
