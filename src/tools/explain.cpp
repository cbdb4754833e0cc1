// raddle explain: which engine a kernel gets and why, the shape of its loops and accesses; or its IR after
// any pass.
#include "tools/subcommands.h"

#include "base/paths.h"
#include "base/process.h"
#include "driver/compile.h"
#include "driver/diagnostics.h"
#include "driver/driver.h"
#include "tools/kernel_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <sstream>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

struct Request {
  std::string kernel;
  std::string after; // the pass; empty: say how the kernel runs
  std::string block = "rows";
  bool list_passes = false;
  bool engines = false;                     // of all kernels
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

Result<std::vector<std::string>> listKernels(const fs::path &bitcode, bool debug) {
  driver::Arguments arguments{"--bitcode", bitcode, "--list-kernels"};
  if (debug)
    arguments.push_back("--debug");
  return askKernelCompiler(arguments);
}

std::optional<Error> checkPass(const std::string &pass) {
  auto lines = askKernelCompiler({"--list-passes"});
  if (!lines)
    return lines.error();
  auto names_pass = [&](const std::string &line) { return line.substr(0, line.find(' ')) == pass; };
  if (pass == "all" || std::ranges::any_of(*lines, names_pass))
    return std::nullopt;
  return Error{fmt::format("there is no pass '{}'; raddle explain --list-passes lists them", pass)};
}

Result<std::string> chooseKernel(const std::vector<std::string> &kernels, const std::string &wanted) {
  if (kernels.empty())
    return Error{"the file has no kernel"};
  std::vector<std::string> chosen, begin_so;
  for (const std::string &kernel : kernels) {
    if (wanted.empty() || namesKernel(wanted, kernel))
      chosen.push_back(kernel);
    if (readableKernel(kernel).starts_with(wanted))
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

// A line for each kernel.
int listEngines(const fs::path &bitcode, const std::vector<std::string> &kernels, const Request &request,
                bool debug) {
  for (const std::string &kernel : kernels) {
    driver::Arguments arguments{"--bitcode", bitcode,   "--kernel",    kernel,    "--lanes",
                                "32",        "--block", request.block, "--engine"};
    if (debug)
      arguments.push_back("--debug");
    auto answer = askKernelCompiler(arguments);
    if (!answer)
      return fail(answer.error().message);
    fmt::print("{}: {}\n", readableKernel(kernel), answer->empty() ? "" : answer->front());
  }
  return 0;
}

int explainIn(driver::Session &session, const driver::Input &input, const Request &request) {
  fs::path bitcode = session.workspace.file(input.path, "bc");
  if (int status = driver::compileDevice(session, input, driver::DeviceOutput::Bitcode, bitcode))
    return status;
  auto kernels = listKernels(bitcode, session.command.device_debug);
  if (!kernels)
    return fail(kernels.error().message);
  if (request.engines)
    return listEngines(bitcode, *kernels, request, session.command.device_debug);
  auto kernel = chooseKernel(*kernels, request.kernel);
  if (!kernel)
    return fail(kernel.error().message);
  driver::Arguments arguments{"--bitcode", bitcode, "--kernel", *kernel};
  if (request.after.empty())
    arguments.insert(arguments.end(), {"--lanes", "32", "--block", request.block, "--engine", "--remarks"});
  else
    arguments.insert(arguments.end(), {"--ir-after", request.after});
  if (!request.after.empty() && request.after != "all")
    arguments.insert(arguments.end(), {"--stop-behind", request.after});
  if (session.command.device_debug)
    arguments.push_back("--debug");
  return runKernelCompiler(session.runner, arguments);
}

int explain(const Request &request) {
  driver::Runner runner(false, false);
  if (request.list_passes)
    return runKernelCompiler(runner, {"--list-passes"});
  if (request.compile_options.empty())
    return fail("raddle explain needs a .cu file; raddle explain --help says more");
  std::vector<std::string> options = request.compile_options;
  options.push_back("-c");
  if (!request.after.empty())
    if (auto wrong = checkPass(request.after))
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
  setUsage(
      *command,
      "raddle explain FILE.cu [--kernel NAME | --engines] [--block CLASS | --after PASS] [raddlecc options]");
  command->add_option("--kernel", request->kernel,
                      "The kernel's name or its beginning; needed when the file has several");
  command
      ->add_option(
          "--block", request->block,
          "For which blocks: rows (blockDim.x a multiple of 32), line (one-dimensional), rows-of-1, -2, "
          "-4, -8, -16 or -32 (blockDim.x), planes-of-4x4 and the like (blockDim.x and y), any; with "
          "+one-warp, +two-warps, +four-warps or +eight-warps "
          "where blocks have no others")
      ->default_str("rows");
  command->add_flag("--engines", request->engines,
                    "Print a line for each kernel of the file: its engine, and why");
  command->add_option("--after", request->after, "Print the IR after this pass, or after 'all'");
  command->add_flag("--list-passes", request->list_passes, "Print the passes in order");
  command->allow_extras();
  command->callback([command, request, &status] {
    request->compile_options = command->remaining();
    status = explain(*request);
  });
}

} // namespace raddle::tools
