#include "backend/cpu/loader/compiler_process.h"

#include "backend/cpu/loader/cache_file.h"
#include "backend/cpu/loader/instruction_set.h"
#include "base/environment.h"
#include "base/matrix_mode.h"
#include "base/paths.h"
#include "base/process.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "machine/clock.h"
#include "machine/tiles.h"
#include "profile/record.h"
#include "profile/timeline.h"
#include "trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::jit {

namespace {

int memoryFileWith(std::span<const std::byte> contents) {
  const int descriptor = moveAboveStandardStreams(memfd_create("raddle-bitcode", 0), 0);
  size_t written = 0;
  while (descriptor >= 0 && written < contents.size()) {
    ssize_t n = write(descriptor, contents.data() + written, contents.size() - written);
    if (n < 0 && errno != EINTR)
      break;
    written += n > 0 ? static_cast<size_t>(n) : 0;
  }
  return descriptor;
}

std::string fileStamp(const std::filesystem::path &file) {
  std::error_code failed;
  auto time = std::filesystem::last_write_time(file, failed).time_since_epoch().count();
  auto bytes = std::filesystem::file_size(file, failed);
  return fmt::format("{} {} {}", file.string(), time, bytes);
}

// What ended it that is no fault of the compiler: memory that ran out, or somebody. Empty for anything else.
std::string whatEndedIt(int signal, const std::string &output) {
  constexpr const char *kAgain = "Run the program again then: what has been compiled already is kept";
  const bool lacks_memory =
      output.find("out of memory") != std::string::npos || output.find("bad_alloc") != std::string::npos;
  if (signal == SIGKILL)
    return fmt::format(
        "the kernel compiler was killed, most likely because the machine or its control group ran out "
        "of memory. Give it more, or run less at a time. {}",
        kAgain);
  if (lacks_memory)
    return fmt::format("the kernel compiler ran out of memory; 'ulimit -v' shows whether it is limited. {}",
                       kAgain);
  if (signal == SIGXCPU || signal == SIGXFSZ)
    return fmt::format(
        "the kernel compiler reached the limit of the processor's time or of a file's size; 'ulimit -a' "
        "shows them. {}",
        kAgain);
  if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGQUIT)
    return fmt::format("somebody ended the kernel compiler (signal {}, {}). {}", signal, strsignal(signal),
                       kAgain);
  return "";
}

std::string internalError(int signal, const std::string &output, const std::string &kernel) {
  return fmt::format("raddle: internal error: the kernel compiler died of signal {} while compiling '{}'.\n"
                     "Please report this with the source file.\n{}",
                     signal, kernel, output);
}

// Those for which kernels are compiled in another way.
std::vector<const char *> detectorsInKernels() {
  std::vector<const char *> names;
  for (const check::Detector detector :
       {check::Detector::kMemory, check::Detector::kInit, check::Detector::kRace, check::Detector::kSync})
    if (check::enabled(detector))
      names.push_back(check::nameOf(detector));
  return names;
}

// Code for single threads suits all blocks, but has to know whether accesses may be unaligned.
BlockClass anyBlockLike(const BlockClass *block) {
  BlockClass any;
  any.unaligned = block && block->unaligned;
  return any;
}

} // namespace

Wanted wantedFor(const ModuleSource &module, const std::string &kernel, const BlockClass *block) {
  // Code for single threads suits all blocks, and those of one thread best: other lanes would be computed for nobody, and
  // their local arrays take 32 times the cache.
  const unsigned lanes = module.debug || !block || block->one_thread ? 1 : requestedLanes();
  return {kernel, lanes, lanes == 1 ? anyBlockLike(block) : *block};
}

unsigned requestedLanes() {
  static const unsigned lanes = [] {
    auto text = environment("RADDLE_LANES");
    if (text && *text != "1" && *text != "32")
      fmt::print(stderr, "raddle: warning: RADDLE_LANES={} is ignored; it may be 1 or 32\n", *text);
    return text && *text == "1" ? 1u : 32u;
  }();
  return lanes;
}

