#include "driver/command/parse_command.h"

#include "driver/command/option_effects.h"
#include "driver/command/outputs.h"

#include <algorithm>
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
  if (extension == ".ptx")
    return Language::Ptx;
  if (extension == ".fatbin" || extension == ".cubin")
    return Language::DeviceCode;
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c++" ||
      extension == ".C")
    return Language::Cxx;
  if (extension == ".c")
    return Language::C;
  if (extension == ".ii")
    return Language::PreprocessedCxx;
  if (extension == ".i")
    return Language::PreprocessedC;
  // A shared library may carry its version after the extension: libx.so.1.2
  if (extension == ".o" || extension == ".obj" || extension == ".a" || extension == ".so" ||
      extension == ".lo" || name.find(".so.") != std::string::npos)
    return Language::Linkable;
  return std::nullopt;
}

class CommandMaker {
public:
  explicit CommandMaker(const ParsedLine &line) : line_(line) {}

  Result<Command> make() {
    for (const ParsedOption &option : line_.options) {
      takeEffect(option, draft_);
      if (!draft_.error.empty())
        return Error{draft_.error};
    }
    command_.notices.insert(command_.notices.begin(), line_.warnings.begin(), line_.warnings.end());
    if (command_.information)
      return std::move(command_);
    append(command_.host_options, line_.forwarded_to_compiler);
    moveFolders();
    // Two names that gcc has for the same, and clang only the second.
    std::ranges::replace(command_.host_options, "-export-dynamic", "-rdynamic");
    append(command_.linker_options, line_.forwarded_to_linker);
    if (!settleArchitecture() || !settleGoal() || !settleInputs())
      return Error{draft_.error};
    return std::move(command_);
  }

private:
  bool fail(std::string message) {
    draft_.error = std::move(message);
    return false;
  }

  static void append(std::vector<std::string> &list, const std::vector<std::string> &more) {
    list.insert(list.end(), more.begin(), more.end());
  }

  // "-I dir" among the options for the host compiler is one for all passes, as with nvcc, after the user's other ones.
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
    for (const std::string &specification : draft_.generate_codes)
      if (!add(parseGenerateCode(specification)))
        return false;
    if (draft_.gpu_architecture.empty() && !draft_.codes.empty())
      return fail("-code needs -arch");
    if (!draft_.gpu_architecture.empty() && !add(parseGpuArchitecture(draft_.gpu_architecture)))
      return false;
    for (const std::string &code : draft_.codes)
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
    if (draft_.device_c && draft_.relocatable == false)
      return fail("-dc contradicts -rdc=false");
    if (command_.run && command_.goal != Goal::Program)
      return fail("--run needs a program; leave out the option that stops before linking");
    command_.relocatable = draft_.device_c || draft_.relocatable.value_or(false);
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
      if (draft_.language && language != Language::Linkable)
        language = draft_.language;
      if (!language)
        return fail(fmt::format("cannot tell by its name what '{}' is; -x names a source's language", path));
      const bool is_device_only = command_.goal == Goal::Cubin || command_.goal == Goal::FatBinary;
      if (language == Language::Ptx && !is_device_only)
        return fail(fmt::format(
            "'{}' is PTX, of which -fatbin and -cubin make device code that a program can load", path));
      if (language == Language::DeviceCode && !is_device_only)
        return fail(fmt::format("'{}' is device code, which -fatbin and -cubin link with other device code", path));
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
    if (one_output_per_source && !command_.output.empty() && sources > 1 && !linksDeviceCode(command_))
      return fail(
          fmt::format("-o {} names one file, but {} source files each make one", command_.output, sources));
    if (auto overwritten = overwrittenInput(command_))
      return fail(fmt::format("output file '{}' is also an input file", *overwritten));
    return true;
  }

  const ParsedLine &line_;
  Draft draft_;
  Command &command_ = draft_.command;
};

} // namespace

Result<Command> makeCommand(const ParsedLine &line) { return CommandMaker(line).make(); }

Result<Command> parseCommand(const std::vector<std::string> &arguments) {
  auto line = parseOptions(arguments);
  if (!line)
    return line.error();
  return makeCommand(*line);
}

} // namespace raddle::driver
