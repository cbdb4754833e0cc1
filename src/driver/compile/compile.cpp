#include "driver/compile/compile.h"

#include "driver/compile/dependencies.h"
#include "driver/compile/precompiled_headers.h"
#include "driver/compile/source_mends.h"
#include "driver/device/check_device_code.h"
#include "driver/device/describe_kernels.h"
#include "driver/device/device_linker.h"
#include "driver/device/device_symbols.h"
#include "driver/device/fat_binary_writer.h"
#include "driver/device/kernel_list.h"
#include "driver/device/managed_variables.h"
#include "driver/device/ptx_module.h"
#include "driver/device/variable_list.h"
#include "driver/setup/diagnostics.h"
#include "driver/setup/template_libraries.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <utility>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

// What the passes over one .cu file share.
struct PassState {
  explicit PassState(const Session &session)
      : mends(session.toolchain.include), headers(session.workspace.file("all", "headers")) {}

  DiagnosticFilter filter;
  SourceMends mends;
  fs::path headers;     // a list of what the last pass has read, one a line
  fs::path precompiled; // the device pass's headers
};

// After the errors of a compiler.
void advise(const Session &session, std::string_view output) {
  const std::vector<TemplateLibrary> libraries = findTemplateLibraries(searchedFolders(session.command));
  printToStderr(adviceOn(output, libraries));
  if (std::string mixture = describeMixture(libraries, output, Reading::UntilError); !mixture.empty())
    reportError(mixture);
}

// A file that is not CUDA is the compiler's alone.
int runPlainPass(const Session &session, const Arguments &arguments) {
  std::string output;
  const int status = session.runner.run(arguments, &output);
  printToStderr(output);
  if (status != 0)
    advise(session, output);
  return status;
}

bool names(const Arguments &arguments, std::string_view option) {
  return std::ranges::find(arguments, option) != arguments.end();
}

// One run of clang. `meanwhile` is done once when it has begun.
int tryPass(const Session &session, Arguments arguments, PassState &state, std::string &output,
            const std::function<void()> &meanwhile) {
  const Arguments &mends = state.mends.arguments();
  arguments.insert(arguments.end(), mends.begin(), mends.end());
  // Clang adds to a list that is there.
  std::error_code ignored;
  fs::remove(state.headers, ignored);
  arguments.insert(arguments.end(), {"-Xclang", "-header-include-file", "-Xclang", state.headers});
  // System headers too; a rule that shall not name them would.
  if (!names(arguments, "-MMD") && !names(arguments, "-MM"))
    arguments.insert(arguments.end(), {"-Xclang", "-sys-header-deps"});
  return session.runner.run(arguments, &output, meanwhile);
}

bool mendAfter(const Session &session, PassState &state, std::string_view output) {
  return state.mends.mendAfter(output, state.headers, session.workspace);
}

int runPass(const Session &session, const Arguments &arguments, PassState &state,
            std::function<void()> meanwhile = {}) {
  for (;;) {
    std::string output;
    int status = tryPass(session, arguments, state, output, std::exchange(meanwhile, nullptr));
    if (status != 0 && mendAfter(session, state, output))
      continue;
    output = state.mends.inOriginals(output);
    printToStderr(state.filter.filter(output));
    if (status != 0)
      advise(session, output);
    return status;
  }
}

int writeText(const fs::path &path, std::string_view text) {
  if (auto failed = writeFile(path, text))
    return reportError(failed->message);
  return 0;
}

fs::path deviceLibrary(const Session &session) { return session.toolchain.library / "raddle" / "device.bc"; }

struct DevicePart {
  fs::path fat_binary;
  fs::path header; // what the host pass has to know of the device code; empty: nothing
};

void reportResources(const Session &session, const fs::path &bitcode) {
  if (auto kernels = describeKernels({bitcode}))
    printToStderr(describeResources(*kernels, session.command.architecture));
  else
    reportWarning(kernels.error().message);
}

// A module of PTX to bitcode.
int translatePtx(const Session &session, const fs::path &text, const fs::path &bitcode) {
  if (session.runner.dryRun())
    return 0;
  auto written = translatePtxModule(text, deviceLibrary(session), bitcode);
  if (!written)
    printToStderr(written.error().message + '\n');
  return written ? 0 : 1;
}

