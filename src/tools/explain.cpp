// raddle explain: which engine the kernels of a file get, why, and what to change so that they get the warp engine; of
// one kernel also the shape of its loops and accesses, or its IR after any pass.
#include "tools/subcommands.h"

#include "base/paths.h"
#include "base/process.h"
#include "driver/command/parse_command.h"
#include "driver/compile/compile.h"
#include "driver/driver.h"
#include "driver/setup/diagnostics.h"
#include "tools/kernel_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <sstream>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

struct Request {
  std::string kernel;
  std::string before, after; // a pass; both empty: say how the kernel runs
  std::string without;       // passes that are left out
  std::string block;         // empty: rows, and what differs in others
  std::string plan;          // how the plan of the pass widen is printed; empty: not at all
  bool list_passes = false;
  bool passes = false;                      // say what each of them did
  std::vector<std::string> compile_options; // the file, and options for raddlecc
};

// The kernel compiler, with its output on our stdout.
int runKernelCompiler(driver::Runner &runner, driver::Arguments arguments) {
  arguments.insert(arguments.begin(), kernelCompilerPath());
  return runner.run(arguments);
}

// The lines that the kernel compiler prints.
Result<std::vector<std::string>> askKernelCompiler(driver::Arguments arguments) {
  arguments.insert(arguments.begin(), kernelCompilerPath());
  auto output = runProcess(arguments);
  if (!output)
    return output.error();
  if (output->exit_code != 0)
    return Error{output->output};
  std::vector<std::string> answer;
  std::istringstream lines(output->output);
  for (std::string line; std::getline(lines, line);)
    answer.push_back(line);
  return answer;
}

// The device code of the file.
struct Compiled {
  fs::path bitcode;
  bool debug; // -G
};

Result<std::vector<std::string>> listKernels(const Compiled &compiled) {
  driver::Arguments arguments{"--bitcode", compiled.bitcode, "--list-kernels"};
  if (compiled.debug)
    arguments.push_back("--debug");
  return askKernelCompiler(arguments);
}

// Asked before anything is compiled.
std::optional<Error> checkPass(const std::string &option, const std::string &pass) {
  auto answer = askKernelCompiler({option, pass, "--list-passes"});
  if (answer)
    return std::nullopt;
  std::string message = answer.error().message;
  constexpr std::string_view kPrefix = "raddle-kernelc: error: ";
  if (message.starts_with(kPrefix))
    message.erase(0, kPrefix.size());
  message.erase(message.find_last_not_of('\n') + 1);
  return Error{message};
}

Result<std::string> chooseKernel(const std::vector<std::string> &kernels, const std::string &wanted) {
  if (kernels.empty())
    return Error{"the file has no kernel"};
  std::vector<std::string> chosen, begin_so;
  for (const std::string &kernel : kernels) {
    if (wanted.empty() || namesKernel(wanted, kernel))
      chosen.push_back(kernel);
    if (beginsKernel(wanted, kernel))
      begin_so.push_back(kernel);
  }
  if (chosen.empty())
    chosen = begin_so;
  if (chosen.size() == 1)
    return chosen.front();
  std::string list;
  for (const std::string &kernel : chosen.empty() ? kernels : chosen)
    list += fmt::format("\n  {}", readableKernel(kernel));
  if (chosen.empty())
    return Error{fmt::format("there is no kernel '{}' in this file; it has:{}", wanted, list)};
  return Error{fmt::format("choose one of these with --kernel:{}", list)};
}

// The engine that a kernel gets in blocks of a kind.
struct Engine {
  std::string kernel, block_class;
  std::string reason, advice; // empty: the warp engine
};

// One kernel's, or with an empty name all of them, in the order of `classes`.
Result<std::vector<Engine>> askForEngines(const Compiled &compiled, const std::string &kernel,
                                          const std::string &classes) {
  driver::Arguments arguments{"--bitcode", compiled.bitcode, "--engines-in", classes};
  if (!kernel.empty())
    arguments.insert(arguments.end(), {"--kernel", kernel});
  if (compiled.debug)
    arguments.push_back("--debug");
  auto lines = askKernelCompiler(arguments);
  if (!lines)
    return lines.error();
  std::vector<Engine> engines;
  for (const std::string &line : *lines) {
    std::istringstream fields(line);
    Engine engine;
    for (std::string *field : {&engine.kernel, &engine.block_class, &engine.reason, &engine.advice})
      std::getline(fields, *field, '\t');
    engines.push_back(engine);
  }
  return engines;
}

