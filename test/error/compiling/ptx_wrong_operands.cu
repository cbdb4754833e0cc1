// Operands that do not go with their instruction.
// stderr: :11:3: error: asm: 'add\.u32' takes 3 operands, here are 2, in "add\.u32 %0, %1;"
// stderr: :12:3: error: asm: '%1' is of 32 bits, but 64 are needed
// stderr: :13:3: error: asm: '%0' is of 32 bits, but the result is of 64
// stderr: :14:3: error: asm: there is no register 'sum': declare it with \.reg
// stderr: :15:3: error: asm: there is no special register '%lane'
// stderr: :16:3: error: asm: operand %1 is of 16 bits, but its constraint 'r' means 32: cast it
// stderr: :17:3: error: asm: an address in \[brackets\] is needed
// stderr: :18:3: error: asm: this address must be of 64 bits: only shared memory has addresses of 32
__global__ void kernel(unsigned *out, unsigned a, unsigned long long b, short c) {
  asm("add.u32 %0, %1;" : "=r"(out[0]) : "r"(a));
  asm("add.u64 %0, %1, 1;" : "=l"(b) : "r"(a));
  asm("add.u64 %0, %1, 1;" : "=r"(out[1]) : "l"(b));
  asm("add.u32 %0, %1, sum;" : "=r"(out[2]) : "r"(a));
  asm("mov.u32 %0, %%lane;" : "=r"(out[3]));
  asm("mov.u32 %0, %1;" : "=r"(out[4]) : "r"(c));
  asm("ld.global.u32 %0, %1;" : "=r"(out[5]) : "l"(out));
  asm("ld.global.u32 %0, [%1];" : "=r"(out[6]) : "r"(a));
}
int main() {}
