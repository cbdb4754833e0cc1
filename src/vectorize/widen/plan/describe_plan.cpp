#include "vectorize/widen/plan/describe_plan.h"

#include "nvvm/readable_names.h"
#include "vectorize/remarks.h"
#include "vectorize/widen/plan/plan_words.h"

#include <fmt/format.h>

#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What is decided of an instruction, in words.
struct Decided {
  StringRef
      kind; // of instruction: "loop", "branch", "access", "update", "division", "call" or "warp operation"
  StringRef decision;    // a word for programs
  std::string text;      // for people
  std::string why = "";  // why so
  bool is_remark = true; // `raddle explain` says it without --plan, too
};

std::string plural(std::uint64_t count, StringRef noun) {
  return fmt::format("{} {}{}", count, noun.str(), count == 1 ? "" : "s");
}

// ---- accesses

std::string subjectOf(const Instruction &access, unsigned bytes) {
  return fmt::format("{} of {}: ", isa<LoadInst>(access) ? "load" : "store", plural(bytes, "byte"));
}

std::string wordsOfShuffled(const AccessDecision &decision, bool is_load) {
  const AccessGroup &group = *decision.group;
  std::string text =
      fmt::format("{}{}: {} and shuffles", group.is_likely ? "probably " : "",
                  analysis::describe(group.shape), plural(group.vectors.chunks.size(), "vector"));
  if (decision.together() > 1)
    text += fmt::format(", {} neighbouring accesses together", decision.together());
  if (decision.is_masked)
    text += group.is_masked ? ", masked where lanes may be missing"
            : is_load       ? ", where all lanes are active; else a gather"
                            : ", where all lanes are active; else a scatter";
  return text;
}

// Different fields that a lane loads with this access.
std::size_t fieldsTogether(const AccessGroup &group, unsigned bytes) {
  std::set<std::int64_t> fields;
  for (const std::int64_t field : group.fields)
    if (any_of(group.pieces, [&](const LanePiece &piece) { return piece.contains(field, bytes); }))
      fields.insert(field);
  return fields.size();
}

std::string wordsOfContiguous(const AccessDecision &decision, StringRef otherwise) {
  std::string text = decision.kind == AccessKind::kRows
                         ? fmt::format("rows of {} lanes: one vector access each", decision.shape.run())
                         : "contiguous: one vector access";
  if (decision.is_masked)
    text += ", masked where lanes may be missing";
  if (decision.kind == AccessKind::kClamped)
    text += "; where the index is clamped at a border, a " + otherwise.str();
  else if (decision.kind == AccessKind::kSelected)
    text += "; where lanes choose different addresses, a " + otherwise.str();
  else if (decision.may_wrap)
    text += "; where an index wraps within the warp, a " + otherwise.str();
  return text;
}

std::string wordsOfConditional(const AccessDecision &decision) {
  return decision.kind == AccessKind::kScalar ? "uniform address: one scalar load, where any lane takes part"
         : decision.kind == AccessKind::kScattered
             ? "gather of the lanes that take part"
             : "contiguous: one vector access of the lanes that take part";
}

std::string wordsOf(const AccessDecision &decision, bool is_load, unsigned bytes) {
  if (decision.conditional)
    return wordsOfConditional(decision);
  switch (decision.kind) {
  case AccessKind::kScalar:
    return is_load ? "uniform address: one scalar load"
                   : "uniform address: one scalar store of the last lane's value";
  case AccessKind::kSameForAll:
    return "probably the same for all lanes: one scalar load; else a gather";
  case AccessKind::kContiguous:
  case AccessKind::kRows:
  case AccessKind::kClamped:
  case AccessKind::kSelected:
    return wordsOfContiguous(decision, is_load ? "gather" : "scatter");
  case AccessKind::kShuffled:
    return wordsOfShuffled(decision, is_load);
  case AccessKind::kLaneFields:
    return fmt::format("{}: each lane loads {} neighbours at once, which are separated in registers",
                       analysis::describe(decision.shape), fieldsTogether(*decision.group, bytes));
  case AccessKind::kLaneByLane:
    return "atomic: lane by lane";
  case AccessKind::kScattered:
    return analysis::describe(decision.shape) + (is_load ? ": gather" : ": scatter");
  }
  llvm_unreachable("all kinds of accesses are listed");
}

