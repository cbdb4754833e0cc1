#include "trace/recorder.h"

#include "base/environment.h"
#include "base/json_text.h"
#include "base/name_pattern.h"
#include "diagnostics/messages.h"
#include "trace/options.h"
#include "trace/steps_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

namespace raddle::trace {

namespace {

namespace fs = std::filesystem;

// The file grows by steps; more than that is not recorded.
constexpr std::size_t kMostBytes = std::size_t{1} << 32, kStep = std::size_t{1} << 20;

std::string jsonOf(const RaddleDim3 &size) { return fmt::format("[{},{},{}]", size.x, size.y, size.z); }

class Recorder {
public:
  explicit Recorder(Options options) : options_(std::move(options)), pattern_(options_.kernel) {}

  /// Why it cannot be written, or nothing.
  std::string open() {
    std::error_code failed;
    fs::create_directories(options_.folder, failed);
    const std::string base = (fs::path(options_.folder) / std::to_string(getpid())).string();
    text_ = ::open((base + ".jsonl").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (text_ < 0)
      return std::strerror(errno);
    file_ = ::open((base + ".steps").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0)
      return std::strerror(errno);
    void *memory = mmap(nullptr, kMostBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
    if (memory == MAP_FAILED || ftruncate(file_, kStep) != 0)
      return std::strerror(errno);
    size_ = kStep;
    memory_ = static_cast<std::byte *>(memory);
    process_ = getpid();
    header() = {kStepsMagic, sizeof(StepsHeader), 0, 0, 0, 0, 0};
    return "";
  }

  bool beginLaunch(const RaddleKernel &kernel, const RaddleDim3 &grid, const RaddleDim3 &block) {
    std::lock_guard lock(mutex_);
    if (getpid() != process_)
      return false; // a copy of the process, which has the same file
    const std::string name = kernelName(kernel), file = kernel.source_file ? kernel.source_file : "";
    const bool is_wanted = isWanted(name, file);
    const bool is_traced = is_wanted && launches_of_kernel_++ == options_.launch &&
                           isIn(options_.block, grid) && options_.warp < warpsOf(block);
    const auto shape = std::make_tuple(name, file, grid.x, grid.y, grid.z, block.x, block.y, block.z);
    if (!is_traced && launches_[shape]++ > 0)
      return false;
    writeLine(fmt::format(
        R"({{"launch":{{"kernel":{},"file":{},"grid":{},"block":{},"lanes":{},"thread_engine_reason":{},)"
        R"("wanted":{},"traced":{},"of_block":[{},{},{}],"of_warp":{},"number":{}}}}})",
        jsonText(kernel.name), jsonText(file), jsonOf(grid), jsonOf(block), kernel.lanes,
        jsonText(kernel.thread_engine_reason ? kernel.thread_engine_reason : ""), is_wanted, is_traced,
        options_.block[0], options_.block[1], options_.block[2], options_.warp, options_.launch));
    return is_traced;
  }

  bool isTraced(const RaddleDim3 &block, std::uint32_t warp, bool whichever_warp) const {
    return (whichever_warp || warp == options_.warp) && block.x == options_.block[0] &&
           block.y == options_.block[1] && block.z == options_.block[2];
  }

  std::uint64_t *record(const Step &step) {
    std::lock_guard lock(mutex_);
    if (getpid() != process_)
      return nullptr;
    StepsHeader &all = header();
    if (all.skipped < options_.skip) {
      ++all.skipped;
      return nullptr;
    }
    const unsigned values = step.site >> kRaddleTraceValuesShift & 7;
    const std::size_t bytes = sizeof(StepRecord) + std::size_t{values} *
                                                       (step.by_warp ? kRaddleWarpSize : 1) *
                                                       sizeof(std::uint64_t);
    if (all.kept >= options_.steps || !grow(all.bytes + bytes)) {
      ++all.lost;
      return nullptr;
    }
    all.shared = reinterpret_cast<std::uintptr_t>(step.shared);
    all.shared_bytes = step.shared_bytes;
    auto *record = reinterpret_cast<StepRecord *>(memory_ + all.bytes);
    *record = {step.site & ((1u << kRaddleTraceValuesShift) - 1),
               step.lanes,
               static_cast<std::uint16_t>(step.warp),
               numberOf(step.table),
               static_cast<std::uint8_t>(values),
               step.by_warp,
               reinterpret_cast<std::uintptr_t>(step.stack),
               step.stack_bytes};
    all.bytes += bytes;
    ++all.kept;
    return reinterpret_cast<std::uint64_t *>(record + 1);
  }

private:
  StepsHeader &header() { return *reinterpret_cast<StepsHeader *>(memory_); }

  // Kernels with internal linkage may have the same name in several files.
  bool isWanted(const std::string &name, const std::string &file) const {
    const std::string in_file = name + " in " + file;
    return options_.is_exact ? name == options_.kernel || in_file == options_.kernel
                             : pattern_.matches(name) || pattern_.matches(in_file);
  }

  static bool isIn(const std::array<std::uint32_t, 3> &block, const RaddleDim3 &grid) {
    return block[0] < grid.x && block[1] < grid.y && block[2] < grid.z;
  }

  static std::uint32_t warpsOf(const RaddleDim3 &block) {
    return (block.x * block.y * block.z + kRaddleWarpSize - 1) / kRaddleWarpSize;
  }

  bool grow(std::size_t bytes) {
    if (bytes <= size_)
      return true;
    const std::size_t size = (bytes + kStep - 1) / kStep * kStep;
    if (size > kMostBytes || ftruncate(file_, static_cast<off_t>(size)) != 0)
      return false;
    size_ = size;
    return true;
  }

  std::uint8_t numberOf(const RaddleTraceTable *table) {
    const auto [known, is_new] = tables_.try_emplace(table, static_cast<std::uint8_t>(tables_.size()));
    if (is_new)
      writeLine(fmt::format(R"({{"table":{{"number":{},"meaning":{}}}}})", known->second, table->text));
    return known->second;
  }

  void writeLine(const std::string &line) const {
    const std::string whole = line + '\n';
    for (std::size_t done = 0; done < whole.size();) {
      const ssize_t n = write(text_, whole.data() + done, whole.size() - done);
      if (n < 0 && errno != EINTR)
        return;
      done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
  }

  std::mutex mutex_;
  const Options options_;
  const NamePattern pattern_;
  int text_ = -1, file_ = -1;
  pid_t process_ = 0;
  std::byte *memory_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t launches_of_kernel_ = 0;
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                      std::uint32_t, std::uint32_t>,
           std::uint64_t>
      launches_;
  std::map<const RaddleTraceTable *, std::uint8_t> tables_;
};

std::string makeRecorder(const std::string &text, Recorder *&made) {
  std::string error;
  const Options options = parseOptions(text, error);
  if (!error.empty())
    return error;
  if (!options.is_exact && !NamePattern(options.kernel).isValid())
    return fmt::format("'{}' is no regular expression", options.kernel);
  auto recorder = std::make_unique<Recorder>(options);
  error = recorder->open();
  if (error.empty())
    made = recorder.release();
  return error;
}

// Launches run until the very end of the process.
Recorder *theRecorder() {
  static Recorder *const kRecorder = []() -> Recorder * {
    const auto text = environment("RADDLE_TRACE");
    if (!text || text->empty())
      return nullptr;
    Recorder *recorder = nullptr;
    if (const std::string reason = makeRecorder(*text, recorder); !reason.empty())
      printDiagnostic(
          fmt::format("raddle: warning: RADDLE_TRACE={}: {}; nothing is recorded\n", *text, reason));
    return recorder;
  }();
  return kRecorder;
}

} // namespace

bool hasRecorder() { return theRecorder() != nullptr; }

bool beginLaunch(const RaddleKernel &kernel, const RaddleDim3 &grid, const RaddleDim3 &block) {
  return theRecorder()->beginLaunch(kernel, grid, block);
}

bool isTraced(const RaddleDim3 &block, std::uint32_t warp, bool whichever_warp) {
  return theRecorder()->isTraced(block, warp, whichever_warp);
}

std::uint64_t *record(const Step &step) { return theRecorder()->record(step); }

} // namespace raddle::trace