// Blocks in which other branches part the lanes of a warp, so that the engine may be another one.
struct KindOfBlocks {
  const char *block_class, *name;
};
constexpr KindOfBlocks kKinds[] = {{"rows", "blocks whose width is a multiple of 32"},
                                   {"line", "other one-dimensional blocks"},
                                   {"rows-of-8", "narrow blocks (8 wide)"},
                                   {"any", "blocks of other shapes"}};

std::string nameOf(const std::string &block_class) {
  for (const KindOfBlocks &kind : kKinds)
    if (block_class == kind.block_class)
      return kind.name;
  return "blocks of the class " + block_class;
}

std::string listOfKinds() {
  std::string list;
  for (const KindOfBlocks &kind : kKinds)
    list += (list.empty() ? "" : ",") + std::string(kind.block_class);
  return list;
}

// A kernel's engines, those of which the same is said together.
std::vector<std::vector<Engine>> alike(const std::vector<Engine> &engines) {
  std::vector<std::vector<Engine>> groups;
  for (const Engine &engine : engines) {
    auto group = std::ranges::find_if(
        groups, [&](const std::vector<Engine> &other) { return other.front().reason == engine.reason; });
    if (group == groups.end())
      group = groups.insert(groups.end(), std::vector<Engine>());
    group->push_back(engine);
  }
  return groups;
}

std::string inBlocks(const std::vector<Engine> &engines) {
  std::string names;
  for (const Engine &engine : engines)
    names += (names.empty() ? " in " : ", ") + nameOf(engine.block_class);
  return names;
}

// "warp engine in narrow blocks", or why it is the other one and what to change.
std::string describe(const std::vector<Engine> &engines, bool in_all_blocks) {
  const Engine &first = engines.front();
  const std::string where = in_all_blocks ? "" : inBlocks(engines);
  if (first.reason.empty())
    return fmt::format("warp engine{}\n", where);
  return fmt::format("thread engine{}: {}\n  {}\n", where, first.reason, first.advice);
}

// Lines after the first one stand below it.
std::string indented(std::string text) {
  for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
    text.insert(at + 1, "  ");
  return text;
}

// Each kernel with its engine.
int explainAll(const Compiled &compiled, const std::vector<std::string> &kernels,
               const std::string &classes) {
  auto engines = askForEngines(compiled, "", classes);
  if (!engines)
    return fail(engines.error().message);
  for (const std::string &kernel : kernels) {
    std::vector<Engine> own;
    std::ranges::copy_if(*engines, std::back_inserter(own),
                         [&](const Engine &engine) { return engine.kernel == kernel; });
    const auto groups = alike(own);
    fmt::print("{}\n", readableKernel(kernel));
    for (const std::vector<Engine> &group : groups)
      fmt::print("  {}", indented(describe(group, groups.size() == 1)));
  }
  fmt::print("\nraddle explain --kernel NAME says more of one of them.\n");
  return 0;
}

// One kernel: its engine, and line by line what became of it. Where nobody asks for certain blocks, also in which it
// gets another engine.
int explainOne(const Compiled &compiled, const std::string &kernel, const Request &request) {
  driver::Arguments arguments{"--bitcode", compiled.bitcode,
                              "--kernel",  kernel,
                              "--lanes",   "32",
                              "--block",   request.block.empty() ? kKinds[0].block_class : request.block,
                              "--engine",  request.plan.empty() ? "--remarks" : "--plan=" + request.plan};
  if (compiled.debug)
    arguments.push_back("--debug");
  auto lines = askKernelCompiler(arguments);
  if (!lines)
    return fail(lines.error().message);
  if (request.plan == "json") {
    for (const std::string &line : *lines)
      fmt::print("{}\n", line);
    return 0;
  }
  const auto first_remark = std::ranges::find(*lines, "");
  for (auto line = lines->begin(); line != first_remark; ++line)
    fmt::print("{}\n", *line);
  if (request.block.empty()) {
    auto engines = askForEngines(compiled, kernel, listOfKinds());
    if (!engines)
      return fail(engines.error().message);
    const auto groups = alike(*engines);
    for (std::size_t i = 1; i < groups.size(); ++i)
      fmt::print("{}", describe(groups[i], false));
  }
  for (auto line = first_remark; line != lines->end(); ++line)
    fmt::print("{}\n", *line);
  return 0;
}

int printPasses(driver::Session &session, const Compiled &compiled, const std::string &kernel,
                const Request &request) {
  // Where the warp engine is refused, the passes for the thread engine follow.
  driver::Arguments arguments{"--bitcode", compiled.bitcode,
                              "--kernel",  kernel,
                              "--lanes",   "32",
                              "--block",   request.block.empty() ? "rows" : request.block};
  if (!request.without.empty())
    arguments.insert(arguments.end(), {"--disable-pass", request.without});
  if (request.passes) {
    arguments.push_back("--outcomes");
  } else {
    const bool is_before = !request.before.empty();
    const std::string &pass = is_before ? request.before : request.after;
    arguments.insert(arguments.end(), {is_before ? "--ir-before" : "--ir-after", pass});
    if (pass != "all")
      arguments.insert(arguments.end(), {"--stop-after", pass});
  }
  if (compiled.debug)
    arguments.push_back("--debug");
  return runKernelCompiler(session.runner, arguments);
}

