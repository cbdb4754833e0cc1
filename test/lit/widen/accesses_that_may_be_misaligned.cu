// What may not be aligned is looked at once for all lanes: where all lanes' bits are the same as one test, else as vectors. What
// follows from the parameters of a launch is taken for granted, unless a launch's are others.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7grantedPKfP6float4iPKcPiPKi -lanes 32 -block rows -ir-after check-alignment -stop-after check-alignment | FileCheck %s --check-prefix=GRANTED --implicit-check-not=raddle_check_alignment
// RUN: %kernelc -bitcode %t.bc -kernel _Z7grantedPKfP6float4iPKcPiPKi -lanes 32 -block rows+unaligned -ir-after check-alignment -stop-after check-alignment | FileCheck %s --check-prefix=DENIED
// RUN: %kernelc -bitcode %t.bc -kernel _Z7differsPKcPi -lanes 32 -block rows -ir-after check-alignment -stop-after check-alignment | FileCheck %s --check-prefix=DIFFERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7differsPKcPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=LANES
// RUN: %kernelc -bitcode %t.bc -kernel _Z5alikePKcPKiPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ALIKE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5alikePKcPKiPi -lanes 1 -ir-after resolve-alignment-checks -stop-after resolve-alignment-checks | FileCheck %s --check-prefix=THREAD

// GRANTED-LABEL: define {{.*}}granted
// DENIED-LABEL: define {{.*}}granted
// DENIED: call void @raddle_check_alignment({{.*}}, i32 16)
__global__ void granted(const float *rows, float4 *out, int columns, const char *bytes, int *list, const int *indices) {
  const int i = threadIdx.x;
  float4 sum = {};
  for (int k = 0; k < columns; k += 4) {
    const float4 part = *reinterpret_cast<const float4 *>(rows + i * columns + k);
    sum.x += part.x;
    sum.y += part.y;
    sum.z += part.z;
    sum.w += part.w;
  }
  out[i] = sum;
  list[i] += *reinterpret_cast<const int *>(bytes + 8 * i + 4) + list[indices[i]];
}

// DIFFERS-LABEL: define {{.*}}differs
// DIFFERS: %[[BITS:.*]] = and i32 %{{.*}}, 3
// DIFFERS: call void @raddle_check_alignment(ptr %thread, ptr %{{.*}}, i32 %[[BITS]], i32 4)
// DIFFERS-NOT: call void @raddle_check_alignment
// LANES-LABEL: define {{.*}}differs
// LANES: icmp ne <32 x i32> %{{.*}}, zeroinitializer
// LANES: br i1 %{{.*}}, label %misaligned, label %aligned
// LANES: misaligned:
// LANES: call void @raddle_misaligned(
__global__ void differs(const char *bytes, int *out) { out[threadIdx.x] = *reinterpret_cast<const int *>(bytes + 3 * threadIdx.x); }

// ALIKE-LABEL: define {{.*}}alike
// ALIKE-NOT: icmp ne <32 x i32>
// ALIKE: br i1 %{{.*}}, label %misaligned, label %aligned
// THREAD-LABEL: define {{.*}}alike
// THREAD: call void @raddle_misaligned(
// THREAD-NEXT: unreachable
__global__ void alike(const char *bytes, const int *offset, int *out) {
  out[threadIdx.x] = *reinterpret_cast<const int *>(bytes + *offset + 4 * threadIdx.x);
}
