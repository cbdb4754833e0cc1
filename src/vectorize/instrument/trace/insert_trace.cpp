// RADDLE_TRACE: code tells the runtime its steps.
//
//   float x = in[i];             a load: the address, then what was there; x is assigned
//   if (x > 0)                   a branch: the condition
//     x += __shfl_down_sync(...) a shuffle: mask, value, distance, width; then what it has given; x is assigned
//
// Each is a call that LLVM may not duplicate or leave out (trace_table.h lists the kinds). It stands in the code as clang wrote
// it, where variables have names and each statement is still there; in headers of CUDA only what accesses memory or lets lanes
// meet is a step, at the place where the program calls it.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/instrument/trace/assignments.h"
#include "vectorize/instrument/trace/step_writer.h"
#include "vectorize/instrument/trace/traced_memory.h"
#include "vectorize/passes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using Form = nvvm::RuntimeFunction::Form;

StringRef spellingOf(const nvvm::RuntimeFunction &function) {
  switch (function.id) {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling)                                       \
  case Runtime::function:                                                                                    \
    return spelling;
#define RADDLE_BARRIER(function, effect, form, result, fusion, entry, spelling)                              \
  case Runtime::function:                                                                                    \
    return spelling;
#include "abi/runtime_functions.def"
  default:
    return "";
  }
}

StringRef wordOf(const nvvm::RuntimeFunction &function) {
  switch (function.form) {
  case Form::Sync:
    return "sync";
  case Form::Vote:
    return "vote";
  case Form::Shuffle:
    return "shuffle";
  case Form::Reduce:
    return "reduce";
  case Form::Match:
    return "match";
  default:
    nvvm::refuseToWrite(function.id);
  }
}

class TraceWriter {
public:
  TraceWriter(Function &function, const Function *kernel, const MemberNames &members, TraceTable &table,
              GlobalVariable &variable)
      : function_(function), layout_(function.getParent()->getDataLayout()), is_kernel_(&function == kernel),
        steps_(function, kernel, table, variable), assignments_(steps_, layout_, members) {}

  void write() {
    SmallVector<Instruction *, 64> all;
    for (Instruction &instruction : instructions(function_))
      all.push_back(&instruction);
    if (is_kernel_) {
      writeBeginning();
      writeExits();
    }
    for (Instruction *instruction : all)
      write(*instruction);
  }

private:
  // ---- the kernel's beginning and its ends

  void writeBeginning() {
    DISubprogram *program = function_.getSubprogram();
    const DILocation *place =
        program ? DILocation::get(function_.getContext(), program->getLine(), 0, program) : nullptr;
    Instruction *first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    steps_.tell(first, {place, ""}, json::Object{{"kind", "begin"}}, {});
  }

  // Lanes leave where the source says `return`, though there is one return of the function.
  void writeExits() {
    for (BasicBlock &block : function_) {
      auto *end = dyn_cast<ReturnInst>(block.getTerminator());
      if (!end)
        continue;
      SmallVector<Instruction *, 4> ends;
      const bool is_apart = &*block.getFirstNonPHIOrDbg() == end && !block.isEntryBlock() &&
                            all_of(predecessors(&block), [](const BasicBlock *before) {
                              return before->getTerminator()->getNumSuccessors() == 1;
                            });
      if (is_apart)
        for (BasicBlock *before : predecessors(&block))
          ends.push_back(before->getTerminator());
      else
        ends.push_back(end);
      for (Instruction *each : ends)
        steps_.tell(each, steps_.standingOf(each->getDebugLoc() ? *each : *end),
                    json::Object{{"kind", "exit"}}, {});
    }
  }

  // ---- instructions

