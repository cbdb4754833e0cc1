// The two ways into a kernel.
//
//   void <kernel>.thread(RaddleThread *thread, const void *parameters)   runs one thread
//   void <kernel>.block(RaddleBlock *block, const void *parameters)      runs all threads of a block:
//
//     for (z...) for (y...) for (x...) { thread.thread_idx = {x, y, z}; ...; kernel(&thread, ...); }
//
// The loop exists only for kernels whose threads can never wait for each other. Once the kernel is inlined
// into it, the RaddleThread dissolves into registers and LLVM may vectorise across threads.

#include "analysis/recursion.h"
#include "analysis/stored_words.h"
#include "nvvm/markers.h"
#include "nvvm/parameter_layout.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/fibers.h"
#include "vectorize/block/warp_cursor.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Loads the kernel's arguments from the packed buffer and calls it.
class ParameterLayout : public nvvm::ParameterLayout {
public:
  ParameterLayout(const Function &kernel, const DataLayout &data_layout) : nvvm::ParameterLayout(data_layout) {
    for (const Argument &argument : drop_begin(kernel.args())) {
      add(argument.hasByValAttr() ? argument.getParamByValType() : nullptr, argument.getParamAlign(),
          argument.getType());
      is_address_.push_back(argument.hasByValAttr());
    }
  }

  CallInst *emitCall(IRBuilder<> &builder, Function &kernel, Value *thread, Value *buffer) const {
    SmallVector<Value *, 8> arguments{thread};
    for (Argument &argument : drop_begin(kernel.args())) {
      unsigned offset = parameters()[argument.getArgNo() - 1].offset;
      if (is_address_[argument.getArgNo() - 1])
        arguments.push_back(builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), buffer, offset));
      else
        arguments.push_back(loadInvariant(builder, buffer, offset, argument.getType(), argument.getName()));
    }
    CallInst *call = builder.CreateCall(&kernel, arguments);
    // byval and its alignment decide what the call means.
    call->setAttributes(kernel.getAttributes().removeFnAttributes(kernel.getContext()));
    return call;
  }

private:
  // The kernel gets a pointer into the buffer, also after shareGridConstants() has taken `byval` from it.
  std::vector<bool> is_address_;
};

// Code that is inlined into a function without a subprogram has no line numbers.
void describeEntry(Function &entry, const Function &function) {
  DISubprogram *kernel = function.getSubprogram();
  if (!kernel)
    return;
  DIBuilder builder(*entry.getParent(), /*AllowUnresolved=*/false, kernel->getUnit());
  DISubprogram *program = builder.createFunction(
      kernel->getFile(), marker::kEntry, "", kernel->getFile(), kernel->getLine(),
      builder.createSubroutineType(builder.getOrCreateTypeArray({})), kernel->getScopeLine(),
      DINode::FlagArtificial, DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
  entry.setSubprogram(program);
  builder.finalizeSubprogram(program);
}

// The location of code that the user did not write.
DebugLoc entryLocation(const Function &entry) {
  DISubprogram *program = entry.getSubprogram();
  return program ? DebugLoc(DILocation::get(entry.getContext(), 0, 0, program)) : DebugLoc();
}

// Profilers show the kernel's name, with a suffix. A debugger takes that for the kernel too, and `break kernel`
// would stop here first: where one may be used the name is a phrase that has the kernel's in it.
std::string entryName(const Function &kernel, StringRef suffix) {
  const DISubprogram *program = kernel.getSubprogram();
  const bool debugged =
      program && program->getUnit() && program->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
  const std::string name = kernel.getName().str();
  return (debugged ? (Twine(marker::kEntry) + " of " + demangle(name)).str() : name) + suffix.str();
}

Function *declareEntry(Function &kernel, StringRef suffix) {
  LLVMContext &context = kernel.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *entry =
      Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
                       GlobalValue::ExternalLinkage, entryName(kernel, suffix), *kernel.getParent());
  entry->setVisibility(GlobalValue::HiddenVisibility);
  entry->setDoesNotThrow();
  entry->setUWTableKind(UWTableKind::Default);
  for (StringRef attribute : {"target-cpu", "target-features", "frame-pointer"})
    if (kernel.hasFnAttribute(attribute))
      entry->addFnAttr(kernel.getFnAttribute(attribute));
  // A barrier at the end of a kernel must be a call: its return address is the line that reports name.
  entry->addFnAttr("disable-tail-calls", "true");
  describeEntry(*entry, kernel);
  entry->addParamAttr(1, Attribute::NoAlias);
  entry->addParamAttr(1, Attribute::ReadOnly);
  entry->addParamAttr(1, Attribute::getWithAlignment(context, Align(16)));
  return entry;
}

