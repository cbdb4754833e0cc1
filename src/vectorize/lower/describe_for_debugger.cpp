// What a debugger shows beside the user's own variables, for code that was compiled with -g or -G:
//
//   (gdb) print threadIdx     {x = 3, y = 0, z = 0}
//   (gdb) print tile[5]       a __shared__ variable
//
// All of it is found from the calling thread's RaddleThread, whose address is kept in a stack slot from the
// function's entry on. The slot is written by a volatile store, so that it outlives all optimisation.

#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>

#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using dwarf::DW_OP_deref;
using dwarf::DW_OP_plus_uconst;

constexpr uint64_t kBlock = offsetof(RaddleThread, block);

// A function of the user's in one of the places that it was inlined into (null: itself).
using Scope = std::pair<DISubprogram *, DILocation *>;

class Describer {
public:
  Describer(Function &function, const Facts &facts)
      : facts_(facts), function_(function), program_(function.getSubprogram()),
        builder_(*function.getParent(), /*AllowUnresolved=*/false, program_->getUnit()) {}

  void run() {
    keepThread();
    auto *index = extentType("uint3"), *extent = extentType("dim3");
    for (const Scope &scope : scopes()) {
      declare(scope, scope.first, "threadIdx", index, {DW_OP_deref});
      declare(scope, scope.first, "blockIdx", index, inBlock(offsetof(RaddleBlock, block_idx)));
      declare(scope, scope.first, "blockDim", extent, inBlock(offsetof(RaddleBlock, block_dim)));
      declare(scope, scope.first, "gridDim", extent, inBlock(offsetof(RaddleBlock, grid_dim)));
      for (const auto &[variable, offset] : facts_.shared_for_debugger)
        if (auto *owner = dyn_cast_or_null<DILocalScope>(variable->getScope());
            owner && owner->getSubprogram() == scope.first)
          declareShared(scope, owner, *variable, offset);
    }
    builder_.finalize();
  }

private:
  void keepThread() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    slot_ = builder.CreateAlloca(builder.getPtrTy(), nullptr, "thread.for.debugger");
    place_ = builder.CreateStore(threadOf(function_), slot_, /*isVolatile=*/true)->getNextNode();
  }

  // The function, and all that were inlined into it.
  std::vector<Scope> scopes() {
    std::vector<Scope> found{{program_, nullptr}};
    std::set<Scope> known(found.begin(), found.end());
    auto add = [&](DISubprogram *program, DILocation *inlined_at) {
      if (known.insert({program, inlined_at}).second)
        found.push_back({program, inlined_at});
    };
    for (const Instruction &instruction : instructions(function_))
      for (const DILocation *location = instruction.getDebugLoc().get(); location;
           location = location->getInlinedAt())
        add(location->getScope()->getSubprogram(), location->getInlinedAt());
    return found;
  }

  DIType *extentType(StringRef name) {
    auto *file = program_->getFile();
    auto *number = builder_.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
    SmallVector<Metadata *, 3> members;
    for (unsigned i = 0; i < 3; ++i)
      members.push_back(builder_.createMemberType(file, StringRef("xyz").substr(i, 1), file, 0, 32, 32,
                                                  32 * i, DINode::FlagZero, number));
    return builder_.createStructType(file, name, file, 0, 96, 32, DINode::FlagZero, nullptr,
                                     builder_.getOrCreateArray(members));
  }

  static SmallVector<uint64_t, 8> inBlock(uint64_t offset) {
    return {DW_OP_deref, DW_OP_plus_uconst, kBlock, DW_OP_deref, DW_OP_plus_uconst, offset};
  }

  // The variable lies where `path` leads from the slot.
  void declare(const Scope &scope, DILocalScope *owner, StringRef name, DIType *type, ArrayRef<uint64_t> path,
               unsigned line = 0) {
    auto *file = owner->getFile();
    auto *variable = builder_.createAutoVariable(owner, name, file, line, type, /*AlwaysPreserve=*/true,
                                                 line ? DINode::FlagZero : DINode::FlagArtificial);
    auto *location = DILocation::get(function_.getContext(), 0, 0, owner, scope.second);
    builder_.insertDeclare(slot_, variable, builder_.createExpression(path), location, place_);
  }

  void declareShared(const Scope &scope, DILocalScope *owner, const DIGlobalVariable &variable,
                     uint64_t offset) {
    SmallVector<uint64_t, 8> path = inBlock(offsetof(RaddleBlock, shared));
    path.append({DW_OP_deref, DW_OP_plus_uconst, offset});
    declare(scope, owner, variable.getName(), variable.getType(), path, variable.getLine());
  }

  const Facts &facts_;
  Function &function_;
  DISubprogram *program_;
  DIBuilder builder_;
  AllocaInst *slot_ = nullptr;
  Instruction *place_ = nullptr;
};

} // namespace

// Shared variables are no global variables any more: debuggers would find those first, "optimized out".
static void forgetSharedGlobals(const Facts &facts, DICompileUnit &unit) {
  SmallVector<Metadata *, 16> others;
  for (DIGlobalVariableExpression *global : unit.getGlobalVariables())
    if (none_of(facts.shared_for_debugger,
                [&](const auto &shared) { return shared.first == global->getVariable(); }))
      others.push_back(global);
  unit.replaceGlobalVariables(MDTuple::get(unit.getContext(), others));
}

void describeForDebugger(Module &module, const Facts &facts) {
  for (DICompileUnit *unit : module.debug_compile_units())
    forgetSharedGlobals(facts, *unit);
  for (Function &function : module) {
    DISubprogram *program = function.isDeclaration() ? nullptr : function.getSubprogram();
    if (program && program->getUnit() && program->getUnit()->getEmissionKind() == DICompileUnit::FullDebug)
      Describer(function, facts).run();
  }
}

} // namespace raddle::vectorize
