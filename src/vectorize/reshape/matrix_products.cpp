#include "vectorize/reshape/matrix_products.h"

#include "analysis/divergent_joins.h"
#include "nvvm/markers.h"
#include "vectorize/normalise/matrix_step.h"
#include "vectorize/reshape/reachable_functions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

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

// The fragment that these are, part by part; or null.
CallInst *fragmentOf(const Sums &sums) {
  CallInst *fragment = nullptr;
  for (auto [i, sum] : enumerate(sums)) {
    auto *part = dyn_cast<ExtractValueInst>(sum);
    if (!part || part->getIndices() != ArrayRef<unsigned>(static_cast<unsigned>(i)) ||
        !isCallOf(part->getAggregateOperand(), marker::kMatrixFragment) ||
        (fragment && fragment != part->getAggregateOperand()))
      return nullptr;
    fragment = cast<CallInst>(part->getAggregateOperand());
  }
  return fragment;
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

// Steps become products of prepared operands. What is prepared has a number, which stands for a place in memory: it is free
// again after its last product.
class Operands {
public:
  explicit Operands(Function &function) : dominators_(function), loops_(dominators_) {}

  void divide(ArrayRef<CallInst *> steps) {
    SmallVector<std::pair<unsigned, unsigned>, 16> of_steps;
    for (CallInst *step : steps)
      of_steps.emplace_back(prepared(*step, true), prepared(*step, false));
    numberPlaces();
    for (auto [step, operands] : zip_equal(steps, of_steps)) {
      IRBuilder<> builder(step);
      const Sums sums = convert(builder, marker::kMatrixTransposed, sumsOf(*step));
      SmallVector<Value *, 6> arguments = {place(builder, operands.first), place(builder, operands.second)};
      append_range(arguments, sums);
      CallInst *product = callOf(builder, marker::kMatrixProduct + Twine(elementsOfRow(*step)),
                                 typeOfSums(builder), arguments);
      replaceParts(builder, *step, convert(builder, marker::kMatrixFragment, partsOf(builder, product)));
      step->eraseFromParent();
    }
    for (auto [operand, place] : zip_equal(operands_, places_))
      operand.call->setArgOperand(0, IRBuilder<>(operand.call).getInt32(place));
  }

private:
  struct Operand {
    CallInst *call;
    SmallVector<Value *, 8> values;
    bool is_rows;
    unsigned first_step, last_step;
  };

  static Sums sumsOf(const CallInst &step) {
    Sums sums;
    for (unsigned i = 0; i < kSumsOfStep; ++i)
      sums[i] = step.getArgOperand(step.arg_size() - kSumsOfStep + i);
    return sums;
  }
  Value *place(IRBuilderBase &builder, unsigned operand) { return builder.getInt32(places_[operand]); }

  // Within one loop: else the next iteration of an inner one would find another operand at the place.
  bool isThere(const Operand &operand, const CallInst &step) const {
    return dominators_.dominates(operand.call, &step) &&
           loops_.getLoopFor(operand.call->getParent()) == loops_.getLoopFor(step.getParent());
  }

  unsigned prepared(CallInst &step, bool is_rows) {
    const unsigned of_row = elementsOfRow(step), rows = kRowsOfStep * of_row;
    SmallVector<Value *, 8> values(step.arg_begin() + (is_rows ? 0 : rows),
                                   step.arg_begin() + (is_rows ? rows : rows + of_row));
    const unsigned number_of_step = steps_ += is_rows ? 1 : 0;
    for (auto [number, operand] : enumerate(operands_))
      if (operand.is_rows == is_rows && operand.values == values && isThere(operand, step)) {
        operand.last_step = number_of_step;
        return static_cast<unsigned>(number);
      }
    IRBuilder<> builder(&step);
    SmallVector<Value *, 9> arguments = {builder.getInt32(0)};
    append_range(arguments, values);
    CallInst *call = callOf(builder, (is_rows ? marker::kMatrixRows : marker::kMatrixColumns) + Twine(of_row),
                            builder.getVoidTy(), arguments);
    operands_.push_back({call, std::move(values), is_rows, number_of_step, number_of_step});
    return static_cast<unsigned>(operands_.size() - 1);
  }

  // Rows have even numbers, columns odd ones, as they need different room. Only within one loop is the order of steps that in which
  // they run.
  void numberPlaces() {
    struct Place {
      bool of_rows;
      const Loop *loop;
      unsigned last_step;
    };
    SmallVector<Place, 16> taken;
    for (const Operand &operand : operands_) {
      const Loop *loop = loops_.getLoopFor(operand.call->getParent());
      auto *place = find_if(taken, [&](const Place &each) {
        return each.of_rows == operand.is_rows && each.loop == loop && each.last_step < operand.first_step;
      });
      if (place == taken.end()) {
        taken.push_back({operand.is_rows, loop, 0});
        place = &taken.back();
      }
      place->last_step = operand.last_step;
      places_.push_back(static_cast<unsigned>(place - taken.begin()) * 2 + (operand.is_rows ? 0 : 1));
    }
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  std::vector<Operand> operands_;
  std::vector<unsigned> places_;
  unsigned steps_ = 0;
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
