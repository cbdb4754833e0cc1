#include "driver/command.h"

#include "driver/outputs.h"
#include "driver/version.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>
#include <unistd.h>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

std::optional<Language> languageOfExtension(const std::string &path) {
  std::string name = fs::path(path).filename();
  std::string extension = fs::path(path).extension();
  if (extension == ".cu")
    return Language::Cuda;
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c++" ||
      extension == ".C")
    return Language::Cxx;
  if (extension == ".c")
    return Language::C;
  if (extension == ".ii")
    return Language::PreprocessedCxx;
  if (extension == ".i")
    return Language::PreprocessedC;
  // A shared library may carry its version behind the extension: libx.so.1.2
  if (extension == ".o" || extension == ".obj" || extension == ".a" || extension == ".so" ||
      extension == ".lo" || name.find(".so.") != std::string::npos)
    return Language::Linkable;
  return std::nullopt;
}

Language languageOfOption(std::string_view value) {
  return value == "cu" ? Language::Cuda : value == "c++" ? Language::Cxx : Language::C;
}

class CommandMaker {
public:
  explicit CommandMaker(const ParsedLine &line) : line_(line) {}

  Result<Command> make() {
    for (const ParsedOption &option : line_.options)
      if (!apply(option))
        return Error{error_};
    command_.notices.insert(command_.notices.begin(), line_.warnings.begin(), line_.warnings.end());
    if (command_.information)
      return std::move(command_);
    append(command_.host_options, line_.forwarded_to_compiler);
    moveFolders();
    // Two names that gcc has for the same, and clang only the second.
    std::ranges::replace(command_.host_options, "-export-dynamic", "-rdynamic");
    append(command_.linker_options, line_.forwarded_to_linker);
    if (!settleArchitecture() || !settleGoal() || !settleInputs())
      return Error{error_};
    return std::move(command_);
  }

private:
  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  static void append(std::vector<std::string> &list, const std::vector<std::string> &more) {
    list.insert(list.end(), more.begin(), more.end());
  }

