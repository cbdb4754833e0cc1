#include "vectorize/reshape/matrix_products.h"

#include "analysis/divergent_joins.h"
#include "nvvm/markers.h"
#include "vectorize/normalise/matrix_operations.h"
#include "vectorize/reshape/reachable_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using Sums = std::array<Value *, kSumsOfStep>;

CallInst *callOf(IRBuilderBase &builder, const Twine &name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *, 16> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name.str(), FunctionType::get(result, types, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setConvergent();
  if (result->isVoidTy())
    function->setOnlyAccessesInaccessibleMemory();
  else
    function->setDoesNotAccessMemory();
  return builder.CreateCall(callee, arguments);
}

Type *typeOfSums(IRBuilderBase &builder) {
  return StructType::get(builder.getContext(),
                         SmallVector<Type *, kSumsOfStep>(kSumsOfStep, builder.getFloatTy()));
}

Sums partsOf(IRBuilderBase &builder, CallInst *sums) {
  Sums parts;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    parts[i] = builder.CreateExtractValue(sums, i);
  return parts;
}
Sums convert(IRBuilderBase &builder, StringRef marker, const Sums &sums) {
  return partsOf(builder, callOf(builder, marker, typeOfSums(builder), sums));
}

bool isCallOf(const Value *value, StringRef marker) {
  auto *call = dyn_cast<CallInst>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == marker;
}

// The call that these are the results of, part by part; or null.
CallInst *callOfParts(const Sums &sums) {
  CallInst *call = nullptr;
  for (auto [i, sum] : enumerate(sums)) {
    auto *part = dyn_cast<ExtractValueInst>(sum);
    if (!part || part->getIndices() != ArrayRef<unsigned>(static_cast<unsigned>(i)) ||
        !isa<CallInst>(part->getAggregateOperand()) || (call && call != part->getAggregateOperand()))
      return nullptr;
    call = cast<CallInst>(part->getAggregateOperand());
  }
  return call;
}
CallInst *fragmentOf(const Sums &sums) {
  CallInst *call = callOfParts(sums);
  return call && isCallOf(call, marker::kMatrixFragment) ? call : nullptr;
}

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

Sums argumentsOf(const CallInst &call) {
  Sums sums;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    sums[i] = call.getArgOperand(i);
  return sums;
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
  // Within one loop: else a step would find operands of a later iteration.
  bool onlyAdds(const CallInst &before, const CallInst &step) const {
    return before.getCalledFunction() == step.getCalledFunction() &&
           loops_.getLoopFor(before.getParent()) == loops_.getLoopFor(step.getParent()) &&
           all_of(before.users(), [&](const User *part) {
             return isa<ExtractValueInst>(part) &&
                    all_of(part->users(), [&](const User *user) { return user == &step; });
           });
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
    append_range(arguments, convert(builder, marker::kMatrixTransposed, sumsOf(*steps.front())));
    CallInst *product =
        callOf(builder, marker::kMatrixProduct + matrixFormatOf(*last.getCalledFunction()).name,
               typeOfSums(builder), arguments);
    replaceParts(builder, last, convert(builder, marker::kMatrixFragment, partsOf(builder, product)));
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
    CallInst *call = callOf(builder, (is_rows ? marker::kMatrixRows : marker::kMatrixColumns) + format.name,
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

// Sums stay columns on their way from product to product.
class SumsOnTheirWay {
public:
  SumsOnTheirWay(Function &function, const analysis::LaneShapes &shapes)
      : function_(function), dominators_(function), loops_(dominators_) {
    const analysis::DivergentJoins joins(function);
    for (BasicBlock &block : function)
      if (shapes.branchDiverges(&block))
        joins.add(block, joins_, exits_);
  }

  void run() {
    for (Instruction &instruction : instructions(function_))
      if (isCallOf(&instruction, marker::kMatrixFragment))
        fragments_.push_back(cast<CallInst>(&instruction));
    for (std::size_t i = 0; i < fragments_.size(); ++i)
      while (pushThroughPhis(*fragments_[i]))
        ;
    foldConversions();
  }

private:
  using Phis = std::array<PHINode *, kSumsOfStep>;

  static Sums incoming(const Phis &phis, unsigned edge) {
    Sums sums;
    for (auto [sum, phi] : zip_equal(sums, phis))
      sum = phi->getIncomingValueForBlock(phis[0]->getIncomingBlock(edge));
    return sums;
  }
  static Sums values(const Phis &phis) { return {phis[0], phis[1], phis[2], phis[3]}; }

  // The phis of a block that the parts of the fragment lead to on one way.
  static std::optional<Phis> phisOf(CallInst &fragment, PHINode &first, const BasicBlock *from) {
    Phis phis = {&first};
    for (PHINode &phi : first.getParent()->phis()) {
      auto *part = dyn_cast<ExtractValueInst>(phi.getIncomingValueForBlock(from));
      if (part && part->getAggregateOperand() == &fragment)
        if (PHINode *&place = phis[part->getIndices()[0]]; !place)
          place = &phi;
    }
    for (unsigned edge = 0; edge < first.getNumIncomingValues(); ++edge)
      if (first.getIncomingBlock(edge) == from && !is_contained(phis, nullptr) &&
          fragmentOf(incoming(phis, edge)) == &fragment)
        return phis;
    return std::nullopt;
  }

  // Whether no way into the phis needs a conversion that was not there, but those into a loop.
  bool arePushed(const Phis &phis) const {
    const BasicBlock *block = phis[0]->getParent();
    const Loop *loop = loops_.isLoopHeader(block) ? loops_.getLoopFor(block) : nullptr;
    for (unsigned edge = 0; edge < phis[0]->getNumIncomingValues(); ++edge) {
      const Sums sums = incoming(phis, edge);
      const bool is_from_outside = loop && !loop->contains(phis[0]->getIncomingBlock(edge));
      const bool are_constants = all_of(sums, [](const Value *sum) { return isa<Constant>(sum); });
      if (!is_from_outside && !are_constants && sums != values(phis) && !fragmentOf(sums))
        return false;
    }
    return !joins_.contains(block) && !exits_.contains(block);
  }

  bool pushThroughPhis(CallInst &fragment) {
    for (User *user : fragment.users()) {
      auto *part = dyn_cast<ExtractValueInst>(user);
      if (!part || part->getIndices()[0] != 0)
        continue;
      for (Use &use : part->uses())
        if (auto *phi = dyn_cast<PHINode>(use.getUser()))
          if (auto phis = phisOf(fragment, *phi, phi->getIncomingBlock(use)); phis && arePushed(*phis)) {
            push(*phis);
            return true;
          }
    }
    return false;
  }

  void push(const Phis &phis) {
    BasicBlock &block = *phis[0]->getParent();
    IRBuilder<> builder(phis[0]);
    Phis columns;
    for (PHINode *&column : columns)
      column = builder.CreatePHI(builder.getFloatTy(), phis[0]->getNumIncomingValues(), "sums");
    for (unsigned edge = 0; edge < phis[0]->getNumIncomingValues(); ++edge) {
      BasicBlock *from = phis[0]->getIncomingBlock(edge);
      Sums sums = incoming(phis, edge);
      if (sums == values(phis))
        sums = values(columns);
      else if (const CallInst *fragment = fragmentOf(sums))
        sums = argumentsOf(*fragment);
      else {
        IRBuilder<> before(from->getTerminator());
        sums = convert(before, marker::kMatrixTransposed, sums);
      }
      for (auto [column, sum] : zip_equal(columns, sums))
        column->addIncoming(sum, from);
    }
    builder.SetInsertPoint(&block, block.getFirstInsertionPt());
    CallInst *fragment = callOf(builder, marker::kMatrixFragment, typeOfSums(builder), values(columns));
    for (auto [phi, part] : zip_equal(phis, partsOf(builder, fragment))) {
      phi->replaceAllUsesWith(part);
      phi->eraseFromParent();
    }
    fragments_.push_back(fragment);
  }

  // What is converted there and back stays.
  void foldConversions() {
    for (Instruction &instruction : make_early_inc_range(instructions(function_))) {
      auto *part = dyn_cast<ExtractValueInst>(&instruction);
      if (!part || !isCallOf(part->getAggregateOperand(), marker::kMatrixTransposed))
        continue;
      if (const CallInst *fragment = fragmentOf(argumentsOf(*cast<CallInst>(part->getAggregateOperand()))))
        part->replaceAllUsesWith(fragment->getArgOperand(part->getIndices()[0]));
    }
    for (BasicBlock &block : reverse(function_))
      for (Instruction &instruction : make_early_inc_range(reverse(block)))
        if (isa<ExtractValueInst>(instruction) || isCallOf(&instruction, marker::kMatrixFragment) ||
            isCallOf(&instruction, marker::kMatrixTransposed))
          if (instruction.use_empty())
            instruction.eraseFromParent();
  }

  Function &function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  analysis::DivergentJoins::Blocks joins_, exits_; // where lanes meet that have parted
  SmallVector<CallInst *, 16> fragments_;
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
    SumsOnTheirWay(kernel, facts.shapes.of(kernel, input.block)).run();
  }
  return changed;
}

} // namespace raddle::vectorize
