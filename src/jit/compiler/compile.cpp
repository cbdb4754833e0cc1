#include "jit/compiler/compile.h"

#include "analysis/address_taken.h"
#include "base/environment.h"
#include "base/paths.h"
#include "jit/compiler/call_by_jump.h"
#include "jit/compiler/descriptor.h"
#include "jit/compiler/emit_object.h"
#include "jit/compiler/explain.h"
#include "jit/compiler/host_target.h"
#include "jit/compiler/load/load_module.h"
#include "jit/compiler/load/module_facts.h"
#include "nvvm/markers.h"
#include "ptx/translate.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/llvm_options.h"
#include "vectorize/step_timer.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/BuryPointer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <filesystem>
#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

bool computesWideVectors(const Module &module) {
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (instruction.getType()->isVectorTy() && instruction.getType()->getScalarSizeInBits() > 64)
        return true;
  return false;
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += (text.empty() ? "" : "\n") + line;
  return text;
}

void prepareToEmit(Module &module) {
  // Reports and debuggers walk the stack through every function.
  for (Function &function : module)
    if (!function.isDeclaration())
      function.setUWTableKind(UWTableKind::Default);
  // '@' in the name of an ELF symbol that other object files see would be a version.
  for (GlobalObject &object : module.global_objects())
    if (!object.hasLocalLinkage() && object.getName().contains('@'))
      object.setName(linkName(object.getName()));
}

// The steps of one compilation, for one number of lanes, in the order in which they are called.
class Compilation {
public:
  explicit Compilation(const CompileRequest &request) : request_(request) {}

  Result<bool> readDeviceCode();
  Result<bool> cutOutKernel();
  Result<bool> runPasses(const std::string &why_one_lane);
  void generateCode();
  Result<bool> writeObject();

  const std::string &whyThreadEngine() const { return job_.report.thread_engine_reason; }
  bool isForWarps() const { return job_.input.lanes != 1; }
  vectorize::CompileJob &job() { return job_; }

  /// The process ends after this: giving back what the modules hold, piece by piece, takes longer than linking.
  void leaveMemoryToTheSystem();

private:
  auto timed(std::string_view step, auto function) {
    vectorize::StepTimer timer(request_.pipeline, step);
    return function();
  }
  void cutOutAddressTaken();

  const CompileRequest &request_;
  std::unique_ptr<LLVMContext> context_ = std::make_unique<LLVMContext>();
  std::unique_ptr<TargetMachine> machine_;
  std::unique_ptr<Module> module_, table_;
  vectorize::CompileJob job_;
  SetVector<Function *> address_taken_;
  DescriptorInput descriptor_{job_, {}, {}, {}, 0};
  std::vector<ObjectFile> code_;
};

// One module for the machine, without PTX, linked with the device library. What single passes are run on is that already.
Result<bool> Compilation::readDeviceCode() {
  auto machine = createTarget(request_.machine, request_.debug);
  if (!machine)
    return machine.error();
  machine_ = std::move(*machine);
  const bool names_locals = request_.check_memory || request_.check_init || request_.trace;
  const bool has_come_from_passes = !request_.pipeline.run_alone.empty();
  auto module = timed("read device code", [&] {
    return loadUnits(*context_, request_.bitcode, *machine_, request_.kernel,
                     names_locals ? NamesOfLocals::kRead : NamesOfLocals::kLeftOut,
                     has_come_from_passes ? CodeOrigin::kFromPasses : CodeOrigin::kFromClang);
  });
  if (!module)
    return module.error();
  module_ = std::move(*module);
  if (has_come_from_passes)
    return true;
  // Before the device library comes in, whose functions the translated code calls.
  if (auto errors = ptx::translate(*module_); !errors.empty())
    return raddle::Error{joined(errors)};
  return timed("link device library", [&] { return linkDeviceLibrary(*module_, *machine_); });
}

