// Operations that the kernel compiler writes itself when it turns the lanes of a warp into vectors. They are described in
// vectorize/normalise/matrix_operations.h.
#ifndef RADDLE_DEVICE_MATRICES_VECTOR_OPERATIONS_H
#define RADDLE_DEVICE_MATRICES_VECTOR_OPERATIONS_H

#include "device/matrices/lanes.h"

namespace raddle_matrices {

#define OPERATION extern "C" __attribute__((const, nothrow, convergent))

extern "C" __attribute__((const, nothrow)) bool __raddle_has_matrix_operations();

struct SumsOfStep {
  float d0, d1, d2, d3;
};
#define SUMS float, float, float, float
OPERATION SumsOfStep __raddle_matrix_step_f16_1(u32, u32, u32, SUMS);
OPERATION SumsOfStep __raddle_matrix_step_bf16_1(u32, u32, u32, SUMS);
OPERATION SumsOfStep __raddle_matrix_step_f32_1(float, float, float, SUMS);
OPERATION SumsOfStep __raddle_matrix_step_f32_4(SUMS, SUMS, SUMS, SUMS);

/// movmatrix.
OPERATION u32 __raddle_matrix_moved(u32 word);
/// An offset in shared memory, of lane 8 * matrix + (own group).
OPERATION u32 __raddle_matrix_row(u32 offset, u32 matrix);

} // namespace raddle_matrices

#endif
