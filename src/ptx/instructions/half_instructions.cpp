// f16 and bf16, alone and in pairs: functions of the device library (src/device/ptx/half.cpp), one for each
// type.

#include "ptx/instructions/call.h"

namespace raddle::ptx {

const std::vector<Row> &halfInstructions() {
  static const std::vector<Row> rows = {
      {"add {rn} {ftz} {sat} <t:f16|f16x2>", "=t t t", library("__raddle_ptx_add_{t}")},
      {"add {rn} <t:bf16|bf16x2>", "=t t t", library("__raddle_ptx_add_{t}")},
      {"sub {rn} {ftz} {sat} <t:f16|f16x2>", "=t t t", library("__raddle_ptx_sub_{t}")},
      {"sub {rn} <t:bf16|bf16x2>", "=t t t", library("__raddle_ptx_sub_{t}")},
      {"mul {rn} {ftz} {sat} <t:f16|f16x2>", "=t t t", library("__raddle_ptx_mul_{t}")},
      {"mul {rn} <t:bf16|bf16x2>", "=t t t", library("__raddle_ptx_mul_{t}")},
      {"fma <rn> {ftz} {sat} <t:f16|f16x2>", "=t t t t", library("__raddle_ptx_fma_{t}")},
      {"fma <rn> <t:bf16|bf16x2>", "=t t t t", library("__raddle_ptx_fma_{t}")},
      {"fma <rn> {ftz} <relu> <t:f16|f16x2>", "=t t t t", library("__raddle_ptx_fma_relu_{t}")},
      {"fma <rn> <relu> <t:bf16|bf16x2>", "=t t t t", library("__raddle_ptx_fma_relu_{t}")},
      {"neg {ftz} <t:@half>", "=t t", library("__raddle_ptx_neg_{t}")},
      {"abs {ftz} <t:@half>", "=t t", library("__raddle_ptx_abs_{t}")},
      {"min {ftz} <t:@half>", "=t t t", library("__raddle_ptx_min_{t}")},
      {"max {ftz} <t:@half>", "=t t t", library("__raddle_ptx_max_{t}")},
      {"min {ftz} <NaN> <t:@half>", "=t t t", library("__raddle_ptx_min_nan_{t}")},
      {"max {ftz} <NaN> <t:@half>", "=t t t", library("__raddle_ptx_max_nan_{t}")},
      {"min {ftz} <xorsign> <abs> <t:@half>", "=t t t", library("__raddle_ptx_min_xorsign_{t}")},
      {"max {ftz} <xorsign> <abs> <t:@half>", "=t t t", library("__raddle_ptx_max_xorsign_{t}")},
      {"min {ftz} <NaN> <xorsign> <abs> <t:@half>", "=t t t", library("__raddle_ptx_min_nan_xorsign_{t}")},
      {"max {ftz} <NaN> <xorsign> <abs> <t:@half>", "=t t t", library("__raddle_ptx_max_nan_xorsign_{t}")},
      {"tanh <approx> <t:@half>", "=t t", library("__raddle_ptx_tanh_{t}")},
      {"ex2 <approx> <t:f16|f16x2>", "=t t", library("__raddle_ptx_ex2_{t}")},
      {"ex2 <approx> <ftz> <t:bf16|bf16x2>", "=t t", library("__raddle_ptx_ex2_{t}")},
  };
  return rows;
}

} // namespace raddle::ptx