// Leaves the kernel and what it reaches; for the module object, its variables and address-taken functions.
Result<bool> Compilation::cutOutKernel() {
  address_taken_ = analysis::addressTakenFunctions(*module_);
  readModuleFacts(*module_, address_taken_, job_.facts);
  if (request_.kernel.empty()) {
    cutOutAddressTaken();
  } else {
    job_.kernel = findKernel(*module_, request_.kernel);
    if (!job_.kernel)
      return raddle::Error{fmt::format("the device code has no kernel '{}'", request_.kernel)};
    descriptor_.kernel_name = request_.kernel.substr(0, request_.kernel.rfind('@'));
    // Single passes may run on a kernel whose entry points are built: they get the one for blocks.
    if (!request_.pipeline.run_alone.empty() && job_.kernel->getName().ends_with(".block"))
      job_.outputs.block_entry = job_.kernel;
    std::vector<Function *> kept{job_.kernel};
    // A warp calls its own versions of the functions that pointers lead to (see widen/emit/calls/function_calls.cpp).
    if (request_.lanes != 1)
      for (Function *callee : analysis::indirectTargetsOf(*job_.kernel, address_taken_)) {
        callee->addFnAttr(marker::kIndirectTarget);
        kept.push_back(callee);
      }
    keepOnly(*module_, kept);
  }
  exposeSharedVariables(*module_, job_.kernel, job_.facts);
  return true;
}

void Compilation::cutOutAddressTaken() {
  descriptor_.variables = collectVariables(*module_);
  for (Function *function : address_taken_)
    descriptor_.functions.push_back(function->getName().str());
  keepOnly(*module_, {address_taken_.begin(), address_taken_.end()});
  for (Function *function : address_taken_)
    function->setVisibility(GlobalValue::HiddenVisibility);
}

// From code for one thread of a GPU to code for this machine (vectorize/pipeline.cpp lists the passes).
Result<bool> Compilation::runPasses(const std::string &why_one_lane) {
  job_.module = module_.get();
  job_.target = machine_.get();
  // A function pointer is the address of the version for one thread.
  job_.input.lanes = request_.kernel.empty() ? 1 : request_.lanes;
  job_.input.block = request_.block;
  job_.input.optimize = !request_.debug;
  job_.input.lenient = environmentNumber("RADDLE_LENIENT", 0, 1, 0) != 0;
  job_.input.check_memory = request_.check_memory;
  job_.input.check_sync = request_.check_sync;
  job_.input.check_init = request_.check_init;
  job_.input.check_races = request_.check_races;
  job_.input.profile = request_.profile;
  job_.input.trace = request_.trace;
  job_.input.parts_from = request_.parts_from;
  job_.report.thread_engine_reason = why_one_lane;
  job_.report.wants_remarks = request_.print_remarks || request_.pipeline.print_outcomes;
  job_.report.wants_plan = request_.print_plan != PlanFormat::kNone;
  if (!vectorize::runPipeline(job_, request_.pipeline))
    return raddle::Error{joined(job_.report.errors)};
  return true;
}

// LLVM's code generator, for the parts of a large kernel at the same time.
void Compilation::generateCode() {
  code_.resize(vectorize::modulesOf(job_).size());
  // A fifteenth of the time, which pays in small loops. Large kernels do not spend theirs in addresses.
  vectorize::setLlvmOption("disable-lsr", code_.size() > 1);
  // What is taken apart, lane by lane, is compared in thousands of general registers, and LLVM looks at each pair of them
  // for some that had better be mask registers: 20 times as long as all the rest.
  vectorize::setLlvmOption(
      "disable-x86-domain-reassignment",
      any_of(vectorize::modulesOf(job_), [](Module *module) { return computesWideVectors(*module); }));
  timed("generate code", [&] {
    vectorize::forEachModule(job_, [&](unsigned number, Module &part, TargetMachine &machine) {
      prepareToEmit(part);
      callWaitsByJump(part, machine);
      code_[number] = emitObject(part, machine);
    });
    return true;
  });
}

// The code, with the table by which the runtime finds its way in it.
Result<bool> Compilation::writeObject() {
  for (const ObjectFile &object : code_)
    descriptor_.stack_bytes += static_cast<uint32_t>(totalStackBytes(object));
  table_ = buildDescriptor(*context_, descriptor_);
  ObjectFile data = timed("generate descriptor", [&] { return emitObject(*table_, *machine_); });
  std::vector<const ObjectFile *> objects{&data};
  for (const ObjectFile &object : code_)
    objects.push_back(&object);
  return timed("link object", [&] { return linkSharedObject(objects, request_.machine, request_.output); });
}