// The device pass of a .cu file, to bitcode. `more`: options that it gets; `meanwhile`: see tryPass().
int runBitcodePass(const Session &session, const Input &input, const Arguments &more, const fs::path &bitcode,
                   PassState &state, std::function<void()> meanwhile) {
  const auto argumentsWith = [&](const fs::path &precompiled) {
    Arguments arguments = deviceArguments(session, input, DeviceOutput::Bitcode, bitcode, precompiled);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  PrecompiledHeaders headers(session, Side::Device);
  state.precompiled = headers.file();
  if (!state.precompiled.empty()) {
    std::string output;
    const int status =
        tryPass(session, argumentsWith(state.precompiled), state, output, std::exchange(meanwhile, nullptr));
    if (status == 0)
      printToStderr(state.filter.filter(output));
    if (status == 0 || session.runner.interrupted())
      return status;
    // Mended code, and errors, are for a run that reads the headers.
    headers.removeIfRefused(output);
    mendAfter(session, state, output);
  }
  return runPass(session, argumentsWith({}), state, std::move(meanwhile));
}

int runDevicePass(const Session &session, const Input &input, const Arguments &more, const fs::path &bitcode,
                  PassState &state, std::function<void()> meanwhile = {}) {
  if (!session.command.through_ptx)
    return runBitcodePass(session, input, more, bitcode, state, std::move(meanwhile));
  const fs::path written = session.workspace.file(input.path, "ptx");
  Arguments arguments = deviceArguments(session, input, DeviceOutput::Ptx, written);
  arguments.insert(arguments.end(), more.begin(), more.end());
  if (int status = runPass(session, arguments, state, std::move(meanwhile)))
    return status;
  return translatePtx(session, written, bitcode);
}

// Checks a device pass's bitcode and packs it for the host pass.
int packDeviceCode(const Session &session, const Input &input, const fs::path &bitcode, DevicePart &part) {
  if (session.runner.dryRun())
    return 0;
  const Command &command = session.command;
  auto findings = checkDeviceCode(bitcode);
  if (!findings)
    return reportError(findings.error().message);
  printToStderr(findings->warnings + findings->errors);
  if (!findings->errors.empty())
    return 1;
  auto symbols = readDeviceSymbols(bitcode, deviceLibrary(session));
  if (!symbols)
    return reportError(symbols.error().message);
  auto header = managedVariablesHeader(bitcode);
  if (!header)
    return reportError(header.error().message);
  if (command.relocatable) {
    *header += markerHeader(*symbols);
  } else if (!symbols->undefined.empty()) {
    auto text = describeUndefined(bitcode, input.path, *symbols);
    if (!text)
      return reportError(text.error().message);
    printToStderr(*text);
    if (!text->empty())
      return 1;
  }
  if (!header->empty()) {
    part.header = session.workspace.file(input.path, "device.h");
    if (int status = writeText(part.header, *header))
      return status;
  }

  if (command.describe_resources)
    reportResources(session, bitcode);

  auto bytes = readFile(bitcode);
  if (!bytes)
    return reportError(bytes.error().message);
  auto kernels = listKernels(bitcode);
  if (!kernels)
    return reportError(kernels.error().message);
  auto variables = listVariables(bitcode);
  if (!variables)
    return reportError(variables.error().message);
  const Payload payloads[] = {{abi::PayloadKind::kBitcode, *bytes},
                              {abi::PayloadKind::kKernels, *kernels},
                              {abi::PayloadKind::kVariables, *variables}};
  std::uint32_t flags = 0;
  if (command.relocatable)
    flags |= abi::kRelocatable;
  if (command.device_debug)
    flags |= abi::kDebug;
  std::vector<char> container = makeFatBinary(payloads, command.architecture.number, flags);
  if (auto failed = writeFile(part.fat_binary, container))
    return reportError(failed->message);
  return 0;
}

// The dependencies of a .cu file are those of both passes.
int mergeRules(const Session &session, const std::vector<fs::path> &rules, const std::string &target,
               const std::vector<fs::path> &generated, const fs::path &output) {
  if (session.runner.dryRun())
    return 0;
  std::vector<std::vector<std::string>> prerequisites;
  for (const fs::path &rule : rules) {
    auto text = readFile(rule);
    if (!text)
      return reportError(text.error().message);
    prerequisites.push_back(parseRule({text->data(), text->size()}));
  }
  std::vector<std::string> hidden;
  for (const fs::path &file : generated)
    hidden.push_back(makeQuoted(file.string()));
  std::string rule = writeRule(target, prerequisites, hidden, session.command.dependencies.phony_targets);
  if (!output.empty() && output != "-")
    return writeText(output, rule);
  std::fwrite(rule.data(), 1, rule.size(), stdout);
  return 0;
}

std::string ruleTarget(const Command &command, const fs::path &object) {
  return command.dependencies.target.empty() ? makeQuoted(object.string()) : command.dependencies.target;
}

// The host pass of a .cu file. It runs beside the device pass, whose code it waits for only when it has read the source and
// has written its own; unless it must see something of the device code first.
class HostPass {
public:
  HostPass(const Session &session, const Input &input, const fs::path &object, const fs::path &rule)
      : session_(session), input_(input), object_(object),
        headers_(session, Side::Host), parts_{{}, {}, rule, {}} {}

  /// Begins, where it may.
  void start() {
    parts_.precompiled = headers_.file();
    if (mayRunBeside()) {
      parts_.fat_binary = Runner::kFedFile;
      started_ = session_.runner.start(hostArguments(session_, input_, parts_, object_));
    }
  }

  int finish(const DevicePart &device, PassState &state) {
    // Mended code is seen with other options than the headers were precompiled with.
    const bool is_mended = !state.mends.arguments().empty();
    if (is_mended || !device.header.empty())
      started_.reset();
    parts_.fat_binary = device.fat_binary;
    parts_.header = device.header;
    if (is_mended)
      parts_.precompiled.clear();
    if (started_ || !parts_.precompiled.empty()) {
      std::string output;
      const int status = started_ ? feed(output) : session_.runner.run(arguments(), &output);
      if (status == 0) {
        printToStderr(state.filter.filter(output));
        return 0;
      }
      if (session_.runner.interrupted())
        return status;
      // Errors are said by a run that reads the headers, with all that may follow from them.
      headers_.removeIfRefused(output);
      parts_.precompiled.clear();
    }
    return runPass(session_, arguments(), state);
  }

  /// What it has read that the program does not name.
  std::vector<fs::path> generatedFiles() const {
    return {parts_.header, parts_.precompiled, precompiledSource(session_.toolchain)};
  }

private:
  Arguments arguments() const { return hostArguments(session_, input_, parts_, object_); }

  // Linked device code and managed variables have declarations of their own for the host. Commands that are shown shall do
  // the same when they are typed in.
  bool mayRunBeside() const {
    const Command &command = session_.command;
    if (command.relocatable || command.keep || command.dry_run || command.verbose)
      return false;
    auto source = readFile(input_.path);
    return source &&
           std::string_view(source->data(), source->size()).find("__managed__") == std::string_view::npos;
  }

  int feed(std::string &output) {
    auto code = readFile(parts_.fat_binary);
    if (!code)
      return reportError(code.error().message);
    return session_.runner.finish(*started_, *code, &output);
  }

  const Session &session_;
  const Input &input_;
  const fs::path &object_;
  PrecompiledHeaders headers_;
  HostParts parts_;
  std::unique_ptr<Runner::Started> started_;
};

// The rule of a file that is not CUDA, which says what a program includes; asked for where the include path has libraries of
// different versions. "" where it does not matter.
fs::path addListOfHeaders(const Session &session, const Input &input, Arguments &arguments,
                          const fs::path &rule) {
  const std::vector<TemplateLibrary> libraries = findTemplateLibraries(searchedFolders(session.command));
  std::string all;
  for (const TemplateLibrary &library : libraries)
    all += library.headers.string() + "/";
  if (!rule.empty() || describeMixture(libraries, all, Reading::Whole).empty())
    return rule;
  const fs::path list = session.workspace.file(input.path, "headers.d");
  arguments.insert(arguments.end(), {"-MD", "-MF", list});
  return list;
}

// nvcc takes what compiles although it is mixed.
void warnOfMixture(const Session &session, const fs::path &headers_read) {
  const std::vector<TemplateLibrary> libraries = findTemplateLibraries(searchedFolders(session.command));
  if (auto list = readFile(headers_read))
    if (const std::string mixture =
            describeMixture(libraries, std::string_view(list->data(), list->size()), Reading::Whole);
        !mixture.empty())
      reportWarning(mixture);
}

int compileCuda(const Session &session, const Input &input, const fs::path &object,
                const fs::path &dependency_file) {
  PassState state(session);
  fs::path bitcode = session.workspace.file(input.path, "device.bc");
  Arguments device;
  fs::path device_rule, host_rule;
  if (!dependency_file.empty()) {
    device_rule = session.workspace.file(input.path, "device.d");
    host_rule = session.workspace.file(input.path, "host.d");
    device = {dependencyFlag(session.command, true), "-MF", device_rule};
  }
  HostPass host(session, input, object, host_rule);
  if (int status = runDevicePass(session, input, device, bitcode, state, [&] { host.start(); }))
    return status;
  warnOfMixture(session, state.headers);

  DevicePart part;
  part.fat_binary = session.workspace.file(input.path, "fatbin");
  if (int status = packDeviceCode(session, input, bitcode, part))
    return status;
  if (int status = host.finish(part, state))
    return status;
  if (dependency_file.empty())
    return 0;
  std::vector<fs::path> generated = host.generatedFiles();
  generated.push_back(state.precompiled);
  return mergeRules(session, {device_rule, host_rule}, ruleTarget(session.command, object), generated,
                    dependency_file);
}

} // namespace

