// raddle explain: the IR of a kernel after any pass.
#include "tools/subcommands.h"

#include "base/paths.h"
#include "base/process.h"
#include "driver/compile.h"
#include "driver/diagnostics.h"
#include "driver/device_symbols.h"
#include "driver/driver.h"

#include <fmt/format.h>
#include <sstream>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

struct Request {
  std::string kernel;
  std::string after;
  bool list_passes = false;
  std::vector<std::string> compile_options;  // the file, and options for raddlecc
};

// The kernel compiler, with its output on our stdout.
int runKernelCompiler(driver::Runner &runner, driver::Arguments arguments) {
  arguments.insert(arguments.begin(), kernelCompilerPath());
  return runner.run(arguments);
}

Result<std::vector<std::string>> listKernels(const fs::path &bitcode, bool debug) {
  driver::Arguments arguments{kernelCompilerPath(), "--bitcode", bitcode, "--list-kernels"};
  if (debug)
    arguments.push_back("--debug");
  auto output = runProcess(arguments);
  if (!output)
    return output.error();
  if (output->exit_code != 0)
    return Error{output->output};
  std::vector<std::string> names;
  std::istringstream lines(output->output);
  for (std::string line; std::getline(lines, line);)
    names.push_back(line);
  return names;
}

// "scale" and "scale<float>(float*)" both mean a kernel whose demangled name is the latter.
bool means(const std::string &wanted, const std::string &mangled) {
  std::string name = driver::demangled(mangled.substr(0, mangled.find('@')));
  if (wanted == mangled || wanted == name)
    return true;
  std::string without_parameters = name.substr(0, name.find('('));
  if (size_t space = without_parameters.find(' '); space < without_parameters.find('<'))
    without_parameters.erase(0, space + 1);  // a template's return type
  return wanted == without_parameters || wanted == without_parameters.substr(0, without_parameters.find('<'));
}

Result<std::string> chooseKernel(const std::vector<std::string> &kernels, const std::string &wanted) {
  std::vector<std::string> chosen;
  std::string list;
  for (const std::string &kernel : kernels) {
    list += fmt::format("\n  {}", driver::demangled(kernel));
    if (wanted.empty() || means(wanted, kernel))
      chosen.push_back(kernel);
  }
  if (kernels.empty())
    return Error{"the file has no kernel"};
  if (chosen.empty())
    return Error{fmt::format("there is no kernel '{}' in this file; it has:{}", wanted, list)};
  if (chosen.size() > 1)
    return Error{fmt::format("choose one of these with --kernel:{}", list)};
  return chosen.front();
}

int explainIn(driver::Session &session, const driver::Input &input, const Request &request) {
  fs::path bitcode = session.workspace.file(input.path, "bc");
  if (int status = driver::compileDevice(session, input, driver::DeviceOutput::Bitcode, bitcode))
    return status;
  auto kernels = listKernels(bitcode, session.command.device_debug);
  if (!kernels)
    return fail(kernels.error().message);
  auto kernel = chooseKernel(*kernels, request.kernel);
  if (!kernel)
    return fail(kernel.error().message);
  driver::Arguments arguments{"--bitcode", bitcode, "--kernel", *kernel, "--ir-after", request.after};
  if (request.after != "all")
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

}  // namespace

void addExplain(CLI::App &raddle, int &status) {
  auto request = std::make_shared<Request>();
  CLI::App *command = raddle.add_subcommand("explain", "Print the IR of a kernel after any pass");
  setUsage(*command, "raddle explain FILE.cu [--kernel NAME] [--after PASS] [raddlecc options]");
  command->add_option("--kernel", request->kernel, "The kernel's name; needed when the file has several");
  command->add_option("--after", request->after, "Print after this pass, or after 'all'")
      ->default_str("optimize");
  command->add_flag("--list-passes", request->list_passes, "Print the passes in order");
  command->allow_extras();
  command->callback([command, request, &status] {
    if (request->after.empty())
      request->after = "optimize";
    request->compile_options = command->remaining();
    status = explain(*request);
  });
}

}  // namespace raddle::tools
