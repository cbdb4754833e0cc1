#include "api/nvrtc/compile.h"

#include "api/nvrtc/source_folder.h"
#include "api/nvrtc/standard_headers.h"
#include "base/cache_folder.h"
#include "base/paths.h"
#include "base/process.h"
#include "base/run_time_cache.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <future>
#include <optional>
#include <regex>
#include <string_view>
#include <xxhash.h>

namespace raddle::nvrtc {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStub =
    "__device_stub__"; // which clang puts before the name of a kernel on the host
constexpr std::string_view kExpression = "__raddle_name_expression_";

bool writeAll(const fs::path &path, std::string_view text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return !file.fail();
}

// ---- The cache: one file of strings, each after its length.

void append(std::string &record, std::string_view text) {
  record += std::to_string(text.size()) + ':';
  record += text;
}

std::optional<std::string> take(std::string_view &record) {
  std::size_t length = 0, digits = 0;
  while (digits < record.size() && std::isdigit(static_cast<unsigned char>(record[digits])) && digits < 12)
    length = length * 10 + static_cast<std::size_t>(record[digits++] - '0');
  if (digits >= record.size() || record[digits] != ':' || length > record.size() - digits - 1)
    return std::nullopt;
  std::string text(record.substr(digits + 1, length));
  record.remove_prefix(digits + 1 + length);
  return text;
}

std::string checkSumOf(std::string_view text) {
  return fmt::format("{:016x}", XXH3_128bits(text.data(), text.size()).low64);
}

// "": nothing can be kept. What headers the compiler reads from disk is not known: those of Raddle go with it.
fs::path placeOf(const Job &job) {
  std::string key = raddleccStamp();
  for (const std::string *text : {&job.source, &job.name})
    append(key, *text);
  for (const Header &header : job.headers) {
    append(key, header.name);
    append(key, header.text);
  }
  for (const auto *list : {&job.options.raddlecc, &job.expressions}) {
    append(key, std::to_string(list->size()));
    for (const std::string &text : *list)
      append(key, text);
  }
  append(key, job.options.is_device_by_default ? "device" : "host");
  return placeInCache(kRuntimeCompiledFolder, key, ".rtc");
}

// CUDA's headers, which programs name, go with raddlecc.
bool namesOurHeaders(const std::string &option) {
  std::error_code failed;
  return option.starts_with("-I") && fs::equivalent(option.substr(2), installPrefix() / "include", failed);
}

// Files that the program names are not seen by the key.
bool readsFiles(const Job &job) {
  return needsSourceFolder(job) || std::ranges::any_of(job.options.raddlecc, [](const std::string &option) {
           return (option.starts_with("-I") && !namesOurHeaders(option)) || option.starts_with("-include");
         });
}

std::optional<Outcome> readKept(const fs::path &place) {
  const std::string text = contentsOf(place);
  std::string_view record = text;
  const std::optional<std::string> hash = take(record);
  if (!hash || *hash != checkSumOf(record))
    return std::nullopt;
  Outcome outcome{.is_compiled = true};
  const std::optional<std::string> log = take(record), container = take(record);
  if (!log || !container)
    return std::nullopt;
  outcome.log = *log;
  outcome.container = *container;
  while (!record.empty()) {
    const std::optional<std::string> expression = take(record), name = take(record);
    if (!expression || !name)
      return std::nullopt;
    outcome.lowered[*expression] = *name;
  }
  return outcome;
}

void keep(const fs::path &place, const fs::path &staging, const Outcome &outcome) {
  std::string record;
  append(record, outcome.log);
  append(record, outcome.container);
  for (const auto &[expression, name] : outcome.lowered) {
    append(record, expression);
    append(record, name);
  }
  std::string whole;
  append(whole, checkSumOf(record));
  whole += record;
  if (writeAll(staging / "record", whole))
    moveToCache(staging / "record", place);
}

// ---- Names.

// The mangled name of the kernel that the host calls by a stub: _Z19__device_stub__kernPi is that of _Z4kernPi.
std::string withoutStub(std::string name) {
  const std::size_t at = name.find(kStub);
  if (at == std::string::npos)
    return name;
  std::size_t digits = at;
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])))
    --digits;
  if (digits == at) // of C
    return name.erase(at, kStub.size());
  const std::size_t length = std::stoul(name.substr(digits, at - digits)) - kStub.size();
  return name.replace(digits, at + kStub.size() - digits, std::to_string(length));
}