int compileToObject(const Session &session, const Input &input, const fs::path &object,
                    const fs::path &dependency_file) {
  if (input.language == Language::Cuda)
    return compileCuda(session, input, object, dependency_file);
  Arguments arguments = plainArguments(session, input, Goal::Objects, object);
  if (!dependency_file.empty()) {
    arguments.insert(arguments.end(), {dependencyFlag(session.command, true), "-MF", dependency_file, "-MT",
                                       ruleTarget(session.command, object)});
    if (session.command.dependencies.phony_targets)
      arguments.push_back("-MP");
  }
  const fs::path headers_read = addListOfHeaders(session, input, arguments, dependency_file);
  const int status = runPlainPass(session, arguments);
  if (status == 0)
    warnOfMixture(session, headers_read);
  return status;
}

int compileDevice(const Session &session, const Input &input, DeviceOutput kind, const fs::path &output) {
  PassState state(session);
  return runPass(session, deviceArguments(session, input, kind, output), state);
}

int compileToFatBinary(const Session &session, const Input &input, const fs::path &output) {
  fs::path bitcode = session.workspace.file(input.path, "device.bc");
  PassState state(session);
  const bool is_ptx = input.language == Language::Ptx;
  if (int status = is_ptx ? translatePtx(session, input.path, bitcode)
                          : runDevicePass(session, input, {}, bitcode, state))
    return status;
  DevicePart part{output, {}};
  return packDeviceCode(session, input, bitcode, part);
}

