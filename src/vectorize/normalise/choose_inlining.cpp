// Which calls vanish.
//
// A function that is not inlined is called with masks and vectors, knows nothing of its callers, and keeps
// the caller's registers in memory meanwhile: inlining nearly always makes faster code. But a large function
// in many places makes much code, and compiling that takes its time; there the call costs little beside what
// it does.
//
// Most calls are decided by LLVM while it simplifies, by the size that it then sees. Here those are marked
// that it would leave though they pay, and those that would make too much code together. They are judged by
// the function they stand in and the function they lead to, never by the kernel that is compiled, so that
// both engines, all kernels and the module object get the same functions and the same bits.

#include "vectorize/passes.h"

#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions, before loops are unrolled. No function shall grow beyond kMost by calls of functions that are not small.
constexpr unsigned kSmall = 40;
constexpr unsigned kMost = 4000;
// The same for calls of functions with barriers. Where such a one stays, and lanes of a warp may go around a barrier in it, they could
// return from the kernel after it while the others wait: then all of the kernel is compiled for one lane.
constexpr unsigned kMostWithBarriers = 20'000;
// The same for calls of what a program or a header wants inlined: __forceinline__ says nothing about what a program means
// either. Twenty fetches from textures, which do otherwise for each format, made ten thousand blocks and a minute of compiling.
constexpr unsigned kMostForced = 6000;
// With RADDLE_CHECK, functions that LLVM would inline have to be inlined before accesses to what is local are looked at; and what
// checks know of pointers, values and masks goes into functions, and comes out of them, only where they are inlined.
constexpr unsigned kMostForChecks = 250;

// What will be left once local variables are values.
unsigned ownSize(const Function &function) {
  unsigned size = 0;
  for (const Instruction &instruction : instructions(function)) {
    const Value *address = getLoadStorePointerOperand(&instruction);
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    const bool vanishes = isa<AllocaInst>(instruction) || (address && isa<AllocaInst>(address)) ||
                          (intrinsic && intrinsic->isAssumeLikeIntrinsic());
    size += vanishes ? 0 : 1;
  }
  return size;
}

class Chooser {
public:
  Chooser(const Input &input, const Report &report) : input_(input), report_(report) {}

  // All functions that `function` calls are known, unless it is recursive.
  void choose(Function &function) {
    MapVector<Function *, SmallVector<CallInst *, 4>> calls;
    bool waits = false, meets_warps = false;
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee)
        continue;
      if (callee->isDeclaration()) {
        waits |= mayWait(*call);
        meets_warps |= mayWaitForOtherWarps(*call);
      } else if (facts_.contains(callee)) {
        calls[callee].push_back(call);
      }
    }
    unsigned size = ownSize(function);
    // Groups of the same cost stay in the order of their first calls.
    std::multimap<unsigned, decltype(calls)::value_type> by_cost;
    for (auto &group : calls)
      by_cost.insert({cost(group), group});
    for (const auto &[cost, group] : by_cost) {
      const auto &[callee, places] = group;
      const Facts callee_facts = facts_.lookup(callee);
      waits |= callee_facts.waits;
      meets_warps |= callee_facts.meets_warps;
      const auto all = static_cast<unsigned>(places.size()) * callee_facts.size;
      // Warp operations want to know which lanes there are.
      const bool pays = places.size() == 1 || callee_facts.waits ||
                        (input_.checks() && callee_facts.size <= kMostForChecks);
      const bool is_forced = callee->hasFnAttribute(Attribute::AlwaysInline);
      const unsigned most = callee_facts.meets_warps ? kMostWithBarriers : is_forced ? kMostForced : kMost;
      const bool fits = callee_facts.size <= kSmall || size + all <= most;
      // __noinline__ says nothing about what a program means.
      const bool may_stay =
          !callee_facts.meets_warps && !(input_.checks() && callee_facts.size <= kMostForChecks);
      const bool decided = (callee->hasFnAttribute(Attribute::NoInline) && may_stay) ||
                           (is_forced && (fits || pays || !may_stay));
      for (CallInst *call : places)
        if (decided)
          continue;
        else if (!fits) {
          call->removeFnAttr(Attribute::AlwaysInline);
          call->addFnAttr(Attribute::NoInline);
          refuse(report_, *call, "inlined, this call would make its function too large");
        } else if (pays)
          call->addFnAttr(Attribute::AlwaysInline);
      size += fits ? all : 0;
    }
    facts_[&function] = {size, waits, meets_warps};
  }

private:
  struct Facts {
    unsigned size = 0; // with all that is inlined
    bool waits = false;
    bool meets_warps = false; // waits for other warps
  };

  template <typename Calls> unsigned cost(const Calls &calls) const {
    return static_cast<unsigned>(calls.second.size()) * facts_.lookup(calls.first).size;
  }

  const Input &input_;
  const Report &report_;
  DenseMap<Function *, Facts> facts_; // of functions that are not recursive
};

} // namespace

void chooseInlining(Module &module, const Input &input, const Report &report) {
  Chooser chooser(input, report);
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    Function *function = component->front()->getFunction();
    if (!component.hasCycle() && function && !function->isDeclaration())
      chooser.choose(*function);
  }
}

} // namespace raddle::vectorize