// What a variable of the host's IR is initialised with: the name after '@', quoted or not; "" where it is no address.
std::string initialiserOf(const std::string &ir, const std::string &variable) {
  const std::size_t line = ir.find("\n@" + variable + " =");
  if (line == std::string::npos)
    return {};
  const std::string_view text(ir.data() + line + 2, ir.find('\n', line + 1) - line - 2);
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos)
    return {};
  std::string_view name = text.substr(at + 1);
  if (name.starts_with('"'))
    return std::string(name.substr(1, name.find('"', 1) - 1));
  return std::string(name.substr(0, name.find_first_of(", )")));
}

// The host's side of the program with a variable for each expression, which also makes templates be compiled.
std::string variablesFor(const Job &job) {
  std::string text;
  for (std::size_t i = 0; i < job.expressions.size(); ++i)
    text += fmt::format("\nextern \"C\" {{ extern const void *const {0}{1}; const void *const {0}{1} = "
                        "(const void *)({2}); }}",
                        kExpression, i, job.expressions[i]);
  return text + '\n';
}

// ---- The log.

// "name:12:3: error: ..." as NVRTC has it, "name(12): error: ...": libraries read from it which header is missing.
std::string asNvrtcWrites(const std::string &line) {
  static const std::regex kPlace(R"(^([^:]+):([0-9]+):[0-9]+: (fatal error|error|warning|note): (.*)$)");
  static const std::regex kMissing(R"(^'(.*)' file not found$)");
  std::smatch place, missing;
  if (!std::regex_match(line, place, kPlace))
    return line;
  const std::string where = fmt::format("{}({}): ", place.str(1), place.str(2)), message = place.str(4);
  if (std::regex_match(message, missing, kMissing))
    return where + "catastrophic error: cannot open source file \"" + missing.str(1) + '"';
  return where + (place.str(3) == "fatal error" ? "catastrophic error" : place.str(3)) + ": " + message;
}