int linkToFatBinary(const Session &session, const std::vector<Input> &inputs, const fs::path &output) {
  if (session.runner.dryRun())
    return 0;
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    files.push_back(session.workspace.file(inputs[i].path, fmt::format("{}.bc", i)));
    const bool is_ptx = inputs[i].language == Language::Ptx;
    auto made = is_ptx ? translatePtxModule(inputs[i].path, deviceLibrary(session), files.back())
                       : extractBitcode(inputs[i].path, files.back());
    if (!made) {
      printToStderr(made.error().message + '\n');
      return 1;
    }
  }
  const fs::path linked = session.workspace.file(inputs[0].path, "linked.bc");
  if (auto made = linkBitcode(files, linked); !made) {
    printToStderr(made.error().message + '\n');
    return 1;
  }
  DevicePart part{output, {}};
  return packDeviceCode(session, inputs[0], linked, part);
}

int preprocess(const Session &session, const Input &input, const fs::path &output) {
  if (input.language == Language::Cuda)
    return compileDevice(session, input, DeviceOutput::Preprocessed, output);
  return runPlainPass(session, plainArguments(session, input, Goal::Preprocessed, output));
}

int writeDependencies(const Session &session, const Input &input, const std::string &target,
                      const fs::path &output) {
  PassState state(session);
  std::vector<fs::path> rules;
  if (input.language == Language::Cuda) {
    rules = {session.workspace.file(input.path, "device.d"), session.workspace.file(input.path, "host.d")};
    Arguments device = deviceArguments(session, input, DeviceOutput::Dependencies, rules[0]);
    if (int status = runPass(session, device, state))
      return status;
    if (int status = runPass(session, hostDependencyArguments(session, input, rules[1]), state))
      return status;
  } else {
    rules = {session.workspace.file(input.path, "d")};
    if (int status = runPlainPass(session, plainArguments(session, input, Goal::Dependencies, rules[0])))
      return status;
  }
  return mergeRules(session, rules, ruleTarget(session.command, target), {}, output);
}

} // namespace raddle::driver
