// How many registers of a GPU a kernel will need: an estimate from its IR, for users without ptxas.
//
//   float x = a[i], y = b[i];      // i, a + i, b + i, x, y: the most that is alive at one point, in 32-bit
//   words c[i] = x * y + x;
//
// ptxas allocates for machine code that it has scheduled itself, so this can only be near. The constants are
// fitted to what ptxas says about many kernels; docs/occupancy.md tells how near.
#ifndef RADDLE_ANALYSIS_REGISTER_PRESSURE_H
#define RADDLE_ANALYSIS_REGISTER_PRESSURE_H

namespace llvm {
class Function;
}

namespace raddle::analysis {

/// The most 32-bit words that are alive at one point of an optimised function, of values that need registers:
/// no predicates, no parameters of the kernel (those lie in constant memory), nothing that an address
/// absorbs.
unsigned liveWords(const llvm::Function &function);

/// Registers per thread, before any limit is put on them.
unsigned estimateRegisters(const llvm::Function &kernel);

} // namespace raddle::analysis

#endif
