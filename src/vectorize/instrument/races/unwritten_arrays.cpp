// The parameters of a kernel say which objects it writes, unless it writes through pointers that it has found in memory, or calls
// something that may. Two parameters may lead to one object, which is known only when the kernel runs.
//
//   __global__ void add(float *to, const float *from)        from is read only if object(from) != object(to)
//
// So it is with the texels of a texture whose handle is a parameter: a surface over the same array is written through a pointer found
// in memory.

#include "vectorize/instrument/races/unwritten_arrays.h"

#include "nvvm/address_spaces.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/initialised/shadow_memory.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// Whether no array of the program can be written by it.
bool writesNothing(const CallBase &call) {
  if (isa<IntrinsicInst>(call) || call.onlyReadsMemory() || call.onlyAccessesInaccessibleMemory())
    return true;
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
  return function && (function->isWarpOperation() || function->isBarrier() ||
                      function->form == nvvm::RuntimeFunction::Form::Alignment ||
                      function->form == nvvm::RuntimeFunction::Form::Bounds ||
                      function->form == nvvm::RuntimeFunction::Form::Initialised);
}

bool isParameter(const Value *root) {
  auto *parameter = dyn_cast<Argument>(root);
  return parameter && !parameter->hasByValAttr();
}

// All lanes have the same texture then.
bool areTexelsOfParameter(Value *root) {
  auto *load = dyn_cast<LoadInst>(root);
  if (!load)
    return false;
  Value *sampler = rootOf(load->getPointerOperand());
  return isSampler(sampler) && isa<Argument>(cast<IntToPtrInst>(sampler)->getOperand(0));
}

} // namespace

UnwrittenArrays::UnwrittenArrays(Function &function, bool is_kernel, ArrayRef<CheckedAccess> accesses)
    : function_(function), is_known_(is_kernel) {
  for (const CheckedAccess &access : accesses) {
    if (!(access.flags & (kRaddleAccessWrites | kRaddleAccessIsAtomic)) ||
        ShadowMemory::isShadow(*access.instruction))
      continue;
    Value *root = rootOf(access.address);
    if (isMemoryOfRuntime(root, function) || isa<AllocaInst>(root))
      continue;
    if (auto *global = dyn_cast<GlobalVariable>(root);
        global && global->getAddressSpace() == nvvm::kSharedAddressSpace)
      continue;
    is_known_ &= isa<GlobalVariable>(root) || (isa<Argument>(root) && root->getType()->isPointerTy());
    written_.insert(root);
  }
  for (const Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      is_known_ &= writesNothing(*call);
}

Value *UnwrittenArrays::isUnwritten(Value *root) {
  if (!is_known_ || !(isParameter(root) || areTexelsOfParameter(root)) || written_.contains(root))
    return nullptr;
  Value *&answer = answers_[root];
  if (answer)
    return answer;
  if (!place_)
    place_ = &*function_.getEntryBlock().getFirstInsertionPt();
  IRBuilder<> builder(place_);
  for (Value *written : written_)
    objectOf(builder, written);
  if (auto *texels = dyn_cast<Instruction>(root))
    builder.SetInsertPoint(texels->getNextNode());
  Value *object = objectOf(builder, root);
  Value *is = builder.CreateIsNotNull(
      loadInvariant(builder, object, offsetof(RaddleObjectBounds, bytes), builder.getInt64Ty(), "size"));
  for (Value *written : written_)
    is = builder.CreateAnd(is, builder.CreateICmpNE(object, objectOf(builder, written)));
  return answer = builder.CreateZExt(is, builder.getInt64Ty(), "unwritten");
}

Value *UnwrittenArrays::objectOf(IRBuilder<> &builder, Value *pointer) {
  Value *&object = objects_[pointer];
  if (!object) {
    Function *find = nvvm::declare(*function_.getParent(), Runtime::raddle_find_object);
    // See check-bounds, which asks for objects, too.
    find->setDoesNotAccessMemory();
    find->setWillReturn();
    find->addFnAttr(Attribute::Speculatable);
    object = builder.CreateCall(find, {builder.CreateAddrSpaceCast(pointer, builder.getPtrTy())}, "object");
  }
  return object;
}

} // namespace raddle::vectorize
