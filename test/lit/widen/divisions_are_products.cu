// A division by what all lanes have in common is a product with its reciprocal; one by a power of two stays, for LLVM
// makes shifts of it; by what differs between lanes it is a division of doubles. A divisor of zero is reported by a
// function that keeps all registers. An index that is not negative is extended with sign, as gathers take it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6commonPjPKjj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=COMMON
// RUN: %kernelc -bitcode %t.bc -kernel _Z5powerPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=POWER
// RUN: %kernelc -bitcode %t.bc -kernel _Z7varyingPjPKjS1_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=VARYING
// RUN: %kernelc -bitcode %t.bc -kernel _Z7indexedPfPKfPKj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=INDEX

// COMMON-LABEL: define {{.*}} @_Z6commonPjPKjj(
// COMMON-DAG: call void @raddle_lane_divides_by_zero(ptr %{{.*}}, i32 {{.*}}) [[KEEPS:#[0-9]+]]
// COMMON-DAG: [[RECIPROCAL:%.*]] = fdiv double 1.000000e+00, %{{.*}}
// COMMON-DAG: fmul double [[RECIPROCAL]], 0x3FF0000000000001
// COMMON-DAG: fmul <32 x double>
// COMMON-NOT: fdiv <32 x double>
// COMMON: attributes [[KEEPS]] = { {{.*}}"no_caller_saved_registers"
__global__ void common(unsigned *out, const unsigned *in, unsigned n) { out[threadIdx.x] = in[threadIdx.x] / n; }

// POWER-LABEL: define {{.*}} @_Z5powerPiPKi(
// POWER-NOT: double
// POWER: sdiv <32 x i32> %{{.*}}, <i32 16, i32 16,
__global__ void power(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x] / 16; }

// VARYING-LABEL: define {{.*}} @_Z7varyingPjPKjS1_(
// VARYING: fdiv <32 x double>
__global__ void varying(unsigned *out, const unsigned *in, const unsigned *by) {
  out[threadIdx.x] = in[threadIdx.x] / by[threadIdx.x];
}

// INDEX-LABEL: define {{.*}} @_Z7indexedPfPKfPKj(
// INDEX: sext <32 x i32> %{{.*}} to <32 x i64>
// INDEX: @llvm.masked.gather
__global__ void indexed(float *out, const float *in, const unsigned *index) {
  out[threadIdx.x] = in[index[threadIdx.x] % 1000];
}