void Compilation::leaveMemoryToTheSystem() {
  for (vectorize::CodePart &part : job_.parts) {
    BuryPointer(std::move(part.module));
    BuryPointer(std::move(part.context));
    BuryPointer(std::move(part.target));
  }
  BuryPointer(std::move(table_));
  BuryPointer(std::move(module_));
  BuryPointer(std::move(context_));
  BuryPointer(std::move(machine_));
}

// What `raddle explain` tells.
struct Account {
  vectorize::Report report;
  std::string warps; // how the warps of a block run
};

// Compiles for the request's number of lanes. Where that is 32 and the kernel cannot, returns why, and nothing is written.
Result<std::string> compileForLanes(const CompileRequest &request, const std::string &why_one_lane,
                                    Account &account) {
  Compilation compilation(request);
  if (auto read = compilation.readDeviceCode(); !read)
    return read.error();
  if (auto cut = compilation.cutOutKernel(); !cut)
    return cut.error();
  if (auto ran = compilation.runPasses(why_one_lane); !ran)
    return ran.error();
  if (compilation.isForWarps() && !compilation.whyThreadEngine().empty())
    return compilation.whyThreadEngine();
  account.report = compilation.job().report;
  account.warps = describeWarps(compilation.job());
  if (request.output.empty() || !request.pipeline.stop_after.empty() || !request.pipeline.run_alone.empty())
    return std::string();
  compilation.generateCode();
  if (auto written = compilation.writeObject(); !written)
    return written.error();
  compilation.leaveMemoryToTheSystem();
  return std::string();
}

} // namespace

std::string compilerIdentity() {
  // The compiler's and the device library's files stand for their contents.
  auto stamp = [](const std::filesystem::path &file) {
    std::error_code failed;
    auto time = std::filesystem::last_write_time(file, failed).time_since_epoch().count();
    auto size = std::filesystem::file_size(file, failed);
    return fmt::format("{}-{}", time, size);
  };
  return fmt::format("raddle-abi{} llvm-" LLVM_VERSION_STRING " {} {} {}", static_cast<int>(kRaddleKernelAbi),
                     sys::getHostCPUName().str(), stamp("/proc/self/exe"),
                     stamp(installPrefix() / "lib" / "raddle" / "device.bc"));
}

Result<std::vector<std::string>> listKernels(const std::vector<std::string> &bitcode) {
  LLVMContext context;
  auto machine = createTarget({}, false);
  if (!machine)
    return machine.error();
  TargetMachine *target = machine->get();
  auto module = loadUnits(context, bitcode, *target);
  if (!module)
    return module.error();
  std::vector<std::string> names;
  for (Function *kernel : kernelsOf(**module))
    names.push_back(kernel->getName().str());
  return names;
}

Result<std::string> whyThreadEngine(const CompileRequest &request) {
  CompileRequest question = request;
  question.lanes = kRaddleWarpSize;
  question.output.clear();
  question.pipeline.stop_after = "widen";
  Account account;
  return compileForLanes(question, "", account);
}

Result<bool> compile(const CompileRequest &request) {
  Account account;
  auto reason = compileForLanes(request, "", account);
  if (reason && request.print_plan == PlanFormat::kJson)
    printPlanAsJson(request.kernel, *reason, account.report);
  else if (reason && request.print_engine)
    outs() << describeEngine(request.lanes, *reason, account.warps) << '\n';
  if (reason && request.print_plan == PlanFormat::kText)
    printPlan(account.report);
  else if (reason && request.print_remarks)
    printRemarks(std::move(account.report.remarks));
  if (reason && !reason->empty()) {
    if (request.pipeline.print_outcomes)
      outs() << "On the warp engine the kernel cannot run. The passes for the thread engine:\n";
    CompileRequest again = request;
    again.lanes = 1;
    reason = compileForLanes(again, *reason, account);
  }
  if (!reason)
    return reason.error();
  return true;
}

} // namespace raddle::jit
