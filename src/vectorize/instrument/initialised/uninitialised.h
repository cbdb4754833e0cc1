// Local variables to which nothing has been assigned (RADDLE_CHECK=init).
//
//   int x;                     %x.0 = call i32 @raddle.uninitialised.i32(ptr @"x", i32 7)
//   if (c)                     store i32 %x.0, ptr %x
//     x = 1;                   ...
//   out[i] = x;                after LLVM's passes: store i32 (phi of 1 and %x.0)
//
// mark-uninitialised stores the placeholder's value where the scope of each variable begins (at the declaration, so once in each
// iteration of a loop around it), before variables become values. A structure or array of few elements has one for each
// element; a larger one is filled by memset with a placeholder of type i8, which LLVM multiplies by 0x0101... where it needs
// wider values. The call's place is that of the declaration; the number tells variables apart that have the same name and type.
//
// LLVM knows nothing of the placeholder but that it has no effect and can be computed anywhere, so it goes wherever the value
// goes. Whatever is left of them after the detector has looked becomes 0 (drop-uninitialised).
#ifndef RADDLE_VECTORIZE_NORMALISE_UNINITIALISED_H
#define RADDLE_VECTORIZE_NORMALISE_UNINITIALISED_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Whether the value is a placeholder's.
bool isUninitialised(const llvm::Value &value);

/// The variable's name in the source, "" where clang made it: a result that is not returned, a temporary.
llvm::StringRef variableOfUninitialised(const llvm::CallInst &placeholder);

} // namespace raddle::vectorize

#endif
