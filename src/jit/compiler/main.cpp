// raddle-kernelc: the kernel compiler's command line. Run by libraddle on a cache miss, by `raddle explain`,
// and by the lit tests.

#include "jit/compiler/compile.h"
#include "jit/compiler/describe_kernels.h"
#include "jit/compiler/symbolize.h"
#include "nvvm/readable_names.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/prctl.h>

using namespace llvm;
using namespace raddle;

static cl::OptionCategory kCategory("raddle-kernelc options");

static cl::list<std::string> bitcode("bitcode", cl::desc("Device bitcode or IR, once per translation unit"),
                                     cl::value_desc("file"), cl::cat(kCategory));
static cl::opt<std::string> kernel("kernel", cl::desc("Compile this kernel (mangled name)"),
                                   cl::value_desc("name"), cl::cat(kCategory));
static cl::opt<bool>
    module_object("module", cl::desc("Compile the module object: variables and address-taken functions"),
                  cl::cat(kCategory));
static cl::opt<std::string> output("o", cl::desc("Write the shared object here"), cl::value_desc("file"),
                                   cl::cat(kCategory));
static cl::opt<bool> debug("debug", cl::desc("Compile without optimisation (-G)"), cl::cat(kCategory));
static cl::list<std::string> check("check",
                                   cl::desc("Look for mistakes of the program: memory, init, race, sync"),
                                   cl::value_desc("detectors"), cl::CommaSeparated, cl::cat(kCategory));
static cl::opt<bool> profile("profile", cl::desc("Count what the code does, for raddle profile"),
                             cl::cat(kCategory));
static cl::opt<bool> trace("trace", cl::desc("Tell the runtime each step, for raddle view"),
                           cl::cat(kCategory));
static cl::opt<unsigned>
    lanes("lanes", cl::desc("Lanes at once: 1 (a thread), or 32 (a warp) where the kernel allows"),
          cl::init(1), cl::cat(kCategory));
static cl::opt<std::string>
    block("block",
          cl::desc("With 32 lanes: the blocks it will be launched with: any, line, rows, rows-of-1 to "
                   "rows-of-32, planes-of-4x4 and the like; +one-warp, +two-warps, +pairs, ..."),
          cl::value_desc("class"), cl::init("any"), cl::cat(kCategory));
static cl::opt<bool> engine("engine", cl::desc("Print which engine the kernel gets, and why"),
                            cl::cat(kCategory));
static cl::list<std::string> engines_in(
    "engines-in",
    cl::desc("Print for the kernel, or all, and blocks of these classes, which engine it gets: a line of "
             "the kernel, the class, why the thread engine and what to change, with tabs between them"),
    cl::value_desc("classes"), cl::CommaSeparated, cl::cat(kCategory));
static cl::opt<bool> print_remarks("remarks", cl::desc("Print what became of loops, branches and accesses"),
                                   cl::cat(kCategory));
static cl::opt<std::string> print_plan("plan", cl::ValueOptional, cl::init("none"),
                                       cl::desc("Print by line what the pass widen decides, as text or json"),
                                       cl::value_desc("format"), cl::cat(kCategory));
static cl::opt<bool> print_outcomes("outcomes", cl::desc("Print of every pass whether it changed anything"),
                                    cl::cat(kCategory));
static cl::opt<bool> list_kernels("list-kernels", cl::desc("Print the kernels' mangled names"),
                                  cl::cat(kCategory));
static cl::opt<bool> describe_kernels("describe-kernels", cl::desc("Print a line of JSON about each kernel"),
                                      cl::cat(kCategory));
static cl::opt<bool> list_passes("list-passes", cl::desc("Print the passes in order"), cl::cat(kCategory));
// LLVM has options -print-before and -print-after, which do not know our passes; -stop-after is its own, too, and is
// taken from it (see stopAfter).
static cl::opt<std::string> print_before("ir-before", cl::desc("Print the IR before this pass or phase"),
                                         cl::value_desc("pass"), cl::cat(kCategory));
static cl::opt<std::string> print_after("ir-after",
                                        cl::desc("Print the IR after this pass or phase, or 'all'"),
                                        cl::value_desc("pass"), cl::cat(kCategory));
static cl::list<std::string>
    run_pass("run-pass",
             cl::desc("Run these passes alone, on IR as it is before the first, and print the result"),
             cl::value_desc("passes"), cl::CommaSeparated, cl::cat(kCategory));
