#include "profile/samples.h"

#include "base/environment.h"
#include "base/json_text.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "machine/interrupted_code.h"
#include "profile/samples_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::profile::samples {

namespace {

namespace fs = std::filesystem;

constexpr long kPeriodNanoseconds = 1'000'000;

// Where the code of an object lies.
struct CodeRange {
  std::uintptr_t begin, end, offset; // `offset`: what an address is more than in the file
};

// Of the object that an address belongs to.
std::optional<CodeRange> rangeOf(const void *address) {
  struct Search {
    std::uintptr_t address;
    std::optional<CodeRange> found;
  } search{reinterpret_cast<std::uintptr_t>(address), std::nullopt};
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *data) {
        auto &wanted = *static_cast<Search *>(data);
        CodeRange range{~std::uintptr_t{0}, 0, info->dlpi_addr};
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (const auto &segment = info->dlpi_phdr[i]; segment.p_type == PT_LOAD) {
            range.begin = std::min<std::uintptr_t>(range.begin, info->dlpi_addr + segment.p_vaddr);
            range.end =
                std::max<std::uintptr_t>(range.end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
          }
        if (wanted.address < range.begin || wanted.address >= range.end)
          return 0;
        wanted.found = range;
        return 1;
      },
      &search);
  return search.found;
}

class Sampler {
public:
  /// Why it cannot be written, or nothing.
  std::string open(const fs::path &folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    folder_ = folder;
    const std::string base = (folder / std::to_string(getpid())).string();
    text_ = ::open((base + ".jsonl").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    const int file = ::open((base + ".samples").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (text_ < 0 || file < 0)
      return std::strerror(errno);
    // What is never written takes no room.
    constexpr std::size_t kBytes = sizeof(SamplesHeader) + kMostSamples * sizeof(Sample);
    void *memory = MAP_FAILED;
    if (ftruncate(file, kBytes) == 0)
      memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (memory == MAP_FAILED)
      return std::strerror(errno);
    close(file);
    header_ = static_cast<SamplesHeader *>(memory);
    header_->magic = kSamplesMagic;
    process_ = getpid();
    return "";
  }

  void add(const RaddleObject &object, const std::string &file) {
    const std::optional<CodeRange> range = rangeOf(&object);
    std::lock_guard lock(mutex_);
    const std::uint32_t number = ranges_known_.load(std::memory_order_relaxed);
    if (!range || number == ranges_.size() || getpid() != process_)
      return;
    // The cache may throw it away, and a copy in memory goes with the process.
    const fs::path copy = folder_ / fmt::format("{}.{}.so", process_, number);
    std::error_code failed;
    if (!fs::copy_file(file, copy, fs::copy_options::overwrite_existing, failed))
      return;
    ranges_[number] = *range;
    ranges_known_.store(number + 1, std::memory_order_release);
    const RaddleKernel *const kernel = object.kernel_count ? &object.kernels[0] : nullptr;
    const std::string line = fmt::format(R"({{"object":{{"number":{},"kernel":{},"source":{},"file":{}}}}})"
                                         "\n",
                                         number, jsonText(kernel ? kernel->name : ""),
                                         jsonText(kernel && kernel->source_file ? kernel->source_file : ""),
                                         jsonText(copy.string()));
    if (write(text_, line.data(), line.size()) < 0)
      ranges_known_.store(number, std::memory_order_release);
  }

  // ---- in the signal handler

  /// The sample for an address, if that is in a kernel.
  std::optional<Sample> sampleAt(std::uintptr_t address) const {
    for (std::uint32_t i = ranges_known_.load(std::memory_order_acquire); i-- > 0;)
      if (address >= ranges_[i].begin && address < ranges_[i].end)
        return Sample{i, static_cast<std::uint32_t>(address - ranges_[i].offset), 0};
    return std::nullopt;
  }

  void take(const Sample &sample) {
    const std::uint64_t place = std::atomic_ref(header_->taken).fetch_add(1, std::memory_order_relaxed);
    if (place < kMostSamples)
      reinterpret_cast<Sample *>(header_ + 1)[place] = sample;
  }

  bool isOfThisProcess() const { return getpid() == process_; }

private:
  static constexpr std::size_t kMostObjects = 4096;

  fs::path folder_;
  std::mutex mutex_;
  int text_ = -1;
  pid_t process_ = 0;
  SamplesHeader *header_ = nullptr;
  std::array<CodeRange, kMostObjects> ranges_{};
  std::atomic<std::uint32_t> ranges_known_ = 0;
};

std::atomic<Sampler *> sampler = nullptr;

[[gnu::tls_model("initial-exec")]] thread_local unsigned working = 0;

void takeSample(int, siginfo_t *, void *context) {
  Sampler *const its = sampler.load(std::memory_order_relaxed);
  if (!its || working == 0)
    return;
  const int error = errno;
  const std::uintptr_t pc = InterruptedCode(context).pc();
  std::optional<Sample> sample = its->sampleAt(pc);
  if (!sample) {
    // Functions of other libraries are where the kernel calls them.
    StackTrace stack;
    captureStack(pc, stack);
    for (std::size_t i = 0; i < stack.count && !sample; ++i)
      sample = its->sampleAt(stack.sites[i]);
    if (sample)
      sample->in_callee = 1;
  }
  its->take(sample.value_or(Sample{kNoObject, 0, 0}));
  errno = error;
}

std::string installHandler() {
  struct sigaction present = {}, own = {};
  sigaction(SIGPROF, nullptr, &present);
  if (present.sa_flags & SA_SIGINFO || present.sa_handler != SIG_DFL)
    return "the program uses SIGPROF itself";
  own.sa_sigaction = takeSample;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&own.sa_mask);
  return sigaction(SIGPROF, &own, nullptr) == 0 ? "" : std::strerror(errno);
}

// Interrupts the thread that makes it, for as long as that lives.
class ThreadTimer {
public:
  ThreadTimer() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = gettid();
    is_made_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    // Threads of the runtime begin with all signals blocked, which are the program's.
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGPROF);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    const itimerspec period{{0, kPeriodNanoseconds}, {0, kPeriodNanoseconds}};
    if (is_made_)
      timer_settime(timer_, 0, &period, nullptr);
  }
  ~ThreadTimer() {
    if (is_made_)
      timer_delete(timer_);
  }
  ThreadTimer(const ThreadTimer &) = delete;
  ThreadTimer &operator=(const ThreadTimer &) = delete;

private:
  timer_t timer_{};
  bool is_made_ = false;
};

// Threads work until the very end of the process.
Sampler *makeSampler() {
  const auto folder = environment("RADDLE_SAMPLES");
  if (!folder || folder->empty())
    return nullptr;
  auto made = std::make_unique<Sampler>();
  std::string reason = made->open(*folder);
  if (reason.empty())
    reason = installHandler();
  if (reason.empty())
    return made.release();
  printDiagnostic(
      fmt::format("raddle: warning: RADDLE_SAMPLES={}: {}; no lines are sampled\n", *folder, reason));
  return nullptr;
}

} // namespace

bool hasFolder() {
  static const bool kHasFolder = [] {
    sampler = makeSampler();
    return sampler != nullptr;
  }();
  return kHasFolder;
}

void noteObject(const RaddleObject &object, const std::string &file) {
  if (Sampler *const its = sampler.load())
    its->add(object, file);
}

void beginWork() {
  Sampler *const its = sampler.load(std::memory_order_relaxed);
  if (!its || !its->isOfThisProcess())
    return;
  static thread_local const ThreadTimer kTimer;
  ++working;
}

void endWork() {
  if (working)
    --working;
}

} // namespace raddle::profile::samples
