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
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/instrument/trace/headers.h"
#include "vectorize/instrument/trace/local_values.h"
#include "vectorize/instrument/trace/trace_table.h"
#include "vectorize/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using Form = nvvm::RuntimeFunction::Form;

// What a value is, as trace_table.h calls it; "" of what a step cannot hold.
std::string typeOf(const Type *type) {
  if (type->isPointerTy())
    return "ptr";
  if (!type->isIntegerTy() && !type->isHalfTy() && !type->isBFloatTy() && !type->isFloatTy() &&
      !type->isDoubleTy())
    return "";
  const unsigned bits = type->getScalarSizeInBits();
  if (bits > 64)
    return "";
  return (type->isIntegerTy() ? "i" : type->isBFloatTy() ? "b" : "f") + std::to_string(bits);
}

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

// ---- pointers and values, in the code as clang wrote it

// What the program calls the memory that a pointer leads to.
std::string nameOfObject(Value *root) {
  if (auto *variable = dyn_cast<GlobalVariable>(root)) {
    const std::string whole = nvvm::readableName(variable->getName().split('@').first.str());
    const std::size_t colon = whole.rfind("::");
    return colon == std::string::npos ? whole : whole.substr(colon + 2);
  }
  if (auto *load = dyn_cast<LoadInst>(root))
    return nameInSource(*rootOf(load->getPointerOperand())).str();
  return isa<Argument>(root) ? root->getName().str() : "";
}

unsigned spaceOf(const Value *root) {
  const unsigned space = root->getType()->getPointerAddressSpace();
  return isa<GlobalVariable>(root) && space == 0 ? unsigned{kRaddleSpaceGlobal} : space;
}

// What is stored into a local variable, if that happens in a single place.
Value *onlyValueOf(const Value *local) {
  if (!isa<AllocaInst>(local))
    return nullptr;
  Value *value = nullptr;
  for (const User *user : local->users()) {
    auto *store = dyn_cast<StoreInst>(user);
    if (!store || store->getPointerOperand() != local)
      continue;
    if (value)
      return nullptr;
    value = const_cast<Value *>(store->getValueOperand());
  }
  return value;
}

// Whether a pointer leads to a local variable, as `this` does in the methods of one.
bool isLocal(Value *root) {
  for (unsigned steps = 0; steps < 8 && !isa<AllocaInst>(root); ++steps) {
    auto *load = dyn_cast<LoadInst>(root);
    Value *stored = load ? onlyValueOf(load->getPointerOperand()) : nullptr;
    if (!stored || !stored->getType()->isPointerTy())
      return false;
    root = rootOf(stored);
  }
  return isa<AllocaInst>(root);
}

// Whether bits are those of a float, which have gone through the variables of functions.
bool comesFromFloat(const Value *value) {
  for (unsigned steps = 0; steps < 8; ++steps) {
    if (auto *cast = dyn_cast<BitCastInst>(value))
      return cast->getSrcTy()->isFloatTy();
    auto *load = dyn_cast<LoadInst>(value);
    auto *local = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!local)
      return false;
    if (local->getAllocatedType()->isFloatTy())
      return true;
    value = onlyValueOf(local);
    if (!value)
      return false;
  }
  return false;
}

class TraceWriter {
public:
  TraceWriter(Function &function, const Function *kernel, const MemberNames &members, TraceTable &table,
              GlobalVariable &variable)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        is_kernel_(&function == kernel), members_(members), table_(table), variable_(variable) {
    DISubprogram *program = kernel ? kernel->getSubprogram() : nullptr;
    if (program)
      shows_headers_ = isInHeader(*DILocation::get(function.getContext(), program->getLine(), 0, program));
  }

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
  // ---- places

  // Where the program itself stands, and through which function of a header it got here.
  struct Standing {
    const DILocation *place = nullptr;
    std::string by;
  };

  Standing standingOf(const Instruction &instruction) const {
    const DILocation *place = instruction.getDebugLoc().get();
    std::string by;
    while (place && !shows_headers_ && isInHeader(*place)) {
      if (const DISubprogram *function = place->getScope()->getSubprogram())
        by = nvvm::readableName(
            (function->getLinkageName().empty() ? function->getName() : function->getLinkageName()).str());
      place = place->getInlinedAt();
    }
    return {place && place->getLine() ? place : nullptr, by};
  }

  bool isWritten(const Instruction &instruction) const {
    const DILocation *place = instruction.getDebugLoc().get();
    return place && place->getLine() && (shows_headers_ || !isOfHeader(instruction));
  }

  // ---- calls