static cl::list<std::string>
    given_facts("facts", cl::desc("With -run-pass: what passes before have found out, as printed with IR"),
                cl::value_desc("name=number"), cl::CommaSeparated, cl::cat(kCategory));
static cl::list<std::string> disable_pass("disable-pass",
                                          cl::desc("Leave out these passes, which are optional"),
                                          cl::value_desc("passes"), cl::CommaSeparated, cl::cat(kCategory));
static cl::opt<unsigned> pass_limit("pass-limit",
                                    cl::desc("Leave out the optional passes after the first so many"),
                                    cl::value_desc("number"), cl::cat(kCategory));
static cl::opt<std::string>
    fault_after("fault-after", cl::desc("Make the code wrong after this pass, for tests of 'raddle bisect'"),
                cl::value_desc("pass"), cl::Hidden, cl::cat(kCategory));
static cl::opt<bool> times("times", cl::desc("Print the time of every pass"), cl::cat(kCategory));
static cl::opt<bool> verify("verify", cl::desc("Verify the IR and its properties after every pass"),
                            cl::cat(kCategory));
static cl::opt<bool> identity("identity", cl::desc("Print what identifies this compiler in cache keys"),
                              cl::cat(kCategory));
static cl::opt<unsigned>
    parts_from("parts-from",
               cl::desc("Compile kernels of so many instructions in parts, for tests (default: what pays)"),
               cl::value_desc("instructions"), cl::init(0), cl::cat(kCategory));
static cl::opt<std::string>
    processor("processor", cl::desc("Compile code that suits this processor, for tests (default: this one)"),
              cl::value_desc("name"), cl::cat(kCategory));
static cl::opt<std::string>
    target("target", cl::desc("Compile for a machine of another kind, e.g. aarch64-linux-gnu, for tests"),
           cl::value_desc("triple"), cl::cat(kCategory));
static cl::opt<std::string> demangled("demangle", cl::desc("Print what this mangled name stands for"),
                                      cl::value_desc("name"), cl::cat(kCategory));
static cl::list<std::string> libraries("libraries",
                                       cl::desc("With -target: a folder with libraries of that machine"),
                                       cl::value_desc("folder"), cl::cat(kCategory));
static cl::opt<bool>
    run_exit_handlers("run-exit-handlers",
                      cl::desc("End with exit(), for instruments that write their counts there"),
                      cl::cat(kCategory));
static cl::opt<bool> end_with_parent("end-with-parent",
                                     cl::desc("End when the process that has started this one does"),
                                     cl::cat(kCategory));
static cl::opt<std::string> symbolize_object("symbolize",
                                             cl::desc("Print places and functions at the given offsets"),
                                             cl::value_desc("object"), cl::cat(kCategory));
static cl::opt<bool> with_paths("paths", cl::desc("With -symbolize, print the absolute paths of files too"),
                                cl::cat(kCategory));
static cl::list<std::string> offsets(cl::Positional, cl::desc("offsets for -symbolize, hexadecimal"),
                                     cl::cat(kCategory));

