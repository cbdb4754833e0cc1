#include "vectorize/reshape/matrix_products.h"

#include "nvvm/markers.h"
#include "vectorize/reshape/matrix_calls.h"
#include "vectorize/reshape/matrix_sums.h"
#include "vectorize/reshape/reachable_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A step gives a structure with a name of its own, which depends on what else has been linked.
void replaceParts(IRBuilderBase &builder, CallInst &step, const Sums &parts) {
  for (User *user : make_early_inc_range(step.users()))
    if (auto *part = dyn_cast<ExtractValueInst>(user)) {
      part->replaceAllUsesWith(parts[part->getIndices()[0]]);
      part->eraseFromParent();
    }
  if (step.use_empty())
    return;
  Value *whole = PoisonValue::get(step.getType());
  for (auto [i, part] : enumerate(parts))
    whole = builder.CreateInsertValue(whole, part, static_cast<unsigned>(i));
  step.replaceAllUsesWith(whole);
}

Sums sumsOf(const CallInst &step) {
  Sums sums;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    sums[i] = step.getArgOperand(step.arg_size() - kSumsOfStep + i);
  return sums;
}

// Steps of which each only adds to what the one before has given. They become one product, in the place of the last: so sums stay in
// registers.
using Chain = SmallVector<unsigned, 4>;        // numbers of steps
constexpr std::size_t kMostStepsOfProduct = 4; // operands of all steps are to stay in the nearest cache

class Chains {
public:
  Chains(ArrayRef<CallInst *> steps, const LoopInfo &loops) : loops_(loops) {
    DenseMap<const CallInst *, std::size_t> chain_of;
    for (auto [number, step] : enumerate(steps)) {
      const CallInst *before = callOfParts(sumsOf(*step));
      const auto found = before ? chain_of.find(before) : chain_of.end();
      std::size_t chain = found == chain_of.end() ? chains_.size() : found->second;
      if (chain == chains_.size() || chains_[chain].size() == kMostStepsOfProduct ||
          !onlyAdds(*before, *step)) {
        chain = chains_.size();
        chains_.emplace_back();
      }
      chain_of[step] = chain;
      chains_[chain].push_back(static_cast<unsigned>(number));
    }
  }
  ArrayRef<Chain> chains() const { return chains_; }

private:
  // The step has the results before it as its sums, and nothing else has them. Within one loop: else a step would find operands of a
  // later iteration.
  bool onlyAdds(const CallInst &before, const CallInst &step) const {
    return before.getCalledFunction() == step.getCalledFunction() &&
           loops_.getLoopFor(before.getParent()) == loops_.getLoopFor(step.getParent()) &&
           before.hasNUses(kSumsOfStep) &&
           all_of(before.users(), [](const User *part) { return part->hasOneUse(); });
  }

  const LoopInfo &loops_;
  std::vector<Chain> chains_;
};

// Steps become products of prepared operands. What is prepared has a number, which stands for a place in memory: it is free
// again after its last product.
class Operands {
public:
  explicit Operands(Function &function) : dominators_(function), loops_(dominators_) {}

  void divide(ArrayRef<CallInst *> steps) {
    const Chains chains(steps, loops_);
    SmallVector<unsigned, 16> last_of_chain(steps.size());
    for (const Chain &chain : chains.chains())
      for (const unsigned step : chain)
        last_of_chain[step] = chain.back();
    SmallVector<std::pair<unsigned, unsigned>, 16> of_steps;
    for (auto [number, step] : enumerate(steps)) {
      const Use uses = {static_cast<unsigned>(number), last_of_chain[number]};
      of_steps.emplace_back(prepared(*step, true, uses), prepared(*step, false, uses));
    }
    numberPlaces(chains.chains(), of_steps);
    for (const Chain &chain : chains.chains()) {
      SmallVector<CallInst *, 4> of_chain;
      SmallVector<std::pair<unsigned, unsigned>, 4> operands;
      for (const unsigned step : chain) {
        of_chain.push_back(steps[step]);
        operands.push_back(of_steps[step]);
      }
      multiply(of_chain, operands);
    }
    for (const Operand &operand : operands_)
      operand.call->setArgOperand(0, IRBuilder<>(operand.call).getInt32(*operand.place));
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(moves_);
  }

private:
  struct Words {
    StringRef format;
    SmallVector<Value *, 8> values;
    bool are_moved;
    bool operator==(const Words &) const = default;
  };
  struct Operand {
    CallInst *call;
    Words words;
    bool is_rows;
    unsigned first_step, last_step;
    std::optional<unsigned> place;
  };

  // The first step that has an operand, and the last one that needs it.
  struct Use {
    unsigned step, last_step;
  };

  void multiply(ArrayRef<CallInst *> steps, ArrayRef<std::pair<unsigned, unsigned>> operands) {
    CallInst &last = *steps.back();
    IRBuilder<> builder(&last);
    SmallVector<Value *, 16> arguments;
    for (auto [rows, columns] : operands)
      arguments.append({place(builder, rows), place(builder, columns),
                        builder.getInt1(operands_[columns].words.are_moved)});
    append_range(arguments, convertSums(builder, marker::kMatrixTransposed, sumsOf(*steps.front())));
    CallInst *product =
        addMatrixOperation(builder, marker::kMatrixProduct + matrixFormatOf(*last.getCalledFunction()).name,
                           typeOfSums(builder), arguments);
    replaceParts(builder, last, convertSums(builder, marker::kMatrixFragment, partsOfSums(builder, product)));
    for (CallInst *step : reverse(steps)) {
      for (User *part : make_early_inc_range(step->users()))
        cast<Instruction>(part)->eraseFromParent();
      step->eraseFromParent();
    }
  }

