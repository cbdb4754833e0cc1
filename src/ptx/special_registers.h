// %tid.x, %laneid, %clock64, ...
#ifndef RADDLE_PTX_SPECIAL_REGISTERS_H
#define RADDLE_PTX_SPECIAL_REGISTERS_H

#include <llvm/IR/IRBuilder.h>

#include <string_view>

namespace raddle::ptx {

/// Its value, an i32, i64 or i1 (predicate), or null when there is none of that name.
llvm::Value *readSpecialRegister(llvm::IRBuilder<> &builder, std::string_view name);

} // namespace raddle::ptx

#endif