  bool apply(const ParsedOption &option) {
    const std::string &value = option.value;
    switch (option.id) {
    case OptionId::Compile:
      nameGoal(Goal::Objects);
      break;
    case OptionId::DeviceC:
      device_c_ = true;
      nameGoal(Goal::Objects);
      break;
    case OptionId::DeviceW:
      nameGoal(Goal::Objects);
      break;
    case OptionId::DeviceLink:
      nameGoal(Goal::DeviceLink);
      break;
    case OptionId::Lib:
      nameGoal(Goal::StaticLibrary);
      break;
    case OptionId::Preprocess:
      nameGoal(Goal::Preprocessed);
      break;
    case OptionId::Ptx:
      nameGoal(Goal::Ptx);
      break;
    case OptionId::Cubin:
      nameGoal(Goal::Cubin);
      break;
    case OptionId::Fatbin:
      nameGoal(Goal::FatBinary);
      break;
    case OptionId::DeviceSyntaxOnly:
      nameGoal(Goal::DeviceSyntax);
      break;
    case OptionId::Clean:
      command_.clean = true;
      break;
    case OptionId::Run:
      command_.run = true;
      break;
    case OptionId::RunArgs:
      append(command_.run_arguments, splitWords(value));
      break;
    case OptionId::DependenciesAll:
    case OptionId::DependenciesUser:
      command_.dependencies.system_headers = option.id == OptionId::DependenciesAll;
      nameGoal(Goal::Dependencies);
      break;
    case OptionId::DependenciesAllToo:
    case OptionId::DependenciesUserToo:
      command_.dependencies.wanted = true;
      command_.dependencies.system_headers = option.id == OptionId::DependenciesAllToo;
      break;
    case OptionId::DependencyOutput:
      command_.dependencies.file = value;
      break;
    case OptionId::DependencyTarget:
      command_.dependencies.target = value;
      break;
    case OptionId::DependencyPhony:
      command_.dependencies.phony_targets = true;
      break;

    case OptionId::Output:
      command_.output = value;
      break;
    case OptionId::OutputDirectory:
      command_.output_directory = value;
      break;
    case OptionId::Include:
      append(command_.preprocessor, {"-include", value});
      break;
    case OptionId::IncludePath:
      append(command_.preprocessor, {"-I", value});
      break;
    case OptionId::SystemInclude:
      append(command_.preprocessor, {"-isystem", value});
      break;
    case OptionId::Define:
      append(command_.preprocessor, {"-D" + value});
      break;
    case OptionId::Undefine:
      append(command_.preprocessor, {"-U" + value});
      break;
    case OptionId::Library:
      append(command_.libraries, {"-l" + value});
      break;
    case OptionId::LibraryPath:
      append(command_.libraries, {"-L" + value});
      break;
    case OptionId::CudaRuntime:
      command_.runtime = value == "none"     ? Runtime::None
                         : value == "shared" ? Runtime::Shared
                                             : Runtime::Static;
      break;
    case OptionId::CompilerBindir:
      command_.host_compiler = value;
      break;
    case OptionId::ArchiverBinary:
      command_.archiver = value;
      break;

    case OptionId::Language:
      language_ = languageOfOption(value);
      break;
    case OptionId::Standard:
      command_.standard = "-std=" + value;
      break;
    case OptionId::Optimize:
      command_.optimization = "-O" + value;
      break;
    case OptionId::Debug:
      command_.debug = true;
      break;
    case OptionId::DeviceDebug:
      command_.device_debug = true;
      append(command_.preprocessor, {"-D__CUDACC_DEBUG__"});
      break;
    case OptionId::Profile:
      command_.profile = true;
      break;
    case OptionId::Shared:
      command_.shared = true;
      break;
    case OptionId::NoExceptions:
      append(command_.language_flags, {"-fno-exceptions"});
      break;
    case OptionId::TemplateBacktraceLimit:
      append(command_.language_flags, {"-ftemplate-backtrace-limit=" + value});
      break;
    case OptionId::TemplateDepth:
      append(command_.language_flags, {"-ftemplate-depth=" + value});
      break;
    case OptionId::RelaxedConstexpr:
      append(command_.preprocessor, {"-D__CUDACC_RELAXED_CONSTEXPR__"});
      break;
    case OptionId::DefaultStream:
      command_.stream_per_thread = value == "per-thread";
      break;

    case OptionId::GpuArchitecture:
      gpu_architecture_ = value;
      break;
    case OptionId::GpuCode:
      codes_.push_back(value);
      break;
    case OptionId::GenerateCode:
      generate_codes_.push_back(value);
      break;
    case OptionId::RelocatableDeviceCode:
      relocatable_ = value == "true";
      break;
    case OptionId::WholeProgram:
      relocatable_ = true;
      break;
    case OptionId::UseFastMath:
      command_.fast_math = true;
      command_.flush_denormals = true;
      break;
    case OptionId::Ftz:
      command_.flush_denormals = value == "true";
      break;
    case OptionId::Fmad:
      command_.fuse_multiply_add = value == "true";
      break;

    case OptionId::MaxRegCount:
      applyMaxRegCount(value);
      break;
    case OptionId::ResourceUsage:
      command_.describe_resources = true;
      break;

    case OptionId::Xptxas:
      for (const std::string &word : splitWords(value))
        command_.describe_resources |= word == "-v" || word == "--verbose" || word == "-verbose";
      break;
    case OptionId::Xcompiler:
      append(command_.host_options, splitWords(value));
      break;
    case OptionId::Xclang:
      append(command_.language_flags, {"-Xclang", value});
      break;
    case OptionId::Xlinker:
      append(command_.linker_options, splitWords(value));
      break;
    case OptionId::Xarchive:
      append(command_.archive_options, splitWords(value));
      break;

    case OptionId::DryRun:
      command_.dry_run = true;
      break;
    case OptionId::Verbose:
      command_.verbose = true;
      break;
    case OptionId::Keep:
    case OptionId::SaveTemps:
      command_.keep = true;
      break;
    case OptionId::KeepDir:
      command_.keep_directory = value;
      break;

    case OptionId::DisableWarnings:
      append(command_.warnings, {"-w"});
      break;
    case OptionId::Wreorder:
      append(command_.warnings, {"-Wreorder"});
      break;
    case OptionId::WnoDeprecatedDeclarations:
      append(command_.warnings, {"-Wno-deprecated-declarations"});
      break;
    case OptionId::Werror:
      return applyWerror(value);

    case OptionId::Help:
      command_.information = helpText();
      break;
    case OptionId::Version:
      command_.information = versionText();
      break;
    case OptionId::ListGpuArch:
    case OptionId::ListGpuCode:
      listArchitectures(option.id == OptionId::ListGpuArch ? "compute_" : "sm_");
      break;
    default:
      break;
    }
    return true;
  }