int explainIn(driver::Session &session, const driver::Input &input, const Request &request) {
  const Compiled compiled{session.workspace.file(input.path, "bc"), session.command.device_debug};
  if (int status = driver::compileDevice(session, input, driver::DeviceOutput::Bitcode, compiled.bitcode))
    return status;
  auto kernels = listKernels(compiled);
  if (!kernels)
    return fail(kernels.error().message);
  const bool prints_passes = request.passes || !request.before.empty() || !request.after.empty();
  if (request.kernel.empty() && !prints_passes && request.plan.empty() && kernels->size() > 1)
    return explainAll(compiled, *kernels, request.block.empty() ? listOfKinds() : request.block);
  auto kernel = chooseKernel(*kernels, request.kernel);
  if (!kernel)
    return fail(kernel.error().message);
  return prints_passes ? printPasses(session, compiled, *kernel, request)
                       : explainOne(compiled, *kernel, request);
}

int explain(const Request &request) {
  driver::Runner runner(false, false);
  if (request.list_passes)
    return runKernelCompiler(runner, {"--list-passes"});
  if (request.compile_options.empty())
    return fail("raddle explain needs a .cu file; raddle explain --help says more");
  std::vector<std::string> options = request.compile_options;
  options.push_back("-c");
  for (const auto &[option, pass] : {std::pair{"--ir-before", &request.before},
                                     {"--ir-after", &request.after},
                                     {"--disable-pass", &request.without}})
    if (!pass->empty())
      if (auto wrong = checkPass(option, *pass))
        return fail(wrong->message);
  auto command = driver::parseCommand(options);
  if (!command)
    return fail(command.error().message);
  if (command->inputs.size() != 1 || command->inputs[0].language != driver::Language::Cuda)
    return fail("raddle explain takes one .cu file");
  auto toolchain = driver::findToolchain();
  if (!toolchain)
    return fail(toolchain.error().message);
  int status = 1;
  {
    auto workspace = driver::Workspace::temporary();
    if (!workspace)
      return fail(workspace.error().message);
    driver::Session session{{*command, *toolchain}, runner, *workspace};
    status = explainIn(session, command->inputs[0], request);
  }
  runner.raiseSignal();
  return status;
}

} // namespace

void addExplain(CLI::App &raddle, int &status) {
  auto request = std::make_shared<Request>();
  CLI::App *command =
      raddle.add_subcommand("explain", "Say how a kernel runs, or print its IR after any pass");
  setUsage(*command, "raddle explain FILE.cu [--kernel NAME] [--block CLASS] [--plan | --passes | --after "
                     "PASS | --before PASS]\n"
                     "                       [--without PASSES] [raddlecc options]\n"
                     "       raddle explain --list-passes");
  command->add_option(
      "--kernel", request->kernel,
      "The kernel's name or its beginning; without it, what engine each of several kernels gets");
  command
      ->add_option(
          "--block", request->block,
          "For which blocks: rows (blockDim.x 64, 96, 128, ...), line (one-dimensional), rows-of-1, -2, "
          "-4, -8, -16 or -32 (blockDim.x), planes-of-4x4 and the like (blockDim.x and y), any; with "
          "+one-warp, +two-warps, +four-warps or +eight-warps where blocks have no others, +pairs, +fours or "
          "+eights where so many warps lie in one row")
      ->default_str("rows, and which engine it gets in others");
  CLI::Option *after =
      command->add_option("--after", request->after, "Print the IR after this pass or phase, or after 'all'");
  command->add_option("--before", request->before, "Print the IR before this pass or phase")->excludes(after);
  command->add_option("--without", request->without,
                      "With --after, --before or --passes: leave out these passes, with commas between them");
  command->add_flag(
      "--passes", request->passes,
      "Print of every pass whether it changed the kernel, and what it refused to change, and why");
  command
      ->add_flag("--plan{text}", request->plan,
                 "Print for every line how its loops, branches, accesses, calls and warp operations are made "
                 "for a warp, and why; --plan=json for programs")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_flag("--list-passes", request->list_passes, "Print the passes in order");
  command->allow_extras();
  command->callback([command, request, &status] {
    request->compile_options = command->remaining();
    status = explain(*request);
  });
}

} // namespace raddle::tools
