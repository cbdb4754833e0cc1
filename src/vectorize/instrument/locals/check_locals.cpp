// RADDLE_CHECK=memory, before LLVM's passes, for which an access that is wrong need not be made:
//
//   int a[4], *p;            a[4] = 1;      LLVM drops it
//   { int b; p = &b; }       x = *p;        b becomes a value, and x the last one
//
// So accesses to local variables and to constants are held against their bounds and scopes here, where they are not known to
// stay within them. Offsets go into the checks, no addresses: the variables still become values. What unrolling and the like
// show to be within is dropped by check-bounds.
//
// Pointers lie in variables themselves, so those that nothing points to become values first, then those to which the pointers
// in these have pointed, and so on; each is checked just before.

#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/function_passes.h"
#include "vectorize/instrument/locals/known_offsets.h"
#include "vectorize/instrument/locals/local_scopes.h"
#include "vectorize/instrument/locals/member_arrays.h"
#include "vectorize/instrument/memory/checked_accesses.h"
#include "vectorize/instrument/memory/checked_variables.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Pointers to pointers to pointers...
constexpr unsigned kMostRounds = 4;

// Whether all uses of the address are accesses to it.
bool isOnlyAccessed(const Value &address) {
  for (const Use &use : address.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(user)) {
      if (!isOnlyAccessed(*user))
        return false;
    } else if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(user)) {
      const unsigned of_pointer = isa<StoreInst>(user) ? StoreInst::getPointerOperandIndex() : 0;
      if (use.getOperandNo() != of_pointer)
        return false;
    } else if (!isa<LoadInst, ICmpInst, MemIntrinsic>(user) && !user->isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

// As the source names a variable in its scope only; what a function returns may lead out of it.
bool isAccessedInScope(const AllocaInst &local, const Value &address, const StackLifetime &lifetimes) {
  return all_of(address.users(), [&](const User *user) {
    auto *instruction = cast<Instruction>(user);
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(instruction))
      return isAccessedInScope(local, *instruction, lifetimes);
    return instruction->isLifetimeStartOrEnd() || !lifetimes.isReachable(instruction) ||
           lifetimes.isAliveAfter(&local, instruction);
  });
}

bool holdsPointers(const Type &type) {
  return type.isPtrOrPtrVectorTy() ||
         any_of(type.subtypes(), [](const Type *part) { return holdsPointers(*part); });
}

class LocalChecker {
public:
  LocalChecker(Function &function, TargetMachine &machine)
      : function_(function), machine_(machine), layout_(function.getDataLayout()) {}

  // Those that nothing points to become values, with which indices and pointers are computed.
  void findVariables() {
    SmallVector<AllocaInst *, 16> values;
    for (Instruction &instruction : function_.getEntryBlock())
      if (auto *local = dyn_cast<AllocaInst>(&instruction))
        locals_.insert(local);
    const SmallVector<const AllocaInst *, 16> all(locals_.begin(), locals_.end());
    StackLifetime lifetimes(function_, all, StackLifetime::LivenessType::Must);
    lifetimes.run();
    SmallVector<AllocaInst *, 16> pointed_to;
    for (AllocaInst *local : locals_)
      if (!isOnlyAccessed(*local) || !isAccessedInScope(*local, *local, lifetimes))
        pointed_to.push_back(local);
      else if (isAllocaPromotable(local))
        values.push_back(local);
    for (AllocaInst *local : values)
      locals_.remove(local);
    for (AllocaInst *local : pointed_to)
      scopes_.note(*local);
    DominatorTree dominators(function_);
    PromoteMemToReg(values, dominators);
  }

  void checkMembers() {
    KnownOffsets known(function_);
    for (const CheckedAccess &access : accessesIn(function_))
      if (!isa<MemIntrinsic>(access.instruction)) // which may mean all behind it
        for (const MemberArray &member : memberArraysOf(access.address, layout_))
          checkMember(access, member, known);
  }