// The compiler takes AMX's tiles where the processor has them, so this process has to have them, too.
static MatrixMode matrixModeOfKernels() {
  static const MatrixMode mode = [] {
    if (matrixMode() != MatrixMode::kFast || machine::askForTiles() != machine::Tiles::kRefused)
      return matrixMode();
    fmt::print(stderr, "raddle: warning: RADDLE_MMA=fast is ignored: the system does not let this process "
                       "use AMX; a thread's "
                       "signal stack may be too small for it\n");
    return MatrixMode::kInOrder;
  }();
  return mode;
}

const std::string &compilerFingerprint() {
  warnOfUnknownMatrixMode();
  static const std::string fingerprint = fmt::format(
      "abi {}\n{}\n{}\n{}\nisa {}\n{}", static_cast<int>(kRaddleKernelAbi), fileStamp(kernelCompilerPath()),
      fileStamp(installPrefix() / "lib" / "raddle" / "device.bc"), processorDescription(), instructionSet(),
      (environmentNumber("RADDLE_LENIENT", 0, 1, 0) != 0 ? "lenient\n" : "") +
          fmt::format("matrices {}\n", static_cast<int>(matrixModeOfKernels())) +
          std::string(profile::enabled() ? "profile\n" : "") + (trace::enabled() ? "trace\n" : "") +
          fmt::format("check {}\nflags {}\n", fmt::join(detectorsInKernels(), ","),
                      environment("RADDLE_KERNELC_FLAGS").value_or("")));
  return fingerprint;
}

DeviceCode::DeviceCode(const ModuleSource &module) : debug_(module.debug) {
  for (const ModuleSource::Unit &unit : module.units)
    descriptors_.push_back(memoryFileWith(unit.bitcode));
}

DeviceCode::~DeviceCode() {
  for (const int descriptor : descriptors_)
    if (descriptor >= 0)
      close(descriptor);
}

std::vector<std::string> DeviceCode::options() const {
  std::vector<std::string> options;
  for (const int descriptor : descriptors_)
    options.insert(options.end(), {"-bitcode", fmt::format("/dev/fd/{}", descriptor)});
  if (debug_)
    options.emplace_back("-debug");
  return options;
}

namespace {

std::vector<std::string> argumentsFor(const DeviceCode &code, const Wanted &wanted,
                                      const std::filesystem::path &output, const CompilerRun &how) {
  std::vector<std::string> arguments{kernelCompilerPath().string()};
  std::ranges::move(code.options(), std::back_inserter(arguments));
  if (wanted.kernel.empty())
    arguments.emplace_back("-module");
  else
    arguments.insert(arguments.end(), {"-kernel", wanted.kernel, "-lanes", std::to_string(wanted.lanes),
                                       "-block", wanted.block.name()});
  for (const char *detector : detectorsInKernels())
    arguments.push_back(fmt::format("-check={}", detector));
  if (profile::enabled())
    arguments.emplace_back("-profile");
  if (trace::enabled())
    arguments.emplace_back("-trace");
  std::istringstream flags(environment("RADDLE_KERNELC_FLAGS").value_or(""));
  arguments.insert(arguments.end(), std::istream_iterator<std::string>(flags), {});
  if (how.ends_with_us)
    arguments.emplace_back("-end-with-parent");
  arguments.insert(arguments.end(), {"-o", output.string()});
  return arguments;
}

void recordTime(const std::string &kernel, std::uint64_t nanoseconds) {
  if (profile::enabled())
    profile::recordCompilation(kernel, nanoseconds);
  if (profile::timeline::isOn())
    profile::timeline::noteCompilation(kernel, nanoseconds);
}

// How the compiler ended. A signal that nobody has sent is a fault of its own.
struct Outcome {
  Result<bool> result;
  int fault = 0; // the signal
};

Outcome runOnce(const DeviceCode &code, const Wanted &wanted, const std::filesystem::path &output,
                const CompilerRun &how) {
  // LLVM allocates some 20 MiB in small pieces: in large pages the whole takes 3 % less time.
  std::vector<std::string> settings{"GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608"};
  if (instructionSet() != "native")
    settings.push_back("RADDLE_ISA=" + instructionSet());
  if (matrixModeOfKernels() != matrixMode())
    settings.push_back("RADDLE_MMA=");
  const std::uint64_t begun = nanoseconds();
  auto done = runProcess(argumentsFor(code, wanted, output, how), settings, how.reminder);
  recordTime(wanted.kernel, nanoseconds() - begun);
  if (!done)
    return {Error{done.error().message +
                  "\nRaddle's kernel compiler is part of its installation; $RADDLE_KERNELC may "
                  "name another one."}};
  if (done->exit_code >= 128) {
    const int signal = done->exit_code - 128;
    const std::string others = whatEndedIt(signal, done->output);
    return others.empty() ? Outcome{Error{internalError(signal, done->output, wanted.kernel)}, signal}
                          : Outcome{Error{others}};
  }
  // A program that ignores SIGCHLD learns of no exit status; then only the file tells. What lacks its end would take the process
  // along when it is loaded.
  if (done->exit_code == 0 && isWholeObject(output))
    return {true};
  const std::string said = done->output.substr(0, done->output.find_last_not_of('\n') + 1);
  return {Error{
      said.empty()
          ? fmt::format("the kernel compiler has written no whole object to {}; there may be no room left",
                        output.parent_path().string())
          : said}};
}

} // namespace

