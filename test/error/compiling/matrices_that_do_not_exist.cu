// Shapes and types of matrices that no GPU multiplies are refused with a list of those that there are.
// stderr: :\d+:3: error: asm: 'mma\.sync\.aligned\.m16n8k32\.row\.col\.f32\.f16\.f16\.f32' .*there are m8n8k4 \(f16, f64\), m16n8k4
// stderr: :\d+:3: error: asm: A must be \.row and B \.col: of all shapes, only m8n8k4
// stderr: :\d+:3: error: asm: a vector of 2 is needed, in "mma\.sync\.aligned\.m16n8k16
// stderr: :\d+:3: error: asm: 'ldmatrix\.sync\.aligned\.m8n8\.x3\.shared\.b16' .*\.x1, \.x2 or \.x4
// stderr: :\d+:3: error: asm: 'mma\.sp\.sync\.aligned\.m16n8k8\.row\.col\.f32\.f16\.f16\.f32' .*there are m16n8k8 \(tf32\)
// stderr: :\d+:3: error: asm: the sparsity selector must be 0 or 1 here
// stderr: :\d+:3: error: asm: 'wgmma\.mma_async\.sync\.aligned\.m64n12k16\.f32\.f16\.f16' has the modifier '\.m64n12k16'.*there are m64nNk16 \(f16, bf16\)
// stderr: :\d+:3: error: asm: the sparsity selector must be less than 2 here
// stderr: :\d+:3: error: asm: the scales of A and B must be 1 or -1
// stderr: :\d+:3: error: asm: behind the scales there must be 2 numbers here, which say whether A and B are transposed, not 1
__global__ void kernel(float *d, unsigned *a) {
  asm("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %0, %0, %0}, {%1, %1, %1, %1}, {%1, %1}, {%0, %0, %0, %0};"
      : "+f"(d[0])
      : "r"(a[0]));
  asm("mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32 {%0, %0, %0, %0}, {%1, %1, %1, %1}, {%1, %1}, {%0, %0, %0, %0};"
      : "+f"(d[0])
      : "r"(a[0]));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %0, %0, %0}, {%1, %1, %1, %1}, {%1}, {%0, %0, %0, %0};"
      : "+f"(d[0])
      : "r"(a[0]));
  asm("ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%0, %0, %0}, [%1];" : "=r"(a[0]) : "r"(a[1]));
  asm("mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %0, %0, %0}, {%1, %1}, {%1, %1}, "
      "{%0, %0, %0, %0}, %1, 0;"
      : "+f"(d[0])
      : "r"(a[0]));
  asm("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %0, %0, %0}, {%1, %1, %1, %1}, {%1, %1, %1, %1}, "
      "{%0, %0, %0, %0}, %1, 2;"
      : "+f"(d[0])
      : "r"(a[0]));
  const unsigned long long m = a[1];
  asm volatile("wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16 {%0, %0, %0, %0, %0, %0}, %1, %1, 1, 1, 1, 0, 0;" : "+f"(d[0]) : "l"(m));
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %0, %0, %0}, %1, %1, %2, 2, 1, 1, 1, 0, 0;" : "+f"(d[0]) : "l"(m), "r"(a[0]));
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %0, %0, %0}, %1, %1, 1, 1, 2, 0, 0;" : "+f"(d[0]) : "l"(m));
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %0, %0, %0}, %1, %1, 1, 1, 1, 0;" : "+f"(d[0]) : "l"(m));
}
int main() {}
