; With -trace, code tells its steps before it takes them, and what they have given after it: accesses, assignments to named
; variables, branches, warp operations, barriers, and the ends of the kernel, each where the source says `return`.
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -trace -run-pass name-locals -run-pass insert-trace | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -lanes 32 -run-pass insert-trace | FileCheck %s --check-prefix=OFF --implicit-check-not=raddle_trace
target triple = "nvptx64-nvidia-cuda"

; CHECK: @raddle.trace = internal constant { ptr, i32 } { ptr @raddle.trace.text, i32 [[#]] }
; CHECK: @raddle.trace.text = private constant {{.*}}kind\22:\22begin\22
; OFF: define {{.*}}void @k(ptr %thread, ptr %a, i32 %n)

; CHECK: define {{.*}}void @k(ptr %thread, ptr %a, i32 %n)
define ptx_kernel void @k(ptr %thread, ptr %a, i32 %n) !dbg !5 {
entry:
  %x = alloca float
  ; The kernel begins. Above the number of the site stands how many values there are.
  ; CHECK: call void @raddle_trace(ptr %thread, ptr @raddle.trace, i32 0, i32 %{{.*}}, i64 0, i64 0, i64 0, i64 0)
  %some = icmp sgt i32 %n, 0, !dbg !8
  ; CHECK: %[[WAY:.*]] = zext i1 %some to i64
  ; CHECK: call void @raddle_trace(ptr %thread, ptr @raddle.trace, i32 [[#]], i32 %{{.*}}, i64 %[[WAY]], i64 0, i64 0, i64 0)
  ; CHECK-NEXT: br i1 %some
  br i1 %some, label %body, label %early, !dbg !8

early:
  ; CHECK: early:
  ; CHECK: call void @raddle_trace({{.*}}, i64 0, i64 0, i64 0, i64 0)
  ; CHECK-NEXT: br label %return
  br label %return, !dbg !9

body:
  ; CHECK: body:
  ; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %a to i64
  ; CHECK: call void @raddle_trace({{.*}}, i64 %[[ADDRESS]], i64 0, i64 0, i64 0)
  ; CHECK-NEXT: %v = load float, ptr %a
  ; CHECK: %[[BITS:.*]] = bitcast float %v to i32
  ; CHECK: %[[VALUE:.*]] = zext i32 %[[BITS]] to i64
  ; CHECK: call void @raddle_trace({{.*}}, i64 %[[VALUE]], i64 0, i64 0, i64 0)
  %v = load float, ptr %a, !dbg !10
  ; CHECK: call void @raddle_trace({{.*}})
  ; CHECK-NEXT: store float %v, ptr %x
  store float %v, ptr %x, !dbg !10
  ; CHECK-NOT: call void @raddle_trace
  ; CHECK: load float, ptr %x
  %w = load float, ptr %x, !dbg !11
  %i = bitcast float %w to i32
  ; A shuffle has four operands, and a result.
  ; CHECK: call void @raddle_trace({{.*}}, i64 4294967295, i64 %{{.*}}, i64 1, i64 31)
  ; CHECK-NEXT: %s = call i32 @raddle_shfl_down
  ; CHECK: call void @raddle_trace
  %s = call i32 @raddle_shfl_down(ptr %thread, i32 -1, i32 %i, i32 1, i32 31), !dbg !11
  ; Barriers matter in all warps of the block: the highest bit.
  ; CHECK: call void @raddle_trace(ptr %thread, ptr @raddle.trace, i32 -2147483{{[0-9]*}}, {{.*}})
  ; CHECK-NEXT: call void @raddle_syncthreads
  call void @raddle_syncthreads(ptr %thread), !dbg !12
  br label %return, !dbg !13

return:
  ; CHECK: return:
  ; CHECK-NEXT: ret void
  ret void, !dbg !13
}

declare i32 @raddle_shfl_down(ptr, i32, i32, i32, i32)
declare void @raddle_syncthreads(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!nvvm.annotations = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/home")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{ptr @k, !"kernel", i32 1}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !DILocation(line: 3, column: 5, scope: !5)
!10 = !DILocation(line: 4, column: 3, scope: !5)
!11 = !DILocation(line: 5, column: 3, scope: !5)
!12 = !DILocation(line: 6, column: 3, scope: !5)
!13 = !DILocation(line: 7, column: 1, scope: !5)