Decided describeAccess(const WidenPlan &plan, const Instruction &access, const AccessDecision &decision) {
  const bool is_load = isa<LoadInst>(access);
  const analysis::LaneShape shape = plan.context().shapes.of(getLoadStorePointerOperand(&access));
  std::string why = "the address is " + describeAddress(shape);
  if (decision.conditional)
    why = "the branch around it is if-converted: lanes for which its condition does not hold get zeros";
  else if (decision.kind == AccessKind::kSameForAll || (decision.group && decision.group->is_likely))
    why += "; that of quotients, remainders and borders is a guess, which the warp tests";
  else if (decision.kind == AccessKind::kClamped)
    why += ", but mostly that of the next element, which the warp tests";
  else if (decision.kind == AccessKind::kSelected)
    why += ", but lanes side by side mostly choose alike, which the warp tests";
  else if (decision.may_wrap)
    why += ", and " + describeAddress(decision.shape) + " unless an index wraps, which the warp tests";
  if (!decision.is_made_here)
    why += is_load ? "; made at an earlier load of the group" : "; made at the last store of the group";
  const DataLayout &layout = plan.context().layout;
  const auto bytes = static_cast<unsigned>(
      layout.getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&access))).getFixedValue());
  return {"access", wordOf(decision.kind), subjectOf(access, bytes) + wordsOf(decision, is_load, bytes), why};
}

// ---- updates, divisions, calls

Decided describeUpdate(const WidenPlan &plan, const AtomicRMWInst &update) {
  const UpdateDecision &decision = plan.of(update);
  std::string text = wordsOf(decision.kind).str();
  if (decision.kind == UpdateKind::kLaneByLane && decision.is_of_block)
    text = wordsOf(UpdateKind::kTogether);
  std::string why = "the address is " + describeAddress(plan.context().shapes.of(update.getPointerOperand()));
  if (decision.is_of_block)
    why += "; only the block sees the memory";
  if (decision.group && decision.group->updates.size() > 1)
    why += fmt::format("; {} updates in a row are made together", decision.group->updates.size());
  return {"update", wordOf(decision.kind), "atomic update: " + text, why};
}

Decided describeExchange(const AtomicCmpXchgInst &exchange) {
  const bool is_of_block = isOfOneBlock(exchange);
  return {"update", "lane-by-lane",
          "atomic update: " + wordsOf(is_of_block ? UpdateKind::kTogether : UpdateKind::kLaneByLane).str(),
          "a lane's comparison depends on what the lanes before it have stored"};
}

Decided describeDivision(const DivisionDecision &decision) {
  return {"division", wordOf(decision.kind), "division of integers: " + wordsOf(decision.kind).str(),
          decision.has_common_divisor ? "all lanes divide by the same number" : "each lane has its divisor",
          false};
}

std::string nameOf(const CallInst &call, const CallDecision &decision) {
  if (decision.function)
    return spellingOf(*decision.function).str();
  const Function *callee = call.getCalledFunction();
  return callee ? readableName(*callee) : "a call through a pointer";
}

Decided describeCopy(const CopyInRuns &copy, const CallDecision &decision) {
  const std::string where =
      copy.run == kLanes ? "contiguous" : fmt::format("contiguous in runs of {} lanes", copy.run);
  return {"access", wordOf(decision.kind),
          fmt::format("copy of {} bytes: {} on both sides: vector accesses", copy.bytes, where),
          "lanes' structures lie side by side"};
}

std::optional<Decided> describeCall(const WidenPlan &plan, const CallInst &call) {
  const CallDecision &decision = plan.of(call);
  switch (decision.kind) {
  case CallKind::kNothing:
  case CallKind::kThreadField:
  case CallKind::kReturnMark:
  case CallKind::kVectorIntrinsic:
  case CallKind::kPrefetch:
    return std::nullopt;
  case CallKind::kCopy:
    return describeCopy(*copyInRuns(plan.context(), cast<MemTransferInst>(call)), decision);
  case CallKind::kRetryLoop:
    return Decided{"call", wordOf(decision.kind),
                   "loop that tries again until no other thread has come in between: lane by lane",
                   "lanes in lockstep would get in each other's way"};
  case CallKind::kWarpOperation: {
    const OperationDecision &operation = plan.operationOf(call);
    return Decided{"warp operation", wordOf(operation.kind),
                   nameOf(call, decision) + ": " + wordsOf(operation.kind).str(),
                   operation.checks_lanes
                       ? "lanes that its mask names and that are missing are looked for here"
                       : "an earlier operation has made sure that its lanes are there",
                   false};
  }
  default:
    return Decided{"call", wordOf(decision.kind),
                   nameOf(call, decision) + ": " + wordsOf(decision.kind).str(), whyOf(decision.kind).str(),
                   false};
  }
}

// ---- control flow

