#include "jit/compiler/compile.h"

#include "analysis/address_taken.h"
#include "base/environment.h"
#include "base/paths.h"
#include "jit/compiler/call_by_jump.h"
#include "jit/compiler/descriptor.h"
#include "jit/compiler/emit_object.h"
#include "jit/compiler/host_target.h"
#include "jit/compiler/load_module.h"
#include "nvvm/address_spaces.h"
#include "nvvm/intrinsics.h"
#include "nvvm/markers.h"
#include "ptx/translate.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/llvm_options.h"
#include "vectorize/step_timer.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/BuryPointer.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

using namespace llvm;

namespace raddle::jit {

namespace {

// Everything that the address-taken functions can run.
SetVector<Function *> reachableFrom(const SetVector<Function *> &roots) {
  SetVector<Function *> reached(roots.begin(), roots.end());
  for (size_t i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(reached[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          reached.insert(callee);
  return reached;
}

bool mayWait(const Function &function) {
  for (const Instruction &instruction : instructions(function)) {
    // A loop around one of these may poll.
    if (instruction.isAtomic() || instruction.isVolatile())
      return true;
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    const nvvm::Intrinsic *row = callee ? nvvm::findIntrinsic(callee->getName()) : nullptr;
    if (row && (row->kind == nvvm::Intrinsic::Kind::Special || (row->function && row->function->waits())))
      return true;
  }
  return false;
}

bool mayPrint(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    const nvvm::Intrinsic *row = callee ? nvvm::findIntrinsic(callee->getName()) : nullptr;
    return row && row->function && row->function->effect == nvvm::RuntimeFunction::Effect::Prints;
  });
}

bool computesWideVectors(const Module &module) {
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (instruction.getType()->isVectorTy() && instruction.getType()->getScalarSizeInBits() > 64)
        return true;
  return false;
}

bool isUsedBy(const Value &value, const SetVector<Function *> &functions) {
  for (const User *user : value.users()) {
    if (auto *instruction = dyn_cast<Instruction>(user)) {
      if (functions.contains(const_cast<Function *>(instruction->getFunction())))
        return true;
    } else if (isUsedBy(*user, functions)) {
      return true;
    }
  }
  return false;
}

// What indirect calls may lead to must be known before a kernel is cut out of its module.
void readModuleFacts(vectorize::CompileJob &job, const SetVector<Function *> &address_taken) {
  SetVector<Function *> reached = reachableFrom(address_taken);
  job.facts.indirect_calls_may_wait = any_of(reached, [](Function *function) { return mayWait(*function); });
  job.facts.indirect_calls_may_print =
      any_of(reached, [](Function *function) { return mayPrint(*function); });
  const DataLayout &layout = job.module->getDataLayout();
  for (GlobalVariable &variable : job.module->globals())
    if (variable.getAddressSpace() == nvvm::kSharedAddressSpace && !variable.isDeclaration() &&
        isUsedBy(variable, reached))
      job.facts.module_shared_variables.push_back({variable.getName().str(),
                                                   layout.getTypeAllocSize(variable.getValueType()),
                                                   layout.getPreferredAlign(&variable).value()});
}

// Functions that pointers lead to are compiled apart from the kernels that call them: one stores what the other reads.
void exposeSharedVariables(vectorize::CompileJob &job) {
  if (job.kernel &&
      none_of(*job.module, [](const Function &function) { return analysis::callsIndirectly(function); }))
    return;
  for (const auto &shared : job.facts.module_shared_variables)
    if (GlobalVariable *variable = job.module->getNamedGlobal(shared.name))
      variable->setLinkage(GlobalValue::ExternalLinkage);
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += (text.empty() ? "" : "\n") + line;
  return text;
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

namespace {

// By source line, each with the line itself where the file can be read.
void printRemarks(std::vector<vectorize::Remark> remarks) {
  std::ranges::sort(remarks);
  remarks.erase(std::ranges::unique(remarks).begin(), remarks.end());
  std::string file;
  unsigned line = 0;
  std::vector<std::string> source;
  for (const auto &remark : remarks) {
    if (remark.file != file) {
      file = remark.file;
      line = 0;
      source.clear();
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        source.push_back(text);
      outs() << '\n' << std::filesystem::proximate(file).string() << '\n';
    }
    if (remark.line != line) {
      line = remark.line;
      outs() << fmt::format("{:5} | {}\n", line, line <= source.size() ? source[line - 1] : "");
    }
    outs() << "        " << remark.text << '\n';
  }
}

auto timed(const CompileRequest &request, std::string_view step, auto function) {
  vectorize::StepTimer timer(request.pipeline, step);
  return function();
}

// What `raddle explain` tells.
struct Account {
  std::vector<vectorize::Remark> remarks;
  std::string warps; // of the warp engine: how the warps of a block run
};

std::string describeWarps(const vectorize::CompileJob &job) {
  std::string text;
  if (job.facts.fused_warps > 1)
    text += fmt::format(", {} warps in step", job.facts.fused_warps);
  if (job.facts.warp_loop_unrolled)
    text += ", turns between barriers stand one behind the other";
  else if (job.facts.loops_over_warps)
    text += ", warps take turns between barriers";
  else if (job.outputs.flags & kRaddleKernelNeedsFibers)
    text += ", warps are fibers";
  return text;
}

// What to change stands in a line of its own.
std::string describeEngine(const CompileRequest &request, StringRef reason, const Account &account) {
  if (request.lanes == 1)
    return "thread engine, as asked for";
  if (reason.empty())
    return "warp engine" + account.warps;
  const auto [why, advice] = reason.split('\n');
  return fmt::format("thread engine: {}\n  {}", why.str(), advice.str());
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

// Compiles for the request's number of lanes. Where that is 32 and the kernel cannot, returns why, and nothing
// is written.
Result<std::string> compileForLanes(const CompileRequest &request, const std::string &why_one_lane,
                                    Account &account) {
  auto owned_context = std::make_unique<LLVMContext>();
  LLVMContext &context = *owned_context;
  auto machine = createTarget(request.machine, request.debug);
  if (!machine)
    return machine.error();
  TargetMachine *target = machine->get();
  auto module = timed(request, "read device code",
                      [&] { return loadUnits(context, request.bitcode, *target, request.kernel); });
  if (!module)
    return module.error();
  // What single passes are run on has come through both.
  if (request.pipeline.run_alone.empty()) {
    // Before the device library comes in, whose functions the translated code calls.
    if (auto errors = ptx::translate(**module); !errors.empty())
      return raddle::Error{joined(errors)};
    if (auto linked =
            timed(request, "link device library", [&] { return linkDeviceLibrary(**module, *target); });
        !linked)
      return linked.error();
  }

  vectorize::CompileJob job;
  job.module = module->get();
  job.target = target;
  // A function pointer is the address of the version for one thread.
  job.input.lanes = request.kernel.empty() ? 1 : request.lanes;
  job.input.block = request.block;
  job.input.optimize = !request.debug;
  job.input.lenient = environmentNumber("RADDLE_LENIENT", 0, 1, 0) != 0;
  job.report.thread_engine_reason = why_one_lane;
  job.report.wants_remarks = request.print_remarks || request.pipeline.print_outcomes;
  job.input.parts_from = request.parts_from;

  SetVector<Function *> address_taken = analysis::addressTakenFunctions(*job.module);
  readModuleFacts(job, address_taken);

  DescriptorInput descriptor{job, {}, {}, {}, 0};
  if (request.kernel.empty()) {
    descriptor.variables = collectVariables(*job.module);
    for (Function *function : address_taken)
      descriptor.functions.push_back(function->getName().str());
    keepOnly(*job.module, {address_taken.begin(), address_taken.end()});
    for (Function *function : address_taken)
      function->setVisibility(GlobalValue::HiddenVisibility);
  } else {
    job.kernel = findKernel(*job.module, request.kernel);
    if (!job.kernel)
      return raddle::Error{fmt::format("the device code has no kernel '{}'", request.kernel)};
    descriptor.kernel_name = request.kernel.substr(0, request.kernel.rfind('@'));
    std::vector<Function *> kept{job.kernel};
    // A warp calls its own versions of the functions that pointers lead to (see widen/emit/emit_function_calls.cpp).
    if (job.input.lanes != 1)
      for (Function *callee : analysis::indirectTargetsOf(*job.kernel, address_taken)) {
        callee->addFnAttr(marker::kIndirectTarget);
        kept.push_back(callee);
      }
    keepOnly(*job.module, kept);
  }
  exposeSharedVariables(job);

  if (!vectorize::runPipeline(job, request.pipeline))
    return raddle::Error{joined(job.report.errors)};
  if (job.input.lanes != 1 && !job.report.thread_engine_reason.empty())
    return job.report.thread_engine_reason;
  account.remarks = std::move(job.report.remarks);
  account.warps = describeWarps(job);
  if (request.output.empty() || !request.pipeline.stop_after.empty() || !request.pipeline.run_alone.empty())
    return std::string();

  std::vector<ObjectFile> code(vectorize::modulesOf(job).size());
  // A fifteenth of the time, which pays in small loops. Large kernels do not spend theirs in addresses.
  vectorize::setLlvmOption("disable-lsr", code.size() > 1);
  // What is taken apart, lane by lane, is compared in thousands of general registers, and LLVM looks at each pair of them
  // for some that had better be mask registers: 20 times as long as all the rest.
  vectorize::setLlvmOption(
      "disable-x86-domain-reassignment",
      any_of(vectorize::modulesOf(job), [](Module *module) { return computesWideVectors(*module); }));
  timed(request, "generate code", [&] {
    vectorize::forEachModule(job, [&](unsigned number, Module &part, TargetMachine &part_target) {
      prepareToEmit(part);
      callWaitsByJump(part, part_target);
      code[number] = emitObject(part, part_target);
    });
    return true;
  });
  for (const ObjectFile &object : code)
    descriptor.stack_bytes += static_cast<uint32_t>(totalStackBytes(object));
  std::unique_ptr<Module> table = buildDescriptor(context, descriptor);
  ObjectFile data = timed(request, "generate descriptor", [&] { return emitObject(*table, *target); });
  std::vector<const ObjectFile *> objects{&data};
  for (const ObjectFile &object : code)
    objects.push_back(&object);
  auto linked = timed(request, "link object",
                      [&] { return linkSharedObject(objects, request.machine, request.output); });
  if (!linked)
    return linked.error();
  // The process ends; giving back what the modules hold, piece by piece, takes longer than linking.
  for (vectorize::CompileJob::Part &part : job.parts) {
    BuryPointer(std::move(part.module));
    BuryPointer(std::move(part.context));
    BuryPointer(std::move(part.target));
  }
  BuryPointer(std::move(table));
  BuryPointer(std::move(*module));
  BuryPointer(std::move(owned_context));
  BuryPointer(std::move(*machine));
  return std::string();
}

} // namespace

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
  if (reason && request.print_engine)
    outs() << describeEngine(request, *reason, account) << '\n';
  if (reason && request.print_remarks)
    printRemarks(std::move(account.remarks));
  if (reason && !reason->empty()) {
    CompileRequest again = request;
    again.lanes = 1;
    reason = compileForLanes(again, *reason, account);
  }
  if (!reason)
    return reason.error();
  return true;
}

} // namespace raddle::jit
