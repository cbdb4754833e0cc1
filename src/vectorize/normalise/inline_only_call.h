// A function that is called in one place moves there.
#ifndef RADDLE_VECTORIZE_NORMALISE_INLINE_ONLY_CALL_H
#define RADDLE_VECTORIZE_NORMALISE_INLINE_ONLY_CALL_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// Does what LLVM's InlineFunction does, and takes the function away; without a copy of it where it can. The
/// call is the only use of the function, which is no declaration. In a loop, variables keep what they hold from
/// call to call.
void inlineOnlyCall(llvm::CallBase &call);

} // namespace raddle::vectorize

#endif
