; With -check=sync, code that polls tells which word it polls, and what it changes by atomic operations and volatile stores.
; RUN: %kernelc -bitcode %s -kernel k -lanes 1 -check=sync -run-pass thread-parameter,yield-in-polling-loops,note-writes | FileCheck %s
; RUN: %kernelc -bitcode %s -kernel k -lanes 1 -run-pass thread-parameter,yield-in-polling-loops,note-writes | FileCheck %s --check-prefix=OFF --implicit-check-not=raddle_note
target triple = "nvptx64-nvidia-cuda"

; CHECK: define {{.*}}void @k(
; OFF: define {{.*}}void @k(
define ptx_kernel void @k(ptr %lock) !dbg !3 {
entry:
  br label %loop
loop:
; CHECK: cmpxchg
; CHECK: call void @raddle_note_write(ptr %thread, ptr %lock, i32 %{{.*}})
  %pair = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic, !dbg !5
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %loop
; CHECK: call void @raddle_note_poll(ptr %thread, ptr %lock, i32 4)
; CHECK-NEXT: call void @raddle_yield
; OFF: call void @raddle_yield
done:
  ret void
}

!nvvm.annotations = !{!6}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 2, column: 3, scope: !3)
!6 = !{ptr @k, !"kernel", i32 1}