Function *buildThreadEntry(Function &kernel, const ParameterLayout &layout) {
  Function *entry = declareEntry(kernel, ".thread");
  IRBuilder<> builder(BasicBlock::Create(entry->getContext(), "", entry));
  builder.SetCurrentDebugLocation(entryLocation(*entry));
  layout.emitCall(builder, kernel, entry->getArg(0), entry->getArg(1));
  builder.CreateRetVoid();
  return entry;
}

// The function of a block, up to where its threads begin, and the place on its stack for one of them.
struct BlockEntry {
  explicit BlockEntry(Function &kernel)
      : function(declareEntry(kernel, ".block")), builder(function->getContext()) {
    function->addParamAttr(0, Attribute::NoAlias);
    builder.SetInsertPoint(BasicBlock::Create(function->getContext(), "", function));
    builder.SetCurrentDebugLocation(entryLocation(*function));
    block = function->getArg(0);
    thread =
        builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), sizeof(RaddleThread)), nullptr, "thread");
    thread->setAlignment(Align(alignof(RaddleThread)));
  }
  void callKernel(Function &kernel, const ParameterLayout &layout, const Input &input) {
    CallInst *call = layout.emitCall(builder, kernel, thread, function->getArg(1));
    if (input.optimize)
      call->addFnAttr(Attribute::AlwaysInline);
  }

  Function *function;
  IRBuilder<> builder;
  Value *block;
  AllocaInst *thread;
};

// With lanes = 32: a kernel that runs the warps itself is called once, others for each warp.
Function *buildBlockEntryForWarps(Function &kernel, const ParameterLayout &layout, const Input &input,
                                  const Facts &facts) {
  BlockEntry entry(kernel);
  WarpCursor warps(input.block, facts, entry.builder, entry.block);
  warps.start(entry.thread);
  if (facts.loops_over_warps) {
    entry.callKernel(kernel, layout, input);
  } else {
    CountedLoop loop(entry.builder, warps.count(), "warp");
    noteRunningWarp(facts, entry.builder, entry.block, loop.index);
    entry.callKernel(kernel, layout, input);
    warps.advance(entry.thread);
    Instruction *back = loop.close();
    if (!input.block.one_warp)
      markWarpLoop(*back);
  }
  entry.builder.CreateRetVoid();
  return entry.function;
}

Function *buildBlockEntry(Function &kernel, const ParameterLayout &layout, const Input &input,
                          const Facts &facts) {
  if (input.lanes == kRaddleWarpSize)
    return buildBlockEntryForWarps(kernel, layout, input, facts);
  BlockEntry entry(kernel);
  IRBuilder<> &builder = entry.builder;
  Value *block = entry.block;
  auto store = [&](unsigned offset, Value *value) {
    builder.CreateStore(value, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), entry.thread, offset));
  };
  auto extent = [&](unsigned offset) { return loadInvariant(builder, block, offset, builder.getInt32Ty()); };
  Value *extent_x = extent(offsetof(RaddleBlock, block_dim.x));
  Value *extent_y = extent(offsetof(RaddleBlock, block_dim.y));
  Value *extent_z = extent(offsetof(RaddleBlock, block_dim.z));
  store(offsetof(RaddleThread, block), block);
  store(offsetof(RaddleThread, stack_limit), builder.getInt64(0));
  store(offsetof(RaddleThread, place), ConstantPointerNull::get(builder.getPtrTy()));

  CountedLoop z(builder, extent_z, "z");
  CountedLoop y(builder, extent_y, "y");
  CountedLoop x(builder, extent_x, "x");
  Value *row = builder.CreateAdd(builder.CreateMul(z.index, extent_y), y.index);
  Value *linear = builder.CreateAdd(builder.CreateMul(row, extent_x), x.index);
  store(offsetof(RaddleThread, thread_idx.x), x.index);
  store(offsetof(RaddleThread, thread_idx.y), y.index);
  store(offsetof(RaddleThread, thread_idx.z), z.index);
  store(offsetof(RaddleThread, lane), builder.CreateAnd(linear, builder.getInt32(kRaddleWarpSize - 1)));
  store(offsetof(RaddleThread, warp), builder.CreateLShr(linear, builder.getInt32(5)));
  entry.callKernel(kernel, layout, input);
  x.close();
  y.close();
  z.close();
  builder.CreateRetVoid();
  return entry.function;
}

