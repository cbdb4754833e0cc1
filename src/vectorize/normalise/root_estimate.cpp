#include "vectorize/normalise/root_estimate.h"

#include "nvvm/markers.h"
#include "vectorize/processor.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kRegisterBits = 512; // of AVX-512, which has the estimate

// In the lowest element of a register.
Value *emitScalar(IRBuilderBase &builder, Value *x) {
  const bool is_float = x->getType()->isFloatTy();
  auto *type = FixedVectorType::get(x->getType(), is_float ? 4 : 2);
  Value *in = builder.CreateInsertElement(Constant::getNullValue(type), x, std::uint64_t{0});
  Value *out =
      builder.CreateIntrinsic(is_float ? Intrinsic::x86_avx512_rsqrt14_ss : Intrinsic::x86_avx512_rsqrt14_sd,
                              {}, {in, in, Constant::getNullValue(type), builder.getInt8(0xff)});
  return builder.CreateExtractElement(out, std::uint64_t{0});
}

Value *emitRegister(IRBuilderBase &builder, Value *x) {
  const bool is_float = x->getType()->getScalarType()->isFloatTy();
  Value *all = is_float ? builder.getInt16(0xffff) : builder.getInt8(0xff);
  return builder.CreateIntrinsic(is_float ? Intrinsic::x86_avx512_rsqrt14_ps_512
                                          : Intrinsic::x86_avx512_rsqrt14_pd_512,
                                 {}, {x, Constant::getNullValue(x->getType()), all});
}

} // namespace

bool hasRootEstimate(const TargetMachine &machine) {
  return hasFeature(machine, "avx512f") && hasFeature(machine, "evex512");
}

CallInst *callRootEstimate(IRBuilderBase &builder, Value *x) {
  Type *type = x->getType();
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      marker::kRootEstimate[type->isFloatTy() ? 0 : 1], type, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return builder.CreateCall(callee, x);
}

bool isRootEstimate(const Function &callee) { return is_contained(marker::kRootEstimate, callee.getName()); }

Value *emitRootEstimate(IRBuilderBase &builder, Value *x) {
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector)
    return emitScalar(builder, x);
  const unsigned lanes = kRegisterBits / vector->getScalarSizeInBits();
  SmallVector<Value *, 4> parts;
  for (unsigned first = 0; first < vector->getNumElements(); first += lanes) {
    auto numbers = to_vector(seq<int>(static_cast<int>(first), static_cast<int>(first + lanes)));
    parts.push_back(emitRegister(builder, builder.CreateShuffleVector(x, numbers)));
  }
  return concatenateVectors(builder, parts);
}

void bindRootEstimates(Module &module) {
  for (StringRef name : marker::kRootEstimate) {
    Function *function = module.getFunction(name);
    if (!function)
      continue;
    for (User *user : make_early_inc_range(function->users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(emitScalar(builder, call->getArgOperand(0)));
      call->eraseFromParent();
    }
    function->eraseFromParent();
  }
}

} // namespace raddle::vectorize