  // 0 and more than a thread can have are no limit, as with nvcc.
  void applyMaxRegCount(const std::string &value) {
    constexpr unsigned kMost = 255;
    unsigned number = kMost + 1;
    std::from_chars(value.data(), value.data() + value.size(), number);
    command_.max_registers = number <= kMost ? number : 0;
    if (number > kMost)
      command_.notices.push_back(
          fmt::format("-maxrregcount={} has no effect: a thread has at most {} registers", value, kMost));
  }

  void nameGoal(Goal goal) { command_.goal = std::min(command_.goal, goal); }

  bool applyWerror(const std::string &kind) {
    if (kind == "all-warnings")
      append(command_.warnings, {"-Werror"});
    else if (kind == "reorder")
      append(command_.warnings, {"-Wreorder", "-Werror=reorder"});
    else if (kind == "deprecated-declarations")
      append(command_.warnings, {"-Werror=deprecated-declarations"});
    else if (kind != "cross-execution-space-call" && kind != "default-stream-launch" &&
             kind != "missing-launch-bounds" && kind != "ext-lambda-captures-this")
      return fail(fmt::format("-Werror knows no '{}'; all-warnings makes every warning an error", kind));
    return true;
  }

  void listArchitectures(std::string_view prefix) {
    std::string text;
    for (const GpuArchitecture &architecture : gpuArchitectures())
      text += fmt::format("{}{}\n", prefix, architecture.name().substr(3));
    command_.information = text;
  }

  // "-I dir" among the options for the host compiler is one for all passes, as with nvcc, behind the user's other ones.
  void moveFolders() {
    std::vector<std::string> others;
    const std::vector<std::string> &options = command_.host_options;
    for (std::size_t i = 0; i < options.size(); ++i)
      if ((options[i] == "-I" || options[i] == "-isystem") && i + 1 < options.size()) {
        append(command_.preprocessor, {options[i], options[i + 1]});
        ++i;
      } else if (options[i].starts_with("-I") && options[i].size() > 2) {
        append(command_.preprocessor, {"-I", options[i].substr(2)});
      } else {
        others.push_back(options[i]);
      }
    command_.host_options = std::move(others);
  }

  bool settleArchitecture() {
    std::vector<NamedArchitecture> named;
    auto add = [&](const Result<NamedArchitecture> &architecture) {
      if (!architecture)
        return fail(architecture.error().message);
      named.push_back(*architecture);
      return true;
    };
    for (const std::string &specification : generate_codes_)
      if (!add(parseGenerateCode(specification)))
        return false;
    if (gpu_architecture_.empty() && !codes_.empty())
      return fail("-code needs -arch");
    if (!gpu_architecture_.empty() && !add(parseGpuArchitecture(gpu_architecture_)))
      return false;
    for (const std::string &code : codes_)
      if (auto architecture = parseGpuArchitecture(code); !architecture)
        return fail(architecture.error().message);
    if (!named.empty())
      chooseArchitecture(named);
    return true;
  }

  // The highest that clang 19 has among those named, or else the nearest to the highest.
  void chooseArchitecture(const std::vector<NamedArchitecture> &named) {
    auto rank = [](const NamedArchitecture &one) {
      return std::tuple(!one.is_nearest, one.number, one.architecture);
    };
    const NamedArchitecture &chosen = *std::ranges::max_element(named, {}, rank);
    command_.architecture = chosen.architecture;
    auto highest = std::ranges::max_element(named, {}, &NamedArchitecture::number);
    if (highest->is_nearest)
      command_.notices.push_back(
          fmt::format("clang 19 does not compile for {}; device code is compiled for {}", highest->name,
                      chosen.architecture.name()));
  }

