// A pointer that a program has rounded is a multiple of what it was rounded to, whatever it was before: nothing is taken for
// granted of the parameters, and nothing is looked at.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7roundedPiPKii -lanes 32 -block rows+unaligned -ir-after check-alignment -stop-after check-alignment | FileCheck %s --implicit-check-not=raddle_check_alignment
// RUN: %kernelc -bitcode %t.bc -kernel _Z5otherP4int4PKi -lanes 32 -block rows+unaligned -ir-after check-alignment -stop-after check-alignment | FileCheck %s --check-prefix=OTHER
#include <cstdint>

// CHECK: define {{.*}}void @_Z7rounded
__global__ void rounded(int *out, const int *in, int n) {
  auto *const bytes = reinterpret_cast<const char *>(in + n);
  auto *const rounded_down = reinterpret_cast<const int4 *>(bytes - (reinterpret_cast<uintptr_t>(bytes) & 15));
  const auto next = (reinterpret_cast<uintptr_t>(bytes) + 15) & ~uintptr_t(15);
  auto *const next_piece = reinterpret_cast<const int4 *>(bytes + (next - reinterpret_cast<uintptr_t>(bytes)));
  const int4 a = rounded_down[threadIdx.x], b = next_piece[threadIdx.x];
  reinterpret_cast<char *>(out)[threadIdx.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
}

// OTHER: call void @raddle_check_alignment
__global__ void other(int4 *out, const int *in) {
  auto *const bytes = reinterpret_cast<const char *>(in);
  out[threadIdx.x] = *reinterpret_cast<const int4 *>(bytes - (reinterpret_cast<uintptr_t>(bytes) & 7));
}