  void write(Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return writeStore(*store);
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return writeAccess(*load, load->getPointerOperand(), "load", sizeOf(load->getType()), {});
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      return writeAccess(*update, update->getPointerOperand(), "atomic", sizeOf(update->getType()),
                         {update->getValOperand()}, AtomicRMWInst::getOperationName(update->getOperation()));
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return writeAccess(*exchange, exchange->getPointerOperand(), "atomic",
                         sizeOf(exchange->getCompareOperand()->getType()),
                         {exchange->getCompareOperand(), exchange->getNewValOperand()}, "cas");
    if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
      if (auto *length = dyn_cast<ConstantInt>(copy->getLength())) {
        writeAccess(*copy, copy->getRawSource(), "load", length->getZExtValue(), {});
        writeAccess(*copy, copy->getRawDest(), "store", length->getZExtValue(), {});
        assignments_.writeCopy(*copy, length->getZExtValue());
      }
      return;
    }
    if (auto *fill = dyn_cast<MemSetInst>(&instruction))
      if (auto *length = dyn_cast<ConstantInt>(fill->getLength()))
        return assignments_.writeCopy(*fill, length->getZExtValue());
    if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional())
      return writeBranch(*branch, branch->getCondition());
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      return writeBranch(*choice, choice->getCondition());
    if (isa<FenceInst>(instruction)) {
      if (const StepWriter::Standing standing = steps_.standingOf(instruction); standing.place)
        steps_.tell(&instruction, standing, json::Object{{"kind", "fence"}, {"name", "fence"}}, {});
      return;
    }
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*call))
        writeRuntimeCall(*call, *function);
  }

  std::uint64_t sizeOf(Type *type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }

  void writeBranch(Instruction &branch, Value *condition) {
    if (steps_.isWritten(branch) && !isa<Constant>(condition))
      steps_.tell(&branch, steps_.standingOf(branch), json::Object{{"kind", "branch"}}, {condition});
  }

  void writeStore(StoreInst &store) {
    Value *value = store.getValueOperand();
    if (auto *local = dyn_cast<AllocaInst>(rootOf(store.getPointerOperand())))
      return assignments_.writeStore(store, *local);
    writeAccess(store, store.getPointerOperand(), "store", sizeOf(value->getType()), {value});
  }

  void writeAccess(Instruction &access, Value *address, StringRef kind, std::uint64_t bytes,
                   ArrayRef<Value *> written, StringRef operation = "") {
    Value *root = rootOf(address);
    if (isLocal(root) || bytes == 0)
      return;
    if (auto *argument = dyn_cast<Argument>(root);
        argument && (argument->hasByValAttr() || argument == threadOf(function_)))
      return;
    if (auto *call = dyn_cast<CallInst>(root);
        call && call->getCalledFunction() &&
        call->getCalledFunction()->getName().starts_with(marker::kThreadField))
      return;
    const StepWriter::Standing standing = steps_.standingOf(access);
    if (!standing.place)
      return;
    json::Object site{{"kind", kind},
                      {"name", nameOfObject(root)},
                      {"space", spaceOf(root)},
                      {"bytes", static_cast<std::int64_t>(bytes)}};
    if (!operation.empty())
      site["operation"] = operation;
    SmallVector<Value *, 3> values{address};
    values.append(written.begin(), written.end());
    const unsigned number = steps_.tell(&access, standing, std::move(site), values);
    if (kind != "store" && !access.getType()->isVoidTy() && !isa<AtomicCmpXchgInst>(access))
      steps_.tellResult(access, standing, number);
  }

  void writeRuntimeCall(CallInst &call, const nvvm::RuntimeFunction &function) {
    const StepWriter::Standing standing = steps_.standingOf(call);
    if (!standing.place)
      return;
    if (function.isWarpOperation())
      return writeOperation(call, function, standing);
    if (function.isBarrier()) {
      const unsigned number =
          steps_.tell(&call, standing, json::Object{{"kind", "barrier"}, {"name", spellingOf(function)}}, {},
                      kRaddleTraceOfAllWarps);
      return steps_.tellResult(call, standing, number, "", kRaddleTraceOfAllWarps);
    }
    if (function.form == Form::ActiveMask) {
      const unsigned number = steps_.tell(
          &call, standing,
          json::Object{{"kind", "operation"}, {"name", "__activemask"}, {"form", "activemask"}}, {});
      return steps_.tellResult(call, standing, number);
    }
    if (function.id == Runtime::raddle_vprintf)
      steps_.tell(&call, standing, json::Object{{"kind", "print"}, {"name", "printf"}}, {});
  }

  // Of a shuffle the second operand is the value, as bits.
  static constexpr unsigned kShuffled = 2;

  void writeOperation(CallInst &call, const nvvm::RuntimeFunction &function,
                      const StepWriter::Standing &standing) {
    json::Object site{{"kind", "operation"}, {"name", spellingOf(function)}, {"form", wordOf(function)}};
    // Of a float a shuffle sees the bits only.
    const bool is_float = function.form == Form::Shuffle && comesFromFloat(call.getArgOperand(kShuffled));
    SmallVector<Value *, 4> values;
    for (Value *operand : drop_begin(call.args()))
      if (values.size() < kRaddleTraceMostValues && !operand->getType()->isPointerTy())
        values.push_back(operand);
    if (is_float)
      site["types"] = json::Array{"i32", "f32", "i32", "i32"};
    const unsigned number = steps_.tell(&call, standing, std::move(site), values);
    steps_.tellResult(call, standing, number, is_float ? "f32" : "");
  }

  Function &function_;
  const DataLayout &layout_;
  const bool is_kernel_;
  StepWriter steps_;
  AssignmentWriter assignments_;
};

} // namespace

void insertTrace(Module &module, const Function *kernel) {
  TraceTable table;
  const MemberNames members(module);
  GlobalVariable *variable = declareTraceTable(module);
  for (Function &function : module)
    if (!function.isDeclaration())
      TraceWriter(function, kernel, members, table, *variable).write();
  if (table.isEmpty())
    variable->eraseFromParent();
  else
    table.write(*variable);
}

} // namespace raddle::vectorize
