// Runs the table of passes over a job: which rows run, what is seen of them on the way, and what is verified.

#include "nvvm/readable_names.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/function_passes.h"
#include "vectorize/inject_fault.h"
#include "vectorize/llvm_options.h"
#include "vectorize/named_facts.h"
#include "vectorize/passes.h"
#include "vectorize/pipeline.h"
#include "vectorize/remarks.h"
#include "vectorize/step_timer.h"
#include "vectorize/verify_pass.h"

#include <llvm/ADT/StringExtras.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

using namespace llvm;

namespace raddle::vectorize {

namespace {

#ifdef RADDLE_INTERNAL_CHECKS
constexpr bool kAlwaysVerify = true;
#else
constexpr bool kAlwaysVerify = false;
#endif

// ---- which passes run

bool isOfPhase(const Pass &pass, std::string_view name) { return nameOf(pass.phase) == name; }

const Pass *findPass(std::string_view name) {
  for (const Pass &pass : passes())
    if (pass.name == name)
      return &pass;
  return nullptr;
}

// A name stands for a pass, or for a phase and then for its first or last pass.
const Pass *firstOf(std::string_view name) {
  if (const Pass *pass = findPass(name))
    return pass;
  for (const Pass &pass : passes())
    if (isOfPhase(pass, name))
      return &pass;
  return nullptr;
}

const Pass *lastOf(std::string_view name) {
  if (const Pass *pass = findPass(name))
    return pass;
  for (const Pass &pass : reverse(passes()))
    if (isOfPhase(pass, name))
      return &pass;
  return nullptr;
}

std::string unknownPass(std::string_view name) {
  std::vector<std::string_view> near;
  const StringRef asked(name.data(), name.size());
  for (const Pass &pass : passes()) {
    const StringRef known(pass.name.data(), pass.name.size());
    if (known.edit_distance(asked, true, 4) <= 3 || (asked.size() > 3 && known.contains(asked)))
      near.push_back(pass.name);
  }
  return fmt::format("there is no pass '{}'; {}", name,
                     near.empty() ? std::string("raddle explain --list-passes lists them")
                                  : fmt::format("did you mean {}?", fmt::join(near, ", ")));
}

bool runsIn(const Pass &pass, const CompileJob &job) {
  const bool of_other_width = (pass.flags & kForOneLane && job.input.lanes != 1) ||
                              (pass.flags & kForWarps && job.input.lanes != kRaddleWarpSize);
  const bool of_other_mode =
      (pass.flags & kOptimizing && !job.input.optimize) || (pass.flags & kDebugging && job.input.optimize);
  return !of_other_width && !of_other_mode && (pass.flags & kForWarps ? job.kernel != nullptr : true);
}

bool isLeftOut(const Pass &pass, const PipelineOptions &options) {
  if (!pass.isOptional())
    return false;
  if (is_contained(options.left_out, pass.name))
    return true;
  if (!options.limit)
    return false;
  const std::size_t before =
      count_if(passes().first(&pass - passes().data()), [](const Pass &other) { return other.isOptional(); });
  return before >= *options.limit;
}

SmallVector<const Pass *, 128> chosenPasses(const CompileJob &job, const PipelineOptions &options) {
  SmallVector<const Pass *, 128> chosen;
  if (!options.run_alone.empty()) {
    for (const std::string &name : options.run_alone)
      chosen.push_back(findPass(name));
    return chosen;
  }
  const Pass *last = options.stop_after.empty() ? nullptr : lastOf(options.stop_after);
  for (const Pass &pass : passes()) {
    if (runsIn(pass, job) && !isLeftOut(pass, options))
      chosen.push_back(&pass);
    if (&pass == last)
      break;
  }
  return chosen;
}

// ---- what is seen of them

void print(const CompileJob &job, const PipelineOptions &options, std::string_view where, const Pass &pass) {
  *options.output << "; IR " << StringRef(where) << " " << StringRef(pass.name) << "\n";
  if (const std::string facts = describeFacts(job); !facts.empty())
    *options.output << "; facts: " << facts << "\n";
  for (const Module *module : modulesOf(job))
    module->print(*options.output, nullptr);
}

// Whether something happens between this pass and the next one.
class Observer {
public:
  Observer(const CompileJob &job, const PipelineOptions &options, ArrayRef<const Pass *> chosen)
      : options_(options), verifies_(options.verify || kAlwaysVerify), job_(job) {
    const Pass *first = options.print_before.empty() ? nullptr : firstOf(options.print_before);
    const bool names_last = !options.print_after.empty() && options.print_after != "all";
    const Pass *last = names_last ? lastOf(options.print_after) : nullptr;
    // Where that one has nothing to do for this job, the IR is that in its place.
    for (const Pass *pass : chosen) {
      if (first && !first_ && pass >= first)
        first_ = pass;
      if (last && pass <= last)
        last_ = pass;
    }
    if (first && !first_ && !chosen.empty())
      last_ = chosen.back();
  }

