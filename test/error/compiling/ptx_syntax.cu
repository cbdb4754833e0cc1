// Text that is no PTX. In a template, each mistake is reported once.
// stderr: :9:3: error: asm: ';' is missing, before the end, after "add\.u32 %0, %1, 1"
// stderr: :10:3: error: asm: '}' is missing at the end
// stderr: :11:3: error: asm: there is no label 'DONE' in this asm statement
// stderr: :12:3: error: asm: the directive '\.shared' is not supported within asm
// stderr: :13:3: error: asm: an operand is missing, before ';'
template <int N> __device__ void wrong(unsigned *out) {
  static_assert(N > 0);
  asm("add.u32 %0, %1, 1" : "=r"(out[0]) : "r"(out[N]));
  asm("{ .reg .u32 t; mov.u32 %0, t;" : "=r"(out[1]));
  asm volatile("bra DONE;");
  asm volatile(".shared .b32 x;");
  asm("add.u32 %0, 1, ;" : "=r"(out[2]));
}
__global__ void kernel(unsigned *out) {
  wrong<1>(out);
  wrong<2>(out);
}
int main() {}
