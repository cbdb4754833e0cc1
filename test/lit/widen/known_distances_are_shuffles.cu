// Lanes at known distances are served by vectors as they lie in memory, and fixed shuffles.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8reversedPfPKfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=REVERSED
// RUN: %kernelc -bitcode %t.bc -kernel _Z6fieldsP6float4 -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FIELDS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4rowsPfPKfi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ROWS

// RUN: %kernelc -bitcode %t.bc -kernel _Z8oneFieldPjPK5uint4 -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FIELD

// REVERSED-LABEL: define {{.*}} @_Z8reversedPfPKfi(
// REVERSED-NOT: @llvm.masked
// REVERSED: shufflevector {{.*}} <i32 {{[0-9]+}}, i32 {{[0-9]+}}
// REVERSED: store <32 x float>
// REVERSED: ret void
__global__ void reversed(float *out, const float *in, int last) {
  out[threadIdx.x] = in[last - static_cast<int>(threadIdx.x)];
}

// Four fields, each of 32 elements: loaded once and stored once.
// FIELDS-LABEL: define {{.*}} @_Z6fieldsP6float4(
// FIELDS-NOT: @llvm.masked
// FIELDS: load <[[N:[0-9]+]] x float>
// FIELDS-COUNT-4: fadd <32 x float>
// FIELDS: store <[[N]] x float>
// FIELDS-NOT: @llvm.masked
// FIELDS: ret void
__global__ void fields(float4 *quads) {
  float4 q = quads[threadIdx.x];
  quads[threadIdx.x] = make_float4(q.x + 1, q.y + 2, q.z + 3, q.w + 4);
}

// A warp is two rows of 16: two accesses of 16 lanes; in[y] is two scalars.
// ROWS-LABEL: define {{.*}} @_Z4rowsPfPKfi(
// ROWS-NOT: @llvm.masked
// ROWS-DAG: load <16 x float>
// ROWS-DAG: load <2 x float>
// ROWS: store <16 x float>
// ROWS: ret void
__global__ void rows(float *out, const float *in, int width) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = in[y * width + x] + in[y];
}

// Nothing after the last lane's element is read, so the last vector begins between two elements: it is not as aligned
// as they are.
// FIELD-LABEL: define {{.*}} @_Z8oneFieldPjPK5uint4(
// FIELD-NOT: @llvm.masked
// FIELD: %[[LAST:.*]] = getelementptr i8, ptr %{{.*}}, i64 {{436|468}}
// FIELD-NEXT: load <{{8|16}} x i32>, ptr %[[LAST]], align 4
// FIELD: ret void
__global__ void oneField(unsigned *out, const uint4 *in) { out[threadIdx.x] = in[threadIdx.x].x; }