  void checkVariables() {
    checkConstants();
    for (unsigned round = 0; round < kMostRounds && checkThoseThatAreOnlyAccessed(); ++round)
      makeValues();
    checkAccesses([](const AllocaInst &) { return true; });
    scopes_.finish();
    dropNeedlessChecks();
  }

private:
  void checkConstants() {
    KnownOffsets known(function_);
    for (const CheckedAccess &access : accessesIn(function_)) {
      Value *root = rootOf(access.address);
      auto *global = dyn_cast<GlobalVariable>(root);
      const bool is_written = access.flags & kRaddleAccessWrites;
      if (!global ||
          !(global->isConstant() || (is_written && global->getAddressSpace() == nvvm::kConstantAddressSpace)))
        continue;
      if (const std::optional<CheckedVariable> variable = variableOf(access, *root, layout_))
        check(access, root, *variable, known);
    }
    leaveOutRefused();
  }

  // Whether one of them may have pointers to others.
  bool checkThoseThatAreOnlyAccessed() {
    SmallPtrSet<const AllocaInst *, 16> accessed;
    for (AllocaInst *local : locals_)
      if (isOnlyAccessed(*local))
        accessed.insert(local);
    if (none_of(accessed, [](const AllocaInst *local) { return holdsPointers(*local->getAllocatedType()); }))
      return false;
    checkAccesses([&](const AllocaInst &local) { return accessed.contains(&local); });
    locals_.remove_if([&](const AllocaInst *local) { return accessed.contains(local); });
    return true;
  }

  void checkAccesses(function_ref<bool(const AllocaInst &)> are_meant) {
    KnownOffsets known(function_);
    for (const CheckedAccess &access : accessesIn(function_)) {
      Value *root = rootOf(access.address);
      if (auto *local = dyn_cast<AllocaInst>(root)) {
        if (locals_.contains(local) && are_meant(*local))
          if (const std::optional<CheckedVariable> variable = variableOf(*local, layout_))
            check(access, root, *variable, known);
        continue;
      }
      for (AllocaInst *local : scopes_.variablesOf(access.address))
        if (are_meant(*local))
          checkScope(access, *local);
    }
    leaveOutRefused();
  }

  void check(const CheckedAccess &access, Value *root, const CheckedVariable &variable, KnownOffsets &known) {
    const KnownOffsets::Fit fit =
        known.fitOf(access.address, root, variable.bytes, access.bytes, access.instruction);
    const bool is_within = fit == KnownOffsets::Fit::kWithin;
    const bool has_scope = !scopes_.variablesOf(root).empty();
    if (is_within && !has_scope)
      return;
    IRBuilder<> builder(access.instruction);
    Value *offset = is_within ? builder.getInt64(0) : Offsets().of(access.address, root);
    if (!offset && !has_scope)
      return;
    if (!offset)
      offset = builder.getInt64(0);
    if (has_scope)
      offset = builder.CreateSelect(scopes_.isUsable(builder, access.address, cast<AllocaInst>(root)), offset,
                                    builder.getInt64(kRaddleOutOfScope));
    CallInst *check = checks_.write(builder, offset, access.bytes, builder.getInt64(variable.bytes), variable,
                                    access.flags);
    if (has_scope)
      scope_checks_.push_back({check, is_within});
    if (fit == KnownOffsets::Fit::kOutside)
      refused_.insert(access.instruction);
    else if (auto *load = dyn_cast<LoadInst>(access.instruction); load && !is_within)
      keepFromPoison(*load);
  }

  void checkScope(const CheckedAccess &access, AllocaInst &local) {
    const std::optional<CheckedVariable> variable = variableOf(local, layout_);
    if (!variable)
      return;
    IRBuilder<> builder(access.instruction);
    Value *offset = builder.CreateSelect(scopes_.isUsable(builder, access.address, &local),
                                         builder.getInt64(0), builder.getInt64(kRaddleOutOfScope));
    // The bounds are another check's matter: the access may be one of another variable.
    Value *size = builder.getInt64(std::numeric_limits<std::int64_t>::max());
    scope_checks_.push_back(
        {checks_.write(builder, offset, access.bytes, size, *variable, access.flags | kRaddleAccessIsMade),
         true});
  }