Result<bool> runCompiler(const DeviceCode &code, const Wanted &wanted, const std::filesystem::path &output,
                         const CompilerRun &how) {
  Outcome outcome = runOnce(code, wanted, output, how);
  if (outcome.fault == 0 || wanted.lanes == 1 || environmentNumber("RADDLE_FALLBACK", 0, 1, 1) == 0)
    return std::move(outcome.result);
  if (!runOnce(code, {wanted.kernel, 1, anyBlockLike(&wanted.block)}, output, how).result)
    return std::move(outcome.result);
  if (!isQuiet())
    printDiagnostic(fmt::format(
        "raddle: warning: the kernel compiler died of signal {} ({}) while compiling '{}' for whole warps\n"
        "note: its threads run one by one instead, which is slower. Please report this with the source "
        "file\n",
        outcome.fault, strsignal(outcome.fault),
        demangledByCompiler(wanted.kernel.substr(0, wanted.kernel.find('@')))));
  return true;
}

std::string demangledByCompiler(const std::string &name) {
  auto done = runProcess({kernelCompilerPath().string(), "-demangle", name});
  return done && done->exit_code == 0 ? done->output.substr(0, done->output.find('\n')) : name;
}

std::vector<std::vector<SourceFrame>> symbolizeOffsets(const std::filesystem::path &object,
                                                       const std::vector<std::uint64_t> &offsets) {
  std::vector<std::string> arguments{kernelCompilerPath().string(), "-symbolize", object.string()};
  // The reports of the checker are read elsewhere, too.
  if (environment("RADDLE_CHECK"))
    arguments.emplace_back("-paths");
  for (std::uint64_t offset : offsets)
    arguments.push_back(fmt::format("{:x}", offset));
  std::vector<std::vector<SourceFrame>> frames(offsets.size());
  auto done = runProcess(arguments);
  if (!done || done->exit_code != 0)
    return frames;
  // Lines "place<tab>function", maybe with "<tab>path"; an empty one ends an offset.
  std::istringstream lines(done->output);
  size_t index = 0;
  for (std::string line; index < frames.size() && std::getline(lines, line);) {
    const size_t tab = line.find('\t'), second = tab == std::string::npos ? tab : line.find('\t', tab + 1);
    if (tab == std::string::npos)
      ++index;
    else if (second == std::string::npos)
      frames[index].push_back({line.substr(0, tab), line.substr(tab + 1), ""});
    else
      frames[index].push_back(
          {line.substr(0, tab), line.substr(tab + 1, second - tab - 1), line.substr(second + 1)});
  }
  return frames;
}

} // namespace raddle::jit