std::string logOfNvrtc(const std::string &text) {
  std::string log;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    log += asNvrtcWrites(text.substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  return log;
}

// ---- The compiler.

class Compilation {
public:
  Compilation(const Job &job, fs::path folder) : job_(job), folder_(std::move(folder)) {}

  Outcome run() {
    Outcome outcome;
    if (!writeFiles()) {
      outcome.log = "nvrtc: error: the program's text cannot be written to a temporary file\n";
      return outcome;
    }
    // Both sides at the same time.
    std::future<Lowered> lowered;
    if (!job_.expressions.empty())
      lowered = std::async(std::launch::async, [this] { return lowerNames(); });
    const fs::path container = folder_ / "program.fatbin";
    if (!runRaddlecc({"-fatbin", "-o", container.string()}, outcome.log))
      return outcome;
    outcome.container = contentsOf(container);
    outcome.is_compiled = true;
    if (lowered.valid()) {
      Lowered names = lowered.get();
      outcome.is_compiled = names.is_compiled;
      outcome.log += names.log;
      outcome.lowered = std::move(names.by_expression);
    }
    return outcome;
  }

private:
  // The headers that the program has given go into a folder of their own. Standard headers among them are left out: CUDA's headers
  // include the real ones, and would not compile with those of a program.
  bool writeFiles() {
    for (const Header &header : job_.headers)
      if (!isStandardHeader(header.name) && !writeAll(headers() / placeInFolder(header.name), header.text))
        return false;
    // A program's own lines keep their numbers.
    const std::string text = job_.source + variablesFor(job_);
    return writeAll(source(), text);
  }

  fs::path headers() const { return folder_ / "headers"; }

  static fs::path placeInFolder(const fs::path &name) {
    fs::path place;
    for (const fs::path &part : name.lexically_normal().relative_path())
      if (part != "..")
        place /= part;
    return place;
  }

  fs::path source() const {
    fs::path name = fs::path(job_.name).filename();
    if (name.extension() != ".cu")
      name += ".cu";
    return folder_ / "source" / name;
  }

  bool runRaddlecc(const std::vector<std::string> &goal, std::string &log) const {
    std::vector<std::string> arguments{raddleccPath().string()};
    arguments.insert(arguments.end(), goal.begin(), goal.end());
    arguments.insert(arguments.end(), job_.options.raddlecc.begin(), job_.options.raddlecc.end());
    arguments.insert(arguments.end(), {"-D__CUDACC_RTC__=1", "-I" + headers().string()});
    if (needsSourceFolder(job_))
      arguments.push_back("-I" + sourceFolder(job_).string());
    // What tools say of lines has the program's names of files, too.
    for (const char *name : {"source", "headers"})
      arguments.insert(arguments.end(),
                       {"-Xclang", "-fdebug-prefix-map=" + (folder_ / name).string() + "/="});
    arguments.push_back(source().string());
    const auto done = runProcess(arguments);
    if (!done) {
      log += "nvrtc: error: " + done.error().message + '\n';
      return false;
    }
    log += logOfNvrtc(withoutFolder(done->output));
    return done->exit_code == 0;
  }

  // Names of files are those that the program has given.
  std::string withoutFolder(std::string text) const {
    for (const char *name : {"source", "headers"}) {
      const std::string folder = (folder_ / name).string() + '/';
      for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;)
        text.erase(at, folder.size());
    }
    const std::string given = fs::path(job_.name).filename().string(), written = source().filename().string();
    for (std::size_t at = 0; given != written && (at = text.find(written, at)) != std::string::npos;
         at += given.size())
      text.replace(at, written.size(), given);
    return text;
  }

  struct Lowered {
    bool is_compiled = false;
    std::string log; // where it is not
    std::map<std::string, std::string> by_expression;
  };

  Lowered lowerNames() const {
    const fs::path ir = folder_ / "host.ll";
    Lowered lowered;
    lowered.is_compiled =
        runRaddlecc({"-c", "-w", "-Xcompiler", "-S,-emit-llvm", "-o", ir.string()}, lowered.log);
    if (!lowered.is_compiled)
      return lowered;
    lowered.log.clear();
    const std::string text = contentsOf(ir);
    for (std::size_t i = 0; i < job_.expressions.size(); ++i) {
      const std::string name = initialiserOf(text, fmt::format("{}{}", kExpression, i));
      if (!name.empty())
        lowered.by_expression[job_.expressions[i]] = withoutStub(name);
    }
    return lowered;
  }

  const Job &job_;
  const fs::path folder_;
};

bool holds(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

Outcome compileIn(const fs::path &folder, Job job) {
  if (job.options.is_device_by_default)
    job.options.raddlecc.emplace_back("-include=raddle/device_by_default.h");
  Outcome outcome = Compilation(job, folder).run();
  // A function that is declared but not defined is no error yet: another unit that this one is linked with may define it.
  const auto isAboutLinking = [](const std::string &option) { return option.starts_with("-rdc="); };
  if (!outcome.is_compiled && holds(outcome.log, "is used but not defined in this file") &&
      std::ranges::none_of(job.options.raddlecc, isAboutLinking)) {
    job.options.raddlecc.emplace_back("-rdc=true");
    outcome = Compilation(job, folder).run();
  }
  return outcome;
}

} // namespace

Outcome compile(const Job &job) {
  const fs::path place = readsFiles(job) ? fs::path() : placeOf(job);
  if (!place.empty() && isSafeCacheFile(place))
    if (std::optional<Outcome> kept = readKept(place)) {
      noteUse(place);
      return *kept;
    }
  const StagingFolder staging(stagingParent());
  if (!staging)
    return {.log = "nvrtc: error: there is no place for temporary files\n"};
  Outcome outcome = compileIn(staging.path(), job);
  if (outcome.is_compiled && !place.empty())
    keep(place, staging.path(), outcome);
  return outcome;
}

} // namespace raddle::nvrtc
