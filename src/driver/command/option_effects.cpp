#include "driver/command/option_effects.h"

#include "driver/command/version.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>

namespace raddle::driver {

namespace {

using Action = void (*)(Draft &draft, const std::string &value);

void add(std::vector<std::string> &list, const std::vector<std::string> &more) {
  list.insert(list.end(), more.begin(), more.end());
}

// ---- Effects that several options have.

void name(Draft &draft, Goal goal) { draft.command.goal = std::min(draft.command.goal, goal); }

template <Goal goal> void nameGoal(Draft &draft, const std::string &) { name(draft, goal); }

template <bool Command::*flag> void set(Draft &draft, const std::string &) { draft.command.*flag = true; }

template <bool Command::*flag> void decide(Draft &draft, const std::string &value) {
  draft.command.*flag = value == "true";
}

template <std::string Command::*text> void take(Draft &draft, const std::string &value) {
  draft.command.*text = value;
}

template <std::vector<std::string> Command::*list> void addWords(Draft &draft, const std::string &value) {
  add(draft.command.*list, splitWords(value));
}

template <bool system_headers> void nameDependencies(Draft &draft, const std::string &) {
  draft.command.dependencies.system_headers = system_headers;
  name(draft, Goal::Dependencies);
}

template <bool system_headers> void wantDependencies(Draft &draft, const std::string &) {
  draft.command.dependencies.wanted = true;
  draft.command.dependencies.system_headers = system_headers;
}

// ---- What a value means.

Runtime runtimeOf(std::string_view value) {
  return value == "none" ? Runtime::None : value == "shared" ? Runtime::Shared : Runtime::Static;
}

Language languageOf(std::string_view value) {
  return value == "cu" ? Language::Cuda : value == "c++" ? Language::Cxx : Language::C;
}

// 0 and more than a thread can have are no limit, as with nvcc.
void limitRegisters(Draft &draft, const std::string &value) {
  constexpr unsigned kMost = 255;
  unsigned number = kMost + 1;
  std::from_chars(value.data(), value.data() + value.size(), number);
  draft.command.max_registers = number <= kMost ? number : 0;
  if (number > kMost)
    draft.command.notices.push_back(
        fmt::format("-maxrregcount={} has no effect: a thread has at most {} registers", value, kMost));
}

void makeErrors(Draft &draft, const std::string &kind) {
  if (kind == "all-warnings")
    add(draft.command.warnings, {"-Werror"});
  else if (kind == "reorder")
    add(draft.command.warnings, {"-Wreorder", "-Werror=reorder"});
  else if (kind == "deprecated-declarations")
    add(draft.command.warnings, {"-Werror=deprecated-declarations"});
  else if (kind != "cross-execution-space-call" && kind != "default-stream-launch" &&
           kind != "missing-launch-bounds" && kind != "ext-lambda-captures-this")
    draft.error = fmt::format("-Werror knows no '{}'; all-warnings makes every warning an error", kind);
}

std::string architectures(std::string_view prefix) {
  std::string text;
  for (const GpuArchitecture &architecture : gpuArchitectures())
    text += fmt::format("{}{}\n", prefix, architecture.name().substr(3));
  return text;
}

// ---- The table, in the order of options.def. What is not in it has no effect on the command.

struct Row {
  OptionId id;
  Action effect;
};

constexpr Row kEffects[] = {
    {OptionId::Compile, nameGoal<Goal::Objects>},
    {OptionId::DeviceW, nameGoal<Goal::Objects>},
    {OptionId::DeviceLink, nameGoal<Goal::DeviceLink>},
    {OptionId::Lib, nameGoal<Goal::StaticLibrary>},
    {OptionId::Preprocess, nameGoal<Goal::Preprocessed>},
    {OptionId::Ptx, nameGoal<Goal::Ptx>},
    {OptionId::ThroughPtx, [](Draft &draft, const std::string &) { draft.command.through_ptx = true; }},
    {OptionId::Cubin, nameGoal<Goal::Cubin>},
    {OptionId::Fatbin, nameGoal<Goal::FatBinary>},
    {OptionId::DeviceSyntaxOnly, nameGoal<Goal::DeviceSyntax>},
    {OptionId::DeviceC, [](Draft &draft, const std::string &) {
       draft.device_c = true;
       name(draft, Goal::Objects);
     }},
    {OptionId::Clean, set<&Command::clean>},
    {OptionId::Run, set<&Command::run>},
    {OptionId::RunArgs, addWords<&Command::run_arguments>},
    {OptionId::DependenciesAll, nameDependencies<true>},
    {OptionId::DependenciesUser, nameDependencies<false>},
    {OptionId::DependenciesAllToo, wantDependencies<true>},
    {OptionId::DependenciesUserToo, wantDependencies<false>},
    {OptionId::DependencyOutput, [](Draft &draft, const std::string &value) { draft.command.dependencies.file = value; }},
    {OptionId::DependencyTarget, [](Draft &draft, const std::string &value) { draft.command.dependencies.target = value; }},
    {OptionId::DependencyPhony, [](Draft &draft, const std::string &) { draft.command.dependencies.phony_targets = true; }},

    {OptionId::Output, take<&Command::output>},
    {OptionId::OutputDirectory, take<&Command::output_directory>},
    {OptionId::Include, [](Draft &draft, const std::string &value) { add(draft.command.preprocessor, {"-include", value}); }},
    {OptionId::IncludePath, [](Draft &draft, const std::string &value) { add(draft.command.preprocessor, {"-I", value}); }},
    {OptionId::SystemInclude, [](Draft &draft, const std::string &value) { add(draft.command.preprocessor, {"-isystem", value}); }},
    {OptionId::Define, [](Draft &draft, const std::string &value) { add(draft.command.preprocessor, {"-D" + value}); }},
    {OptionId::Undefine, [](Draft &draft, const std::string &value) { add(draft.command.preprocessor, {"-U" + value}); }},
    {OptionId::Library, [](Draft &draft, const std::string &value) { add(draft.command.libraries, {"-l" + value}); }},
    {OptionId::LibraryPath, [](Draft &draft, const std::string &value) { add(draft.command.libraries, {"-L" + value}); }},
    {OptionId::CudaRuntime, [](Draft &draft, const std::string &value) { draft.command.runtime = runtimeOf(value); }},
    {OptionId::CompilerBindir, take<&Command::host_compiler>},
    {OptionId::ArchiverBinary, take<&Command::archiver>},

    {OptionId::Language, [](Draft &draft, const std::string &value) { draft.language = languageOf(value); }},
    {OptionId::Standard, [](Draft &draft, const std::string &value) { draft.command.standard = "-std=" + value; }},
    {OptionId::Optimize, [](Draft &draft, const std::string &value) { draft.command.optimization = "-O" + value; }},
    {OptionId::Debug, set<&Command::debug>},
    {OptionId::DeviceDebug, [](Draft &draft, const std::string &) {
       draft.command.device_debug = true;
       add(draft.command.preprocessor, {"-D__CUDACC_DEBUG__"});
     }},
    {OptionId::Profile, set<&Command::profile>},
    {OptionId::Shared, set<&Command::shared>},
    {OptionId::NoExceptions, [](Draft &draft, const std::string &) { add(draft.command.language_flags, {"-fno-exceptions"}); }},
    {OptionId::TemplateBacktraceLimit, [](Draft &draft, const std::string &value) {
       add(draft.command.language_flags, {"-ftemplate-backtrace-limit=" + value});
     }},
    {OptionId::TemplateDepth, [](Draft &draft, const std::string &value) { add(draft.command.language_flags, {"-ftemplate-depth=" + value}); }},
    {OptionId::RelaxedConstexpr, [](Draft &draft, const std::string &) { add(draft.command.preprocessor, {"-D__CUDACC_RELAXED_CONSTEXPR__"}); }},
    {OptionId::DefaultStream, [](Draft &draft, const std::string &value) { draft.command.stream_per_thread = value == "per-thread"; }},

    {OptionId::GpuArchitecture, [](Draft &draft, const std::string &value) { draft.gpu_architecture = value; }},
    {OptionId::GpuCode, [](Draft &draft, const std::string &value) { draft.codes.push_back(value); }},
    {OptionId::GenerateCode, [](Draft &draft, const std::string &value) { draft.generate_codes.push_back(value); }},
    {OptionId::RelocatableDeviceCode, [](Draft &draft, const std::string &value) { draft.relocatable = value == "true"; }},
    {OptionId::WholeProgram, [](Draft &draft, const std::string &) { draft.relocatable = true; }},
    {OptionId::UseFastMath, [](Draft &draft, const std::string &) { draft.command.fast_math = draft.command.flush_denormals = true; }},
    {OptionId::Ftz, decide<&Command::flush_denormals>},
    {OptionId::Fmad, decide<&Command::fuse_multiply_add>},
    {OptionId::MaxRegCount, limitRegisters},
    {OptionId::ResourceUsage, set<&Command::describe_resources>},

    {OptionId::Xptxas, [](Draft &draft, const std::string &value) {
       for (const std::string &word : splitWords(value))
         draft.command.describe_resources |= word == "-v" || word == "--verbose" || word == "-verbose";
     }},
    {OptionId::Xcompiler, addWords<&Command::host_options>},
    {OptionId::Xclang, [](Draft &draft, const std::string &value) { add(draft.command.language_flags, {"-Xclang", value}); }},
    {OptionId::Xlinker, addWords<&Command::linker_options>},
    {OptionId::Xarchive, addWords<&Command::archive_options>},

    {OptionId::DryRun, set<&Command::dry_run>},
    {OptionId::Verbose, set<&Command::verbose>},
    {OptionId::Keep, set<&Command::keep>},
    {OptionId::SaveTemps, set<&Command::keep>},
    {OptionId::KeepDir, take<&Command::keep_directory>},
    {OptionId::DisableWarnings, [](Draft &draft, const std::string &) { add(draft.command.warnings, {"-w"}); }},
    {OptionId::Wreorder, [](Draft &draft, const std::string &) { add(draft.command.warnings, {"-Wreorder"}); }},
    {OptionId::WnoDeprecatedDeclarations, [](Draft &draft, const std::string &) { add(draft.command.warnings, {"-Wno-deprecated-declarations"}); }},
    {OptionId::Werror, makeErrors},

    {OptionId::Help, [](Draft &draft, const std::string &) { draft.command.information = helpText(); }},
    {OptionId::Version, [](Draft &draft, const std::string &) { draft.command.information = versionText(); }},
    {OptionId::ListGpuArch, [](Draft &draft, const std::string &) { draft.command.information = architectures("compute_"); }},
    {OptionId::ListGpuCode, [](Draft &draft, const std::string &) { draft.command.information = architectures("sm_"); }},
};

constexpr std::size_t kOptions = 0
#define RADDLE_OPTION(...) +1
#include "driver/command/options.def"
    ;

constexpr std::array<Action, kOptions> kEffectOf = [] {
  std::array<Action, kOptions> effects = {};
  for (const Row &row : kEffects)
    effects[static_cast<std::size_t>(row.id)] = row.effect;
  return effects;
}();

} // namespace

void takeEffect(const ParsedOption &option, Draft &draft) {
  if (const Action effect = kEffectOf[static_cast<std::size_t>(option.id)])
    effect(draft, option.value);
}

} // namespace raddle::driver
