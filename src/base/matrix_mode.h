// How products of matrices are rounded (docs/matrices.md).
#ifndef RADDLE_BASE_MATRIX_MODE_H
#define RADDLE_BASE_MATRIX_MODE_H

namespace raddle {

enum class MatrixMode {
  kInOrder, // one fused multiplication and addition after the other
  kExact,   // RADDLE_MMA=exact: the bits that an H100 gives
  kFast,    // RADDLE_MMA=fast: what the processor's instructions for products of bf16 give, where it has them
};

/// What $RADDLE_MMA says. Any other value counts as if it were not set.
MatrixMode matrixMode();

/// Tells on stderr, once, that the value of $RADDLE_MMA is not known, if it is not.
void warnOfUnknownMatrixMode();

} // namespace raddle

#endif
