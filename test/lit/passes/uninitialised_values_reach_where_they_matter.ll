; With -check=init, what was never initialised is known of each value that comes from memory: the shadow of memory lies beside it,
; results have the shadow of their operands, and a branch asks. Indices and parameters need none of that.
; RUN: %kernelc -bitcode %s -kernel k -check=init -run-pass check-initialised | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -run-pass check-initialised | FileCheck %s --check-prefix=OFF --implicit-check-not=shadow
target triple = "nvptx64-nvidia-cuda"

; CHECK: define {{.*}}void @k(ptr %thread, ptr %a, ptr %b, i32 %i)
; OFF: define {{.*}}void @k(ptr %thread, ptr %a, ptr %b, i32 %i)
define ptx_kernel void @k(ptr %thread, ptr %a, ptr %b, i32 %i) {
; CHECK: %p = getelementptr i32, ptr %a, i32 %i
; CHECK-NEXT: %x = load i32, ptr %p
; CHECK-NEXT: [[SHADOW:%.*]] = getelementptr i8, ptr %p, i64 -87960930222080
; CHECK-NEXT: [[X:%.*]] = load i32, ptr [[SHADOW]], align 4, !raddle.shadow
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p, align 4
; A zero that is known decides.
; CHECK-NEXT: %y = and i32 %x, 15
; CHECK: [[Y:%.*]] = and i32 {{.*}}[[X]]
  %y = and i32 %x, 15
  %q = getelementptr i32, ptr %b, i32 %i
; CHECK: store i32 %y, ptr %q
; CHECK: store i32 [[Y]], ptr {{.*}}, !raddle.shadow
  store i32 %y, ptr %q, align 4
; CHECK: %c = icmp eq i32 %i, 3
; CHECK-NEXT: br i1 %c, label %then, label %end
  %c = icmp eq i32 %i, 3
  br i1 %c, label %then, label %end

then:
; CHECK: call void @raddle_check_initialised(ptr %thread, i32 {{.*}}, i64 {{.*}}, i64 4, i64 0, ptr @sources{{.*}}, i32 {{.*}}, i32 0)
; CHECK-NEXT: br i1 %d, label %then2, label %end
  %d = icmp sgt i32 %y, 3
  br i1 %d, label %then2, label %end

then2:
; What is written is initialised.
; CHECK: store i32 %i, ptr %q
; CHECK: store i32 0, ptr {{.*}}, !raddle.shadow
  store i32 %i, ptr %q, align 4
  br label %end

end:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