  bool sees(const Pass &pass) const {
    return verifies_ || options_.print_times || looksAtAll() || job_.report.wants_remarks || &pass == last_ ||
           pass.name == options_.fault_after;
  }
  bool looksBefore(const Pass &pass) const { return &pass == first_; }

  bool verifies() const { return verifies_; }

  void before(const Pass &pass) {
    if (looksBefore(pass))
      print(job_, options_, "before", pass);
    remarks_ = job_.report.remarks.size();
    if ((looksAtAll() || verifies_) && !hash_)
      hash_ = textHash(job_);
  }
  // `may_have_changed`: what the pass says.
  void after(const Pass &pass, unsigned holds, bool may_have_changed) {
    if (verifies_) {
      verifyCode(job_, pass.name, holds);
      if (!may_have_changed && hash_)
        verifyUnchanged(job_, pass.name, *hash_);
    }
    bool changed = false;
    if (may_have_changed) {
      const std::optional<std::uint64_t> before = std::exchange(hash_, std::nullopt);
      if (looksAtAll()) {
        hash_ = textHash(job_);
        changed = hash_ != before;
      }
    }
    if (options_.print_outcomes)
      printOutcome(pass, changed);
    if (&pass == last_ || (options_.print_after == "all" && changed))
      print(job_, options_, "after", pass);
  }

private:
  // With the lines of what the pass has refused to change.
  void printOutcome(const Pass &pass, bool changed) const {
    *options_.output << fmt::format("{:33} {}\n", pass.name, changed ? "changed" : "unchanged");
    for (const Remark &remark : drop_begin(job_.report.remarks, remarks_))
      if (isRefusal(remark))
        *options_.output << fmt::format("    {}:{}: {}\n", remark.file, remark.line, remark.text);
  }

  bool looksAtAll() const { return options_.print_outcomes || options_.print_after == "all"; }

