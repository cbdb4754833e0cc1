// One lane runs after the other, and prints all that it has to say:
//
//   if (t == 0) printf("row:");      thread 0:  row: 0         a GPU, and the warp engine:  row: 0 1 2 3
//   printf(" %d", t);                thread 1:   1
//
// So the runtime holds back what the lanes of a warp print, and brings it into the order in which lanes print that run
// through the program together (runtime/device/held_output.h). For that it has to know where in the program each of them stood:
//
//   for (i = 0; i < n; ++i) {        place = {1, i, 1}
//     printf("a");
//     if (x[i]) f();                 place = {1, i, 2}, and in f, which prints: {1, i, 2, 1}
//   }
//   printf("b");                     place = {2}
//
// The numbers are those of the order in which a warp runs blocks (widen/plan/linear_order), and each loop counts its
// iterations.
//
// Lanes that wait for each other in a loop, as for a lock, print in the order in which they have gone on. So the runtime
// is told where others may find out how far a thread has come, and where it may have found that out about others.

#include "analysis/loop_level.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/call_effects.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

class PlaceWriter {
public:
  PlaceWriter(Function &function, bool is_kernel)
      : function_(function), is_kernel_(is_kernel), dominators_(function), loops_(dominators_) {}

  void run() {
    SmallVector<Value *, 8> inside;
    number(nullptr, &function_.getEntryBlock(), inside);
    noteOrder();
    if (!places_.empty())
      write();
  }

private:
  struct Place {
    CallInst *call;
    SmallVector<Value *, 8> numbers;
  };

  static bool isPrint(const Instruction &instruction) { return mayPrint(instruction); }

  static bool holdsPrint(const Loop &loop) {
    return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isPrint); });
  }

  void number(Loop *loop, BasicBlock *entry, SmallVector<Value *, 8> &inside) {
    const analysis::LoopLevel level(loops_, loop, entry);
    for (BasicBlock *node : level.inOrderOfSource(isPrint)) {
      if (Loop *inner = level.innerLoopOf(node)) {
        if (!holdsPrint(*inner))
          continue;
        inside.append({nextNumber(), countIterations(*inner)});
        number(inner, node, inside);
        inside.pop_back_n(2);
        continue;
      }
      for (Instruction &instruction : *node) {
        if (!mayPrint(instruction))
          continue;
        Place &place = places_.emplace_back(cast<CallInst>(&instruction), inside);
        place.numbers.push_back(nextNumber());
        // One function after the other, as a warp calls them.
        if (place.call->isIndirectCall())
          place.numbers.push_back(
              IRBuilder<>(place.call)
                  .CreatePtrToInt(place.call->getCalledOperand(), Type::getInt32Ty(function_.getContext())));
      }
    }
  }

  Value *nextNumber() { return ConstantInt::get(Type::getInt32Ty(function_.getContext()), ++last_number_); }

  static Value *countIterations(const Loop &loop) {
    BasicBlock *header = loop.getHeader();
    IRBuilder<> builder(header, header->begin());
    PHINode *iteration = builder.CreatePHI(builder.getInt32Ty(), 2, "iteration");
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *next = builder.CreateAdd(iteration, builder.getInt32(1));
    for (BasicBlock *from : predecessors(header))
      iteration->addIncoming(loop.contains(from) ? next : builder.getInt32(0), from);
    return iteration;
  }

  // One call is made at a time, so that they share one RaddlePlace.
  void write() {
    size_t most = 0;
    for (const Place &place : places_)
      most = std::max(most, place.numbers.size());
    BasicBlock &entry = function_.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *frame = builder.CreateAlloca(
        ArrayType::get(builder.getInt8Ty(), offsetof(RaddlePlace, numbers) + most * sizeof(uint32_t)),
        nullptr, "place");
    frame->setAlignment(Align(alignof(RaddlePlace)));
    Value *outer = ConstantPointerNull::get(builder.getPtrTy());
    if (!is_kernel_)
      outer =
          loadThreadField(builder, threadOf(function_), offsetof(RaddleThread, place), builder.getPtrTy());
    auto store = [&](Value *value, Value *base, size_t offset) {
      builder.CreateStore(value, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), base,
                                                                    static_cast<unsigned>(offset)));
    };
    store(outer, frame, offsetof(RaddlePlace, outer));
    for (const Place &place : places_) {
      builder.SetInsertPoint(place.call);
      store(builder.getInt32(static_cast<uint32_t>(place.numbers.size())), frame,
            offsetof(RaddlePlace, count));
      for (size_t i = 0; i < place.numbers.size(); ++i)
        store(place.numbers[i], frame, offsetof(RaddlePlace, numbers) + i * sizeof(uint32_t));
      store(frame, threadOf(function_), offsetof(RaddleThread, place));
      // The callee reads the frame.
      if (place.call->isTailCall())
        place.call->setTailCallKind(CallInst::TCK_None);
      if (Instruction *next = place.call->getNextNonDebugInstruction()) {
        builder.SetInsertPoint(next);
        store(outer, threadOf(function_), offsetof(RaddleThread, place));
      }
    }
  }

  // The runtime is told before a write that another thread may see, and after a read that may have let this thread go on.
  void noteOrder() {
    SmallVector<Instruction *, 16> seen_by_others, sees_others;
    for (Instruction &instruction : instructions(function_)) {
      const bool orders = instruction.isAtomic() || instruction.isVolatile() || isa<FenceInst>(instruction);
      const auto *call = dyn_cast<CallInst>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      const bool calls_function = call && !call->isInlineAsm() && (!callee || !callee->isDeclaration());
      if (orders && !isa<LoadInst>(instruction))
        seen_by_others.push_back(&instruction);
      if (((orders && !isa<StoreInst>(instruction)) || calls_function) &&
          isInPollingLoop(*instruction.getParent()))
        sees_others.push_back(&instruction);
    }
    auto callRuntime = [&](Runtime function, Instruction *before, const DebugLoc &location) {
      IRBuilder<> builder(before);
      builder.SetCurrentDebugLocation(location);
      builder.CreateCall(nvvm::declare(*function_.getParent(), function), {threadOf(function_)});
    };
    for (Instruction *instruction : seen_by_others)
      callRuntime(Runtime::raddle_release_prints, instruction, instruction->getDebugLoc());
    for (Instruction *instruction : sees_others)
      callRuntime(Runtime::raddle_acquire_prints, instruction->getNextNode(), instruction->getDebugLoc());
  }

  bool isInPollingLoop(const BasicBlock &block) const {
    const Loop *loop = loops_.getLoopFor(&block);
    return loop && any_of(loop->getOutermostLoop()->blocks(), [](const BasicBlock *inside) {
             return any_of(*inside, [](const Instruction &instruction) {
               const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
               return function && function->effect == nvvm::RuntimeFunction::Effect::WaitsForMemory;
             });
           });
  }

  Function &function_;
  const bool is_kernel_;
  DominatorTree dominators_;
  LoopInfo loops_;
  std::vector<Place> places_;
  uint32_t last_number_ = 0;
};

} // namespace

void placePrints(Module &module, const Function *kernel, const Facts &facts) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  notePrinting(functions, facts.indirect_calls_may_print);
  if (none_of(functions, [](const Function *function) { return mayPrint(*function); }))
    return;
  for (Function *function : functions)
    PlaceWriter(*function, function == kernel).run();
}

} // namespace raddle::vectorize