namespace {

int fail(const std::string &message) {
  errs() << message << '\n';
  return 1;
}

// The option belongs to LLVM's code generator, which shall not see it.
std::string stopAfter() {
  auto option = cl::getRegisteredOptions().find("stop-after");
  if (option == cl::getRegisteredOptions().end())
    return {};
  auto &value = *static_cast<cl::opt<std::string> *>(option->second);
  std::string pass = value;
  value.setValue("");
  return pass;
}

vectorize::PipelineOptions pipelineOptions() {
  vectorize::PipelineOptions options;
  options.print_before = print_before;
  options.print_after = print_after;
  options.stop_after = stopAfter();
  options.run_alone = run_pass;
  options.facts = given_facts;
  if (!run_pass.empty() && print_after.empty())
    options.print_after = options.run_alone.back();
  options.left_out = disable_pass;
  if (pass_limit.getNumOccurrences() != 0)
    options.limit = pass_limit;
  options.fault_after = fault_after;
  options.print_times = times;
  options.print_outcomes = print_outcomes;
  options.verify = verify;
  options.output = &outs();
  return options;
}

// -plan alone asks for text.
std::optional<jit::PlanFormat> planFormat() {
  if (print_plan == "none")
    return jit::PlanFormat::kNone;
  if (print_plan.empty() || print_plan == "text")
    return jit::PlanFormat::kText;
  return print_plan == "json" ? std::optional(jit::PlanFormat::kJson) : std::nullopt;
}

void printPasses() {
  for (const vectorize::Pass &pass : vectorize::passes())
    outs() << fmt::format("{:33} {:9} {:8} {}\n", pass.name, vectorize::nameOf(pass.phase),
                          pass.isOptional() ? "optional" : "required", pass.purpose);
}

int printEngines(jit::CompileRequest request) {
  Result<std::vector<std::string>> kernels = std::vector<std::string>{request.kernel};
  if (request.kernel.empty())
    kernels = jit::listKernels(bitcode);
  if (!kernels)
    return fail(kernels.error().message);
  for (const std::string &name : *kernels)
    for (const std::string &block_class : engines_in) {
      const std::optional<BlockClass> known = BlockClass::named(block_class);
      if (!known)
        return fail(fmt::format("raddle-kernelc: error: there is no class of blocks '{}'", block_class));
      request.kernel = name;
      request.block = *known;
      auto reason = jit::whyThreadEngine(request);
      if (!reason)
        return fail(reason.error().message);
      std::ranges::replace(*reason, '\n', '\t');
      outs() << name << '\t' << block_class << '\t' << *reason << '\n';
    }
  return 0;
}

int printSymbols() {
  std::vector<uint64_t> numbers;
  for (const std::string &offset : offsets)
    numbers.push_back(std::strtoull(offset.c_str(), nullptr, 16));
  outs() << jit::symbolize(symbolize_object, numbers, with_paths);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(kCategory);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles CUDA device code (NVVM bitcode) for this machine's CPU.\n");

  if (end_with_parent)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (identity) {
    outs() << jit::compilerIdentity() << '\n';
    return 0;
  }
  const vectorize::PipelineOptions pipeline = pipelineOptions();
  if (const std::string wrong = vectorize::whatIsWrong(pipeline); !wrong.empty())
    return fail("raddle-kernelc: error: " + wrong);
  if (list_passes) {
    printPasses();
    return 0;
  }
  if (!symbolize_object.empty())
    return printSymbols();
  if (!demangled.empty()) {
    outs() << nvvm::readableName(demangled) << '\n';
    return 0;
  }
  if (bitcode.empty())
    return fail("raddle-kernelc: error: no device code given (-bitcode FILE)");
  if (list_kernels || describe_kernels) {
    auto lines = list_kernels ? jit::listKernels(bitcode) : jit::describeKernels(bitcode);
    if (!lines)
      return fail(lines.error().message);
    for (const std::string &line : *lines)
      outs() << line << '\n';
    return 0;
  }
  if (kernel.empty() == !module_object && engines_in.empty())
    return fail("raddle-kernelc: error: give either -kernel NAME or -module");

  std::optional<BlockClass> block_class = BlockClass::named(block);
  if (!block_class)
    return fail(fmt::format("raddle-kernelc: error: there is no class of blocks '{}' (-help lists them)",
                            block.getValue()));

  jit::CompileRequest request;
  request.block = *block_class;
  request.bitcode = bitcode;
  request.kernel = kernel;
  request.output = output;
  request.debug = debug;
  for (const std::string &detector : check) {
    bool *wanted = detector == "memory" ? &request.check_memory
                   : detector == "init" ? &request.check_init
                   : detector == "race" ? &request.check_races
                   : detector == "sync" ? &request.check_sync
                                        : nullptr;
    if (!wanted)
      return fail(fmt::format("raddle-kernelc: error: there is no detector '{}'", detector));
    *wanted = true;
  }
  request.profile = profile;
  request.trace = trace;
  request.lanes = lanes;
  request.print_engine = engine;
  request.print_remarks = print_remarks;
  const std::optional<jit::PlanFormat> format = planFormat();
  if (!format)
    return fail(fmt::format("raddle-kernelc: error: a plan is printed as 'text' or 'json', not as '{}'",
                            print_plan.getValue()));
  request.print_plan = *format;
  request.parts_from = parts_from;
  request.machine = {target, processor, libraries, !output.empty()};
  request.pipeline = pipeline;
  if (!engines_in.empty())
    return printEngines(request);
  // LLD as a library sets all options back.
  const bool end_with_handlers = run_exit_handlers;
  auto done = jit::compile(request);
  if (!done)
    return fail(done.error().message);
  if (end_with_handlers)
    return 0;
  // What LLVM has registered goes with the process.
  outs().flush();
  std::_Exit(0);
}
