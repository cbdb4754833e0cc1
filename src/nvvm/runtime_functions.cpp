#include "nvvm/runtime_functions.h"

#include "abi/kernel_abi.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>

#include <iterator>
#include <type_traits>

using namespace llvm;

namespace raddle::nvvm {

namespace {

using enum RuntimeFunction::Effect;
using enum RuntimeFunction::Form;
using enum RuntimeFunction::Result;
using enum RuntimeFunction::Fusion;
using enum RuntimeFunction::Entry;

template <typename T> Type *typeOf(LLVMContext &context) {
  if constexpr (std::is_void_v<T>)
    return Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return PointerType::get(context, 0);
  else
    return IntegerType::get(context, 8 * sizeof(T));
}

// A function's type in C, and in LLVM.
template <typename Type> struct Signature;
template <typename Result, typename... Parameters> struct Signature<Result(Parameters...)> {
  static constexpr bool kTakesThread = false;
  static FunctionType *type(LLVMContext &context) {
    return FunctionType::get(typeOf<Result>(context), {typeOf<Parameters>(context)...}, false);
  }
};
template <typename Result, typename... Others> struct Signature<Result(RaddleThread *, Others...)> {
  static constexpr bool kTakesThread = true;
  static FunctionType *type(LLVMContext &context) {
    return FunctionType::get(typeOf<Result>(context),
                             {PointerType::get(context, 0), typeOf<Others>(context)...}, false);
  }
};

#define RADDLE_ROW(function, effect, form, result, fusion, entry, signature)                                 \
  RuntimeFunction{Runtime::function,                                                                         \
                  #function,                                                                                 \
                  effect,                                                                                    \
                  form,                                                                                      \
                  result,                                                                                    \
                  fusion,                                                                                    \
                  entry,                                                                                     \
                  Signature<signature>::kTakesThread,                                                        \
                  Signature<signature>::type},
constexpr RuntimeFunction kTable[] = {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling)                                       \
  RADDLE_ROW(function, WaitsForWarp, form, result, PerWarp, entry, decltype(function))
#define RADDLE_BARRIER(function, effect, form, result, fusion, entry, spelling)                              \
  RADDLE_ROW(function, effect, form, result, fusion, entry, decltype(function))
#define RADDLE_RUNTIME_FUNCTION(function, effect, form, result, fusion)                                      \
  RADDLE_ROW(function, effect, form, result, fusion, ByCall, decltype(function))
#define RADDLE_PLACEHOLDER(function, effect, form, result, fusion, ...)                                      \
  {Runtime::function,                                                                                        \
   #function,                                                                                                \
   effect,                                                                                                   \
   form,                                                                                                     \
   result,                                                                                                   \
   fusion,                                                                                                   \
   ByCall,                                                                                                   \
   Signature<__VA_ARGS__>::kTakesThread,                                                                     \
   Signature<__VA_ARGS__>::type},
#include "abi/runtime_functions.def"
};
#undef RADDLE_ROW

} // namespace

const RuntimeFunction &rowOf(Runtime function) { return kTable[static_cast<unsigned>(function)]; }

const RuntimeFunction *findRuntimeFunction(StringRef name) {
  static const StringMap<const RuntimeFunction *> rows = [] {
    StringMap<const RuntimeFunction *> by_name;
    for (const RuntimeFunction &row : kTable)
      by_name[row.name] = &row;
    return by_name;
  }();
  return name.starts_with("raddle_") ? rows.lookup(name) : nullptr;
}

const RuntimeFunction *calledRuntimeFunction(const Value &call) {
  auto *direct = dyn_cast<CallBase>(&call);
  const Function *callee = direct ? direct->getCalledFunction() : nullptr;
  return callee ? findRuntimeFunction(callee->getName()) : nullptr;
}

bool isCallOf(const Value &value, Runtime function) {
  auto *call = dyn_cast<CallBase>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == rowOf(function).name;
}

bool isBarrierOfWholeBlock(const Value &value) {
  const RuntimeFunction *function = calledRuntimeFunction(value);
  return function && function->form == BlockBarrier;
}

bool isShuffle(const Value &value) {
  const RuntimeFunction *function = calledRuntimeFunction(value);
  return function && function->form == Shuffle;
}

void refuseToWrite(Runtime function) {
  report_fatal_error(Twine("warps have no code for ") + rowOf(function).name);
}

Function *declare(Module &module, Runtime function) {
  const RuntimeFunction &row = rowOf(function);
  auto *declaration =
      cast<Function>(module.getOrInsertFunction(row.name, row.type(module.getContext())).getCallee());
  declaration->setDoesNotThrow();
  if (row.effect == NoReturn)
    declaration->setDoesNotReturn();
  return declaration;
}

} // namespace raddle::nvvm