std::optional<Decided> describeBranch(const WidenPlan &plan, const BlockPlan &block) {
  using enum BlockPlan::Exit;
  auto *branch = dyn_cast<BranchInst>(block.block->getTerminator());
  if (!branch || branch->isUnconditional())
    return std::nullopt;
  if (block.exit == kUniform || block.exit == kJump)
    return Decided{"branch", "uniform", "branch: all lanes go the same way",
                   "its condition is the same for all lanes", false};
  const bool is_rare = block.exit == kRareLeave;
  return Decided{"branch", is_rare ? "divergent-rare" : "divergent",
                 "branch: lanes may diverge; both sides are run under masks",
                 is_rare ? "its condition differs between lanes; they rarely leave the loop, so the warp "
                           "looks whether any does"
                         : "its condition differs between lanes"};
}

Decided describeLoop(const LinearOrder &order, const BasicBlock &header) {
  if (order.isDivergentLoop(&header))
    return {"loop", "divergent", "loop: lanes leave it one by one; it runs as long as any is left",
            "the condition of an exit differs between lanes"};
  return {"loop", "uniform", "loop: all lanes leave it together",
          "the conditions of its exits are the same for all lanes"};
}

// "of line 12", by the first line of a block.
std::string whereIs(const BasicBlock &block) {
  for (const Instruction &instruction : block)
    if (const auto place = placeInProgram(instruction))
      return fmt::format("of line {}", place->line);
  return "of an earlier line";
}

std::string wordsOfMask(const BlockPlan &block) {
  if (block.is_full)
    return "all 32 lanes are active";
  switch (block.mask) {
  case MaskSource::kEntry:
    return "the lanes that run the function are active";
  case MaskSource::kSame:
    return fmt::format("the lanes {} are active", whereIs(*block.same_lanes));
  case MaskSource::kFull:
  case MaskSource::kWaiting:
    break;
  }
  return block.may_be_empty
             ? "the lanes that came here are active, or none: the block is cheap, and not skipped"
             : "the lanes that came here are active";
}

// The version for a warp has taken a kernel's name (see widen.cpp).
std::string nameInProgram(const Function &source) {
  StringRef name = source.getName();
  name.consume_back(".thread");
  return nvvm::readableName(name.str());
}

class Reporter {
public:
  Reporter(const vectorize::Report &report, const WidenPlan &plan)
      : report_(report), plan_(plan), function_(nameInProgram(plan.context().source)) {}

  void report() {
    const LinearOrder &order = plan_.control().order();
    for (const BlockPlan &block : plan_.control().blocks()) {
      block_ = &block;
      if (order.isLoopHeader(block.block))
        tell(*block.block->getTerminator(), describeLoop(order, *block.block));
      for (const Instruction &instruction : *block.block)
        if (const auto decided = describe(instruction))
          tell(instruction, *decided);
      if (const auto branch = describeBranch(plan_, block))
        tell(*block.block->getTerminator(), *branch);
      tellBlock(block);
    }
  }

private:
  std::optional<Decided> describe(const Instruction &instruction) const {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return describeAccess(plan_, *load, plan_.of(*load));
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return describeAccess(plan_, *store, plan_.of(*store));
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      return describeUpdate(plan_, *update);
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return describeExchange(*exchange);
    if (auto *call = dyn_cast<CallInst>(&instruction))
      return describeCall(plan_, *call);
    if (const DivisionDecision *division = plan_.divisionOf(instruction))
      return describeDivision(*division);
    return std::nullopt;
  }

  void tell(const Instruction &instruction, const Decided &decided) const {
    if (decided.is_remark)
      remark(report_, instruction, decided.text);
    const auto place = placeInProgram(instruction);
    if (report_.wants_plan && place)
      report_.plan.push_back(
          {*place, function_, plan_.control().order().indexOf(block_->block), decided.kind.str(),
           decided.decision.str(), decided.text,
           decided.why.empty() ? wordsOfMask(*block_) : decided.why + "; " + wordsOfMask(*block_)});
  }

  void tellBlock(const BlockPlan &block) const {
    if (!report_.wants_plan)
      return;
    const LinearOrder &order = plan_.control().order();
    PlannedBlock told{function_,
                      order.indexOf(block.block),
                      wordOf(block.mask, block.is_full).str(),
                      wordsOfMask(block),
                      {}};
    for (const Route &route : block.routes)
      for (const Step &step : route)
        told.next.push_back({order.indexOf(step.to), step.looks});
    report_.planned_blocks.push_back(told);
  }

  const vectorize::Report &report_;
  const WidenPlan &plan_;
  const std::string function_;
  const BlockPlan *block_ = nullptr;
};

} // namespace

void reportPlan(const vectorize::Report &report, const WidenPlan &plan) {
  if (report.wants_remarks || report.wants_plan)
    Reporter(report, plan).report();
}

} // namespace raddle::vectorize