  bool settleGoal() {
    if (command_.dependencies.file.size() + command_.dependencies.target.size() > 0 &&
        !command_.dependencies.wanted && command_.goal != Goal::Dependencies)
      return fail("-MF and -MT need one of -M, -MM, -MD and -MMD");
    if (device_c_ && relocatable_ == false)
      return fail("-dc contradicts -rdc=false");
    if (command_.run && command_.goal != Goal::Program)
      return fail("--run needs a program; leave out the option that stops before linking");
    command_.relocatable = device_c_ || relocatable_.value_or(false);
    return true;
  }

  // Meson hands over "the/program" with its quotation marks.
  static std::string unquoted(const std::string &path) {
    bool quoted = path.size() > 2 && path.front() == '"' && path.back() == '"';
    return quoted ? path.substr(1, path.size() - 2) : path;
  }

  // `--run program`: one that was built before.
  bool isProgramToRun(const std::string &path) const {
    const std::string plain = unquoted(path);
    std::error_code unreadable;
    return command_.run && line_.inputs.size() == 1 && !languageOfExtension(plain) &&
           fs::is_regular_file(plain, unreadable) && access(plain.c_str(), X_OK) == 0;
  }

  bool settleInputs() {
    for (const std::string &path : line_.inputs) {
      if (isProgramToRun(path)) {
        command_.program = unquoted(path);
        continue;
      }
      auto language = languageOfExtension(path);
      if (language_ && language != Language::Linkable)
        language = language_;
      if (!language)
        return fail(fmt::format("cannot tell by its name what '{}' is; -x names a source's language", path));
      std::error_code unreadable;
      if (path != "-" && !fs::exists(path, unreadable))
        return fail(fmt::format("no such file: '{}'", path));
      if (path != "-" && fs::is_directory(path, unreadable))
        return fail(fmt::format("'{}' is a directory", path));
      command_.inputs.push_back({path, *language});
    }
    if (command_.inputs.empty() && command_.program.empty())
      return fail("no input files; --help lists the options");
    bool one_output_per_source = command_.goal != Goal::Program && command_.goal != Goal::StaticLibrary &&
                                 command_.goal != Goal::DeviceLink;
    auto sources = std::ranges::count_if(command_.inputs, isSource);
    if (one_output_per_source && !command_.output.empty() && sources > 1)
      return fail(
          fmt::format("-o {} names one file, but {} source files each make one", command_.output, sources));
    if (auto overwritten = overwrittenInput(command_))
      return fail(fmt::format("output file '{}' is also an input file", *overwritten));
    return true;
  }

  const ParsedLine &line_;
  Command command_;
  std::string error_;
  std::optional<Language> language_;
  std::optional<bool> relocatable_;
  bool device_c_ = false;
  std::string gpu_architecture_;
  std::vector<std::string> codes_;
  std::vector<std::string> generate_codes_;
};

} // namespace

Result<Command> makeCommand(const ParsedLine &line) { return CommandMaker(line).make(); }

Result<Command> parseCommand(const std::vector<std::string> &arguments) {
  auto line = parseOptions(arguments);
  if (!line)
    return line.error();
  return makeCommand(*line);
}

std::vector<std::string> preprocessorPart(const std::vector<std::string> &host_options) {
  std::vector<std::string> part;
  for (size_t i = 0; i < host_options.size(); ++i) {
    const std::string &option = host_options[i];
    bool attached = option.size() > 2 && (option.starts_with("-D") || option.starts_with("-U"));
    bool separate = option == "-D" || option == "-U" || option == "-include" || option == "-iquote" ||
                    option == "-idirafter";
    if (attached || option == "-fno-exceptions" || option == "-fno-rtti" || option == "-fshort-wchar")
      part.push_back(option);
    // clang has no OpenMP for GPUs' code here, but both passes must see the same declarations. This is the version up to which
    // clang's <omp.h> needs no OpenMP itself.
    if (option.starts_with("-fopenmp"))
      part.push_back("-D_OPENMP=201511");
    if (separate && i + 1 < host_options.size()) {
      part.push_back(option);
      part.push_back(host_options[++i]);
    }
  }
  return part;
}

} // namespace raddle::driver