  Value *numberOf(IRBuilder<> &builder, Value *value) const {
    Type *type = value->getType();
    if (typeOf(type).empty())
      return builder.getInt64(0);
    if (type->isPointerTy())
      return builder.CreatePtrToInt(builder.CreateAddrSpaceCast(value, builder.getPtrTy()),
                                    builder.getInt64Ty());
    Value *bits = builder.CreateBitCast(value, builder.getIntNTy(type->getScalarSizeInBits()));
    return builder.CreateZExt(bits, builder.getInt64Ty());
  }

  unsigned tell(Instruction *before, const Standing &standing, json::Object site, ArrayRef<Value *> values,
                unsigned flags = 0) {
    json::Array types;
    for (const Value *value : values)
      types.push_back(typeOf(value->getType()));
    if (!values.empty() && !site.get("types"))
      site["types"] = std::move(types);
    if (!standing.by.empty())
      site["by"] = standing.by;
    const unsigned number = table_.add(std::move(site), standing.place);
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(before->getDebugLoc());
    if (!builder.getCurrentDebugLocation())
      builder.SetCurrentDebugLocation(DebugLoc(standing.place));
    SmallVector<Value *, 8> arguments{
        threadOf(function_), &variable_,
        builder.getInt32(number | static_cast<unsigned>(values.size()) << kRaddleTraceValuesShift | flags),
        threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty())};
    for (unsigned i = 0; i < kRaddleTraceMostValues; ++i)
      arguments.push_back(i < values.size() ? numberOf(builder, values[i]) : builder.getInt64(0));
    CallInst *call = builder.CreateCall(nvvm::declare(module_, Runtime::raddle_trace), arguments);
    call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    call->addFnAttr(Attribute::NoMerge);
    call->addFnAttr(Attribute::WillReturn);
    call->setConvergent();
    return number;
  }

  void tellResult(Instruction &instruction, const Standing &standing, unsigned of, StringRef type = "",
                  unsigned flags = 0) {
    json::Object site{{"kind", "result"}, {"of", of}};
    SmallVector<Value *, 1> values;
    if (!typeOf(instruction.getType()).empty())
      values.push_back(&instruction);
    if (!type.empty() && !values.empty())
      site["types"] = json::Array{type};
    tell(instruction.getNextNode(), standing, std::move(site), values, flags);
  }

  // ---- the kernel's beginning and its ends

  void writeBeginning() {
    DISubprogram *program = function_.getSubprogram();
    const DILocation *place =
        program ? DILocation::get(function_.getContext(), program->getLine(), 0, program) : nullptr;
    Instruction *first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    tell(first, {place, ""}, json::Object{{"kind", "begin"}}, {});
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
        tell(each, standingOf(each->getDebugLoc() ? *each : *end), json::Object{{"kind", "exit"}}, {});
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
        writeCopyToLocal(*copy, length->getZExtValue());
      }
      return;
    }
    if (auto *fill = dyn_cast<MemSetInst>(&instruction))
      if (auto *length = dyn_cast<ConstantInt>(fill->getLength()))
        return writeCopyToLocal(*fill, length->getZExtValue());
    if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional())
      return writeBranch(*branch, branch->getCondition());
    if (auto *choice = dyn_cast<SwitchInst>(&instruction))
      return writeBranch(*choice, choice->getCondition());
    if (isa<FenceInst>(instruction)) {
      if (const Standing standing = standingOf(instruction); standing.place)
        tell(&instruction, standing, json::Object{{"kind", "fence"}, {"name", "fence"}}, {});
      return;
    }
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*call))
        writeRuntimeCall(*call, *function);
  }

  std::uint64_t sizeOf(Type *type) const { return layout_.getTypeStoreSize(type).getFixedValue(); }

  void writeBranch(Instruction &branch, Value *condition) {
    if (isWritten(branch) && !isa<Constant>(condition))
      tell(&branch, standingOf(branch), json::Object{{"kind", "branch"}}, {condition});
  }

  void writeStore(StoreInst &store) {
    Value *value = store.getValueOperand();
    auto *local = dyn_cast<AllocaInst>(rootOf(store.getPointerOperand()));
    if (!local)
      return writeAccess(store, store.getPointerOperand(), "store", sizeOf(value->getType()), {value});
    if (isShown(store, *local) && !isa<Argument>(value))
      writeAssignment(&store, standingOf(store),
                      nameOfLocal(store.getPointerOperand(), value->getType(), layout_, members_), value);
  }

  bool isShown(const Instruction &assignment, const AllocaInst &local) const {
    return isWritten(assignment) && (shows_headers_ || !isOfHeader(local));
  }

  // Of a structure, an array or a vector a step tells each number, as far as these are not too many.
  static constexpr std::size_t kMostLeaves = 16;

  void writeAssignment(Instruction *before, const Standing &standing, const LocalName &name, Value *value) {
    if (name.text.empty())
      return;
    // What a function returns, clang stores member by member.
    auto *returned = dyn_cast<ExtractValueInst>(value);
    bool joins = returned && returned->getIndices().front() != 0;
    IRBuilder<> builder(before);
    for (const Leaf &leaf : leavesOf(value->getType(), layout_, members_, kMostLeaves)) {
      Value *part = value;
      for (const unsigned member : leaf.path)
        part = isa<FixedVectorType>(part->getType()) ? builder.CreateExtractElement(part, member)
                                                     : builder.CreateExtractValue(part, member);
      joins |= writeLeaf(before, standing, {name.text + leaf.suffix, name.indices}, part, joins);
    }
  }

  // memcpy() or memset() of `bytes`, after which the variable holds them.
  void writeCopyToLocal(MemIntrinsic &copy, std::uint64_t bytes) {
    Value *address = copy.getRawDest();
    auto *local = dyn_cast<AllocaInst>(rootOf(address));
    if (!local || !isShown(copy, *local))
      return;
    Type *type = typeAt(address);
    const LocalName name = nameOfLocal(address, type, layout_, members_);
    if (!type || sizeOf(type) != bytes || name.text.empty())
      return;
    bool joins = false;
    Instruction *after = copy.getNextNode();
    IRBuilder<> builder(after);
    for (const Leaf &leaf : leavesOf(type, layout_, members_, kMostLeaves)) {
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, leaf.offset);
      Value *value = builder.CreateAlignedLoad(leaf.type, place, Align(1));
      joins |= writeLeaf(after, standingOf(copy), {name.text + leaf.suffix, name.indices}, value, joins);
    }
  }

  // What stands at the address of a local variable, a member of it or an element.
  static Type *typeAt(Value *address) {
    if (auto *local = dyn_cast<AllocaInst>(address))
      return local->getAllocatedType();
    if (auto *element = dyn_cast<GetElementPtrInst>(address))
      return element->getResultElementType();
    return nullptr;
  }

  // Whether it is a step, or a part of one.
  bool writeLeaf(Instruction *before, const Standing &standing, const LocalName &name, Value *value,
                 bool joins) {
    if (typeOf(value->getType()).empty() || name.indices.size() + 1 > kRaddleTraceMostValues)
      return false;
    SmallVector<Value *, 4> values{value};
    values.append(name.indices);
    json::Object site{{"kind", "assign"}, {"name", name.text}};
    if (joins)
      site["joins"] = true;
    tell(before, standing, std::move(site), values);
    return true;
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
    const Standing standing = standingOf(access);
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
    const unsigned number = tell(&access, standing, std::move(site), values);
    if (kind != "store" && !access.getType()->isVoidTy() && !isa<AtomicCmpXchgInst>(access))
      tellResult(access, standing, number);
  }

  void writeRuntimeCall(CallInst &call, const nvvm::RuntimeFunction &function) {
    const Standing standing = standingOf(call);
    if (!standing.place)
      return;
    if (function.isWarpOperation())
      return writeOperation(call, function, standing);
    if (function.isBarrier()) {
      const unsigned number =
          tell(&call, standing, json::Object{{"kind", "barrier"}, {"name", spellingOf(function)}}, {},
               kRaddleTraceOfAllWarps);
      return tellResult(call, standing, number, "", kRaddleTraceOfAllWarps);
    }
    if (function.form == Form::ActiveMask) {
      const unsigned number =
          tell(&call, standing,
               json::Object{{"kind", "operation"}, {"name", "__activemask"}, {"form", "activemask"}}, {});
      return tellResult(call, standing, number);
    }
    if (function.id == Runtime::raddle_vprintf)
      tell(&call, standing, json::Object{{"kind", "print"}, {"name", "printf"}}, {});
  }

  // Of a shuffle the second operand is the value, as bits.
  static constexpr unsigned kShuffled = 2;

  void writeOperation(CallInst &call, const nvvm::RuntimeFunction &function, const Standing &standing) {
    json::Object site{{"kind", "operation"}, {"name", spellingOf(function)}, {"form", wordOf(function)}};
    // Of a float a shuffle sees the bits only.
    const bool is_float = function.form == Form::Shuffle && comesFromFloat(call.getArgOperand(kShuffled));
    SmallVector<Value *, 4> values;
    for (Value *operand : drop_begin(call.args()))
      if (values.size() < kRaddleTraceMostValues && !operand->getType()->isPointerTy())
        values.push_back(operand);
    if (is_float)
      site["types"] = json::Array{"i32", "f32", "i32", "i32"};
    const unsigned number = tell(&call, standing, std::move(site), values);
    tellResult(call, standing, number, is_float ? "f32" : "");
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  const bool is_kernel_;
  const MemberNames &members_;
  bool shows_headers_ = false; // the kernel itself stands in one
  TraceTable &table_;
  GlobalVariable &variable_;
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