// Parameters that are __grid_constant__ stay in the launch's buffer: without `byval` no thread makes a copy.
void shareGridConstants(Function &kernel) {
  for (Argument &argument : kernel.args())
    if (kernel.getAttributes().hasParamAttr(argument.getArgNo(), marker::kGridConstant))
      kernel.removeParamAttr(argument.getArgNo(), Attribute::ByVal);
}

void readClusterDimensions(const Function &kernel, Outputs &outputs) {
  StringRef dimensions = kernel.getFnAttribute(marker::kClusterDimensions).getValueAsString();
  if (dimensions.empty())
    return;
  SmallVector<StringRef, 3> parts;
  dimensions.split(parts, ',');
  uint32_t extents[3] = {0, 1, 1};
  for (size_t i = 0; i < std::min<size_t>(parts.size(), 3); ++i)
    parts[i].getAsInteger(10, extents[i]);
  if (extents[0] == 0)
    outputs.flags |= kRaddleKernelNeedsCluster;
  else
    outputs.cluster_dim = {extents[0], extents[1], extents[2]};
}

} // namespace

uint32_t localBytes(const Module &module) {
  uint64_t bytes = 0;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (auto *slot = dyn_cast<AllocaInst>(&instruction))
        if (auto size = slot->getAllocationSize(module.getDataLayout()))
          bytes += size->getFixedValue();
  return static_cast<uint32_t>(bytes);
}

void measureKernel(const Module &module, const Function &kernel, Facts &facts, Outputs &outputs) {
  outputs.local_bytes = localBytes(module);
  facts.stored_words = analysis::storedWords(kernel);
}

static void readSource(const Function &kernel, Outputs &outputs) {
  if (DISubprogram *program = kernel.getSubprogram()) {
    outputs.source_file = program->getFilename().str();
    outputs.source_line = program->getLine();
  }
}

void buildEntries(Function &kernel, const Input &input, const Facts &facts, Outputs &outputs) {
  Module &module = *kernel.getParent();
  outputs.bounds = nvvm::boundsOf(kernel);
  readClusterDimensions(kernel, outputs);
  readSource(kernel, outputs);
  // Widening adds variables of its own.
  if (input.lanes == 1)
    outputs.local_bytes = localBytes(module);

  ParameterLayout layout(kernel, module.getDataLayout());
  shareGridConstants(kernel);
  outputs.parameters = layout.parameters();
  outputs.parameter_bytes = layout.bytes();

  if (analysis::hasUnboundedStack(module))
    outputs.flags |= kRaddleKernelRecurses;
  const bool needs_fibers = needsFibers(module, facts);
  if (needs_fibers)
    outputs.flags |= kRaddleKernelNeedsFibers;
  for (const Function &function : module)
    if (const nvvm::RuntimeFunction *called = nvvm::findRuntimeFunction(function.getName());
        called && called->effect == nvvm::RuntimeFunction::Effect::Prints && !function.use_empty())
      outputs.flags |= kRaddleKernelPrints;

  kernel.setLinkage(GlobalValue::InternalLinkage);
  kernel.setVisibility(GlobalValue::DefaultVisibility);
  kernel.setComdat(nullptr);
  // With one lane threads are run one by one to find out which of them has faulted, and for debuggers.
  if (needs_fibers || input.lanes == 1)
    outputs.thread_entry = buildThreadEntry(kernel, layout);
  if (!needs_fibers)
    outputs.block_entry = buildBlockEntry(kernel, layout, input, facts);
}

} // namespace raddle::vectorize