  const PipelineOptions &options_;
  const bool verifies_;
  const CompileJob &job_;
  const Pass *first_ = nullptr, *last_ = nullptr;
  std::optional<std::uint64_t> hash_; // of the code as it is, where it is known
  std::size_t remarks_ = 0;           // before the pass
};

// ---- running them

bool isOfModules(const Pass &pass) {
  return !std::holds_alternative<JobPass>(pass.body) && !std::holds_alternative<SimplifyExtension>(pass.body);
}

bool isOfFunctionPipeline(const Pass &pass) {
  return std::holds_alternative<FunctionPass>(pass.body) ||
         std::holds_alternative<LlvmFunctionPasses>(pass.body);
}

void addTo(FunctionPassManager &manager, const Pass &pass, const CompileJob &job, PassBuilder &builder) {
  if (const auto *ours = std::get_if<FunctionPass>(&pass.body))
    (*ours)(job, manager);
  else
    cantFail(builder.parsePassPipeline(manager, std::get<LlvmFunctionPasses>(pass.body).text));
}

// Passes on a module one after the other. Those on functions among them share what LLVM has found out about a function.
void runOnModule(ArrayRef<const Pass *> group, const CompileJob &job, Module &module, TargetMachine &target,
                 bool verifies) {
  PassInstrumentationCallbacks callbacks;
  std::optional<UnchangedFunctions> unchanged_functions;
  if (verifies)
    unchanged_functions.emplace(callbacks);
  LlvmPasses llvm(target, LlvmPasses::kOwnThreshold, verifies ? &callbacks : nullptr);
  ModulePassManager manager;
  while (!group.empty()) {
    if (isOfFunctionPipeline(*group.front())) {
      FunctionPassManager functions;
      for (; !group.empty() && isOfFunctionPipeline(*group.front()); group = group.drop_front())
        addTo(functions, *group.front(), job, llvm.builder);
      manager.addPass(createModuleToFunctionPassAdaptor(std::move(functions), /*EagerlyInvalidate=*/true));
      continue;
    }
    cantFail(llvm.builder.parsePassPipeline(manager, std::get<LlvmModulePasses>(group.front()->body).text));
    group = group.drop_front();
  }
  manager.run(module, llvm.modules);
}

// What was known of the kernel is forgotten, and what the pass may have disturbed is established again.
void reestablishProperties(const Pass &pass, CompileJob &job) {
  job.facts.shapes.forget();
  for (const PropertyRow &row : properties())
    if (pass.contract.disturbs & row.property)
      row.establish(job);
}

// False where nothing has been changed.
bool run(ArrayRef<const Pass *> group, CompileJob &job, bool verifies) {
  if (const auto *ours = std::get_if<JobPass>(&group.front()->body)) {
    const bool may_have_changed = (*ours)(job);
    if (may_have_changed)
      reestablishProperties(*group.front(), job);
    return may_have_changed;
  }
  if (const auto *extension = std::get_if<SimplifyExtension>(&group.front()->body)) {
    job.extensions.push_back(*extension);
    return false;
  }
  // What the warps keep across barriers is one alloca with many uses, and does not escape.
  if (group.front()->phase == Phase::kTune && job.input.lanes != 1)
    setLlvmOption<unsigned>("capture-tracking-max-uses-to-explore", 1000);
  forEachModule(job, [&](unsigned, Module &module, TargetMachine &target) {
    runOnModule(group, job, module, target, verifies);
  });
  return true;
}

// The passes on modules that can run as one, because nobody looks in between.
std::size_t sizeOfGroup(ArrayRef<const Pass *> order, const Observer &observer, const CompileJob &job) {
  std::size_t size = 1;
  if (!isOfModules(*order.front()))
    return size;
  while (size < order.size() && isOfModules(*order[size]) && !observer.sees(*order[size - 1]) &&
         !observer.looksBefore(*order[size]) && (!order[size]->when || order[size]->when(job)))
    ++size;
  return size;
}

} // namespace

std::string whatIsWrong(const PipelineOptions &options) {
  for (const std::string *name : {&options.print_before, &options.print_after, &options.stop_after})
    if (!name->empty() && !(name == &options.print_after && *name == "all") && !lastOf(*name))
      return unknownPass(*name);
  if (!options.fault_after.empty() && !findPass(options.fault_after))
    return unknownPass(options.fault_after);
  for (const std::string &name : options.run_alone)
    if (!findPass(name))
      return unknownPass(name);
  for (const std::string &name : options.left_out) {
    const Pass *pass = findPass(name);
    if (!pass)
      return unknownPass(name);
    if (!pass->isOptional())
      return fmt::format("the pass '{}' cannot be left out: the code would not be right without it", name);
  }
  return {};
}

std::string whatIsWrongInOrder(std::span<const Pass *const> order, unsigned holds) {
  std::string_view ended_by[32];
  for (const Pass *pass : order) {
    for (const PropertyRow &row : properties()) {
      if (!(pass->contract.needs & row.property) || holds & row.property)
        continue;
      const std::string_view culprit = ended_by[llvm::countr_zero(static_cast<unsigned>(row.property))];
      return fmt::format("the pass '{}' needs \"{}\" ({}), {}", pass->name, row.name, row.meaning,
                         culprit.empty() ? std::string("which no pass before it establishes")
                                         : fmt::format("which '{}' before it has ended", culprit));
    }
    for (const PropertyRow &row : properties())
      if (pass->contract.ends & row.property)
        ended_by[llvm::countr_zero(static_cast<unsigned>(row.property))] = pass->name;
    holds = (holds & ~pass->contract.ends) | pass->contract.gives;
  }
  return {};
}

bool runPipeline(CompileJob &job, const PipelineOptions &options) {
  const SmallVector<const Pass *, 128> chosen = chosenPasses(job, options);
  for (const std::string &fact : options.facts)
    if (!takeFact(job, fact)) {
      job.report.errors.push_back(fmt::format("'{}' is no fact that passes find out", fact));
      return false;
    }
  unsigned holds = options.run_alone.empty() ? 0 : propertiesOf(job);
  if (const std::string wrong = whatIsWrongInOrder(chosen, holds); !wrong.empty())
    internalError(wrong);
  Observer observer(job, options, chosen);
  for (ArrayRef<const Pass *> left = chosen; !left.empty();) {
    const Pass &first = *left.front();
    if (first.when && !first.when(job)) {
      observer.before(first);
      observer.after(first, holds, false);
      left = left.drop_front();
      continue;
    }
    const ArrayRef<const Pass *> group = left.take_front(sizeOfGroup(left, observer, job));
    left = left.drop_front(group.size());
    observer.before(first);
    bool may_have_changed = true;
    {
      job.report.pass = first.name;
      StepTimer timer(options, first.name);
      may_have_changed = run(group, job, observer.verifies());
    }
    for (const Pass *pass : group)
      holds = (holds & ~pass->contract.ends) | pass->contract.gives;
    if (group.back()->name == options.fault_after) {
      injectFault(job);
      may_have_changed = true;
    }
    if (!job.report.errors.empty())
      return false;
    if (job.input.lanes != 1 && !job.report.thread_engine_reason.empty())
      return true;
    observer.after(*group.back(), holds, may_have_changed);
  }
  return true;
}

std::string locationOf(const Instruction &instruction) {
  const DebugLoc &location = instruction.getDebugLoc();
  if (!location)
    return {};
  auto *scope = cast<DIScope>(location.getScope());
  return fmt::format("{}:{}:{}", scope->getFilename().str(), location.getLine(), location.getCol());
}

std::string readableName(const Function &function) { return nvvm::readableName(function.getName().str()); }

Argument *threadOf(Function &function) { return function.getArg(0); }

} // namespace raddle::vectorize
