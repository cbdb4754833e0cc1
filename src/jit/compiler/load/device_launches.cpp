// clang writes kernel<<<grid, block, shared, stream>>>(arguments) as on the host:
//
//   if (__cudaPushCallConfiguration(grid, block, shared, stream) == 0)    ; the arguments are evaluated in between
//     call void @kernel(arguments)
//
// A kernel is not to be called but launched, with its parameters in a buffer:
//
//   %buffer = call ptr @__raddle_parameter_buffer(bytes)
//   store argument, ptr %buffer + offset ...
//   call @__raddle_launch_kernel(ptr @"raddle.kernel.name", ptr %buffer, grid, block, shared, stream)
#include "jit/compiler/load/device_launches.h"

#include "abi/kernel_abi.h"
#include "jit/compiler/load/load_module.h"
#include "nvvm/parameter_layout.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::jit {

namespace {

constexpr StringLiteral kConfigure = "__cudaPushCallConfiguration", kParameterBuffer = "__raddle_parameter_buffer",
                        kLaunch = "__raddle_launch_kernel";

struct Configuration {
  SmallVector<Value *, 6> extents; // of the grid and of the block
  Value *shared_bytes, *stream;
};

// A dim3 is passed by address.
void loadExtents(IRBuilder<> &builder, Value *dim3, SmallVectorImpl<Value *> &extents) {
  for (unsigned axis = 0; axis < 3; ++axis)
    extents.push_back(builder.CreateAlignedLoad(
        builder.getInt32Ty(),
        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), dim3, axis * unsigned{sizeof(uint32_t)}), Align(4)));
}

// The call before which control leaves the branch that the configuration's success takes.
CallInst *launchedCall(CallInst &configure) {
  BranchInst *branch = nullptr;
  for (User *test : configure.users())
    if (auto *compare = dyn_cast<ICmpInst>(test))
      for (User *user : compare->users())
        branch = isa<BranchInst>(user) ? cast<BranchInst>(user) : branch;
  if (!branch || !branch->isConditional())
    return nullptr;
  BasicBlock *const end = branch->getSuccessor(0);
  for (BasicBlock *last : predecessors(end))
    if (last != branch->getParent())
      if (auto *call = dyn_cast_or_null<CallInst>(last->getTerminator()->getPrevNonDebugInstruction()))
        return call;
  return nullptr;
}

void launch(CallInst &call, const Configuration &configuration) {
  Module &module = *call.getModule();
  const DataLayout &layout = module.getDataLayout();
  IRBuilder<> builder(&call);
  nvvm::ParameterLayout parameters(layout);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    parameters.add(call.isByValArgument(i) ? call.getParamByValType(i) : nullptr, call.getParamAlign(i),
                   call.getArgOperand(i)->getType());
  const FunctionCallee allocate =
      module.getOrInsertFunction(kParameterBuffer, builder.getPtrTy(), builder.getInt64Ty());
  Value *buffer = builder.CreateCall(allocate, builder.getInt64(parameters.bytes()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const RaddleParameter &parameter = parameters.parameters()[i];
    const Align alignment = commonAlignment(Align(16), parameter.offset);
    Value *place = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), buffer, parameter.offset);
    if (call.isByValArgument(i))
      builder.CreateMemCpy(place, alignment, call.getArgOperand(i), call.getParamAlign(i), parameter.size);
    else
      builder.CreateAlignedStore(call.getArgOperand(i), place, alignment);
  }
  SmallVector<Value *, 10> arguments{call.getCalledOperand(), buffer};
  arguments.append(configuration.extents);
  arguments.append({configuration.shared_bytes, configuration.stream});
  SmallVector<Type *, 10> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  builder.CreateCall(
      module.getOrInsertFunction(kLaunch, FunctionType::get(builder.getInt32Ty(), types, false)), arguments);
  call.eraseFromParent();
}

void resolve(CallInst &configure) {
  IRBuilder<> builder(&configure);
  if (CallInst *call = launchedCall(configure)) {
    Configuration configuration;
    loadExtents(builder, configure.getArgOperand(0), configuration.extents);
    loadExtents(builder, configure.getArgOperand(1), configuration.extents);
    configuration.shared_bytes = builder.CreateZExtOrTrunc(configure.getArgOperand(2), builder.getInt64Ty());
    configuration.stream = configure.getArgOperand(3);
    launch(*call, configuration);
  }
  configure.replaceAllUsesWith(builder.getInt32(0));
  configure.eraseFromParent();
}

} // namespace

void resolveLaunches(Module &module) {
  if (Function *configure = module.getFunction(kConfigure); configure && configure->isDeclaration()) {
    SmallVector<CallInst *, 8> calls;
    for (User *user : configure->users())
      if (auto *call = dyn_cast<CallInst>(user))
        calls.push_back(call);
    for (CallInst *call : calls)
      resolve(*call);
  }
  for (Function *kernel : kernelsOf(module)) {
    if (kernel->use_empty())
      continue;
    auto *address = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), /*isConstant=*/false,
                                       GlobalValue::ExternalLinkage, nullptr,
                                       RADDLE_KERNEL_ADDRESS + kernel->getName());
    // Annotations, which say that it is a kernel, go on to do so.
    kernel->replaceNonMetadataUsesWith(address);
  }
}

} // namespace raddle::jit