  Value *place(IRBuilderBase &builder, unsigned operand) {
    return builder.getInt32(*operands_[operand].place);
  }

  // Within one loop: else the next iteration of an inner one would find another operand at the place.
  bool isThere(const Operand &operand, const CallInst &step) const {
    return dominators_.dominates(operand.call, &step) &&
           loops_.getLoopFor(operand.call->getParent()) == loops_.getLoopFor(step.getParent());
  }

  // What has been transposed to become the operand is taken as it was, since it need not become a fragment.
  Words wordsOf(CallInst &step, const MatrixFormat &format, unsigned first, unsigned count) {
    Words words = {format.name, {step.arg_begin() + first, step.arg_begin() + first + count}, false};
    words.are_moved = format.hasHalves() && all_of(words.values, [](const Value *word) {
                        return isCallOf(word, marker::kMatrixMoved);
                      });
    if (words.are_moved)
      for (Value *&word : words.values) {
        moves_.push_back(word);
        word = cast<CallInst>(word)->getArgOperand(0);
      }
    return words;
  }

  unsigned prepared(CallInst &step, bool is_rows, Use use) {
    const MatrixFormat format = matrixFormatOf(*step.getCalledFunction());
    const unsigned rows = kRowsOfStep * format.words;
    Words words = wordsOf(step, format, is_rows ? 0 : rows, is_rows ? rows : format.words);
    for (auto [number, operand] : enumerate(operands_))
      if (operand.is_rows == is_rows && operand.words == words && isThere(operand, step)) {
        operand.last_step = std::max(operand.last_step, use.last_step);
        return static_cast<unsigned>(number);
      }
    IRBuilder<> builder(&step);
    SmallVector<Value *, 10> arguments = {builder.getInt32(0), builder.getInt1(words.are_moved)};
    append_range(arguments, words.values);
    CallInst *call =
        addMatrixOperation(builder, (is_rows ? marker::kMatrixRows : marker::kMatrixColumns) + format.name,
                           builder.getVoidTy(), arguments);
    operands_.push_back({call, std::move(words), is_rows, use.step, use.last_step, std::nullopt});
    return static_cast<unsigned>(operands_.size() - 1);
  }

  // Operands of one product follow each other, as far as they are no other product's already.
  void numberPlaces(ArrayRef<Chain> chains, ArrayRef<std::pair<unsigned, unsigned>> of_steps) {
    for (const Chain &chain : chains)
      for (const bool is_rows : {true, false}) {
        SmallVector<unsigned, 4> operands;
        for (const unsigned step : chain)
          if (const unsigned operand = is_rows ? of_steps[step].first : of_steps[step].second;
              !operands_[operand].place && !is_contained(operands, operand))
            operands.push_back(operand);
        unsigned first = 0;
        while (!areFree(operands, first))
          ++first;
        for (auto [i, operand] : enumerate(operands))
          take(operands_[operand], first + static_cast<unsigned>(i));
      }
  }

  // Steps that need what is at a place.
  struct Interval {
    const Loop *loop;
    unsigned first_step, last_step;
  };
  using Intervals = SmallVector<Interval, 4>;
  Interval intervalOf(const Operand &operand) const {
    return {loops_.getLoopFor(operand.call->getParent()), operand.first_step, operand.last_step};
  }
  std::vector<Intervals> &placesFor(const Operand &operand) {
    return places_[operand.call->getCalledFunction()];
  }

  // Only within one loop is the order of steps that in which they run.
  bool areFree(ArrayRef<unsigned> operands, unsigned first) {
    return all_of(enumerate(operands), [&](auto numbered) {
      const Operand &operand = operands_[numbered.value()];
      const std::vector<Intervals> &places = placesFor(operand);
      const std::size_t place = first + numbered.index();
      const Interval own = intervalOf(operand);
      return place >= places.size() || all_of(places[place], [&](const Interval &other) {
               return other.loop == own.loop &&
                      (other.last_step < own.first_step || own.last_step < other.first_step);
             });
    });
  }
  void take(Operand &operand, unsigned place) {
    std::vector<Intervals> &places = placesFor(operand);
    places.resize(std::max<std::size_t>(places.size(), place + 1));
    places[place].push_back(intervalOf(operand));
    operand.place = place;
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  std::vector<Operand> operands_;
  DenseMap<const Function *, std::vector<Intervals>> places_; // of rows or columns of one format
  SmallVector<WeakTrackingVH, 8> moves_;                      // that may no longer be needed
};

SmallVector<CallInst *, 16> stepsOf(Function &function) {
  SmallVector<CallInst *, 16> steps;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && isMatrixStep(*call->getCalledFunction()))
        steps.push_back(call);
  return steps;
}

} // namespace

bool prepareMatrixProducts(Function &kernel, const Input &input, Facts &facts) {
  bool changed = false;
  for (Function *function : reachableFunctions(kernel)) {
    const SmallVector<CallInst *, 16> steps = stepsOf(*function);
    if (steps.empty())
      continue;
    changed = true;
    Operands(*function).divide(steps);
    if (function != &kernel)
      continue;
    facts.shapes.forget();
    keepSumsAsColumns(kernel, facts.shapes.of(kernel, input.block));
  }
  return changed;
}

} // namespace raddle::vectorize