  void checkMember(const CheckedAccess &access, const MemberArray &member, KnownOffsets &known) {
    const std::uint64_t bytes = layout_.getTypeAllocSize(member.type).getFixedValue();
    if (known.fitOf(access.address, member.address, bytes, access.bytes, access.instruction, member.offset) ==
        KnownOffsets::Fit::kWithin)
      return;
    Value *offset = Offsets().of(access.address, member.address);
    if (!offset)
      return;
    IRBuilder<> builder(access.instruction);
    offset = builder.CreateAdd(offset, builder.getInt64(member.offset));
    checks_.write(builder, offset, access.bytes, builder.getInt64(bytes),
                  {bytes, member.name.str(), kRaddleSpaceGlobal, elementOf(member.type, layout_)},
                  access.flags | kRaddleAccessIsMade | kRaddleAccessIsOfMember);
  }

  // What is read beside a variable is any value, but the same for all who use it: no branch on it is one that LLVM may leave
  // out, with the checks in front of it.
  static void keepFromPoison(LoadInst &load) {
    auto *frozen = new FreezeInst(&load, "", std::next(load.getIterator()));
    load.replaceUsesWithIf(frozen, [&](const Use &use) { return use.getUser() != frozen; });
  }

  // Checks of scopes, which nearly all accesses are in.
  void dropNeedlessChecks() {
    for (const auto &[check, is_within] : scope_checks_) {
      auto *offset = dyn_cast<SelectInst>(check->getArgOperand(1));
      if (!offset)
        continue;
      Value *is_usable = offset->getCondition();
      if (auto *computed = dyn_cast<Instruction>(is_usable))
        if (Value *simpler = simplifyInstruction(computed, layout_))
          is_usable = simpler;
      if (!match(is_usable, PatternMatch::m_One()))
        continue;
      if (is_within)
        check->eraseFromParent();
      else
        check->setArgOperand(1, offset->getTrueValue());
    }
  }

  void leaveOutRefused() {
    for (Instruction *access : refused_) {
      if (!access->getType()->isVoidTy())
        access->replaceAllUsesWith(Constant::getNullValue(access->getType()));
      access->eraseFromParent();
    }
    refused_.clear();
  }

  // All others have to stay: LLVM is told that something points to them.
  void makeValues() {
    IRBuilder<> builder(function_.getContext());
    FunctionCallee placeholder = function_.getParent()->getOrInsertFunction(
        marker::kPointsTo, builder.getVoidTy(), builder.getPtrTy());
    SmallVector<CallInst *, 16> kept;
    auto keep = [&](AllocaInst *local) {
      builder.SetInsertPoint(local->getNextNode());
      kept.push_back(
          builder.CreateCall(placeholder, {builder.CreateAddrSpaceCast(local, builder.getPtrTy())}));
    };
    for_each(locals_, keep);
    for_each(scopes_.flags(), keep);
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(InstSimplifyPass());
    runPasses(passes, function_, machine_);
    for (CallInst *call : kept)
      call->eraseFromParent();
    cast<Function>(placeholder.getCallee())->eraseFromParent();
  }

  Function &function_;
  TargetMachine &machine_;
  const DataLayout &layout_;
  VariableChecks checks_{function_};
  LocalScopes scopes_{function_};
  SmallSetVector<AllocaInst *, 16> locals_; // that have not been checked
  SmallSetVector<Instruction *, 4> refused_;
  struct ScopeCheck {
    CallInst *check;
    bool is_within; // its bounds
  };
  SmallVector<ScopeCheck, 16> scope_checks_;
};

} // namespace

void checkLocals(Module &module, const Input &input, TargetMachine &machine) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    LocalChecker checker(function, machine);
    if (input.optimize)
      checker.findVariables();
    checker.checkMembers();
    if (input.optimize)
      checker.checkVariables();
  }
}

} // namespace raddle::vectorize
