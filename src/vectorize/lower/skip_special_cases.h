// Maths functions in two forms (device/maths/unless_nan.h): one for all arguments, and a shorter one that is NaN where
// the argument is a special case. The device library names both; which one runs is decided here.
#ifndef RADDLE_VECTORIZE_LOWER_SKIP_SPECIAL_CASES_H
#define RADDLE_VECTORIZE_LOWER_SKIP_SPECIAL_CASES_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// `shorter`, or where that is NaN `full`: a call of a function that does not exist. The two have the same bits
/// wherever `shorter` is a number, and it is NaN, too, where a step that only it takes overflows.
llvm::CallInst *callUnlessNan(llvm::IRBuilderBase &builder, llvm::Value *shorter, llvm::Value *full);

} // namespace raddle::vectorize

#endif
