// What the translator of inline PTX does not know is named with its line and what to do, all of it at once.
// stderr: ptx_unknown_instruction\.cu:6:3: error: asm: unknown PTX instruction 'tcgen05\.wait::ld\.sync\.aligned': products by a whole block are not supported: use mma\.sync
// stderr: ptx_unknown_instruction\.cu:7:3: error: asm: 'add\.saturating\.u32' has the modifier '\.saturating', which 'add' does not have here: docs/inline_ptx\.md
// stderr: ptx_unknown_instruction\.cu:8:3: error: asm: unknown PTX instruction 'shfl\.up\.b32': GPUs from sm_70 on have only shfl\.sync
__global__ void kernel(unsigned *out) {
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  asm("add.saturating.u32 %0, %1, 2;" : "=r"(out[0]) : "r"(out[1]));
  asm("shfl.up.b32 %0, %1, 2, 0;" : "=r"(out[2]) : "r"(out[3]));
}
int main() {}
