#include "profile/record.h"

#include "base/environment.h"
#include "base/json_text.h"
#include "base/wanted_device.h"
#include "diagnostics/messages.h"
#include "machine/worker_count.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace raddle::profile {

namespace {

namespace fs = std::filesystem;

// The file grows by steps; more than that is not recorded.
constexpr std::size_t kMostBytes = std::size_t{1} << 32, kStep = std::size_t{1} << 18;

std::string jsonOf(const RaddleDim3 &size) { return fmt::format("[{},{},{}]", size.x, size.y, size.z); }

std::string programName() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).string();
}

// Launches that are counted together.
using Shape = std::tuple<std::string, std::string, std::uint32_t, std::array<std::uint32_t, 9>, std::uint32_t,
                         std::uint32_t, int>;

class Record {
public:
  /// Why it cannot be written, or nothing.
  std::string open(const fs::path &folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    const std::string base = (folder / std::to_string(getpid())).string();
    text_ = ::open((base + ".jsonl").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (text_ < 0)
      return std::strerror(errno);
    numbers_file_ = ::open((base + ".counts").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (numbers_file_ < 0)
      return std::strerror(errno);
    void *memory =
        mmap(nullptr, kMostBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, numbers_file_, 0);
    if (memory == MAP_FAILED)
      return std::strerror(errno);
    numbers_ = static_cast<std::uint64_t *>(memory);
    process_ = getpid();
    writeLine(fmt::format(R"({{"process":{{"id":{},"program":{},"device":{},"workers":{}}}}})", process_,
                          jsonText(programName()), jsonText(wantedDevice()), defaultWorkerCount()));
    return "";
  }

  void add(const LaunchFacts &launch, const LaunchCounts &counts) {
    const std::uint64_t time = counts.elapsed();
    const auto sums = counts.sums();
    std::lock_guard lock(mutex_);
    if (getpid() != process_)
      return; // a copy of the process, which has the same file
    const unsigned launches = numberOf(launch);
    if (launches == kNone)
      return;
    std::uint64_t *numbers = &numbers_[first_numbers_[launches]];
    numbers[kShortest] = numbers[kLaunches] ? std::min(numbers[kShortest], time) : time;
    numbers[kLongest] = std::max(numbers[kLongest], time);
    numbers[kLaunches] += 1;
    numbers[kTime] += time;
    numbers[kArgumentBytes] += launch.argument_bytes;
    for (const auto &[table, sum] : sums)
      if (const std::size_t first = placeOf(launches, *table); first != kNowhere)
        for (std::size_t i = 0; i < sum.size(); ++i)
          numbers_[first + i] += sum[i];
    if (counts.isApproximate())
      writeLine(fmt::format(R"({{"approximate":{{"launches":{}}}}})", launches));
  }

  void addCompilation(const std::string &kernel, std::uint64_t nanoseconds) {
    std::lock_guard lock(mutex_);
    if (getpid() == process_)
      writeLine(fmt::format(R"({{"compiled":{{"kernel":{},"ns":{}}}}})", jsonText(kernel), nanoseconds));
  }

private:
  static constexpr unsigned kNone = ~0u;
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  void writeLine(const std::string &line) const {
    const std::string whole = line + '\n';
    for (std::size_t done = 0; done < whole.size();) {
      const ssize_t n = write(text_, whole.data() + done, whole.size() - done);
      if (n < 0 && errno != EINTR)
        return;
      done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
  }

  // Room for so many numbers, which are 0.
  std::size_t reserve(std::size_t count) {
    const std::size_t first = used_, end = (first + count) * sizeof(std::uint64_t);
    if (end > size_) {
      const std::size_t size = (end + kStep - 1) / kStep * kStep;
      if (size > kMostBytes || ftruncate(numbers_file_, static_cast<off_t>(size)) != 0)
        return kNowhere;
      size_ = size;
    }
    used_ += count;
    return first;
  }

  unsigned numberOf(const LaunchFacts &launch) {
    const RaddleKernel &kernel = launch.kernel;
    const auto &[grid, block, cluster] = std::tie(launch.grid, launch.block, launch.cluster);
    const std::string file = kernel.source_file ? kernel.source_file : "";
    const Shape shape{kernel.name,
                      file,
                      kernel.source_line,
                      {grid.x, grid.y, grid.z, block.x, block.y, block.z, cluster.x, cluster.y, cluster.z},
                      launch.dynamic_shared,
                      kernel.lanes,
                      launch.device};
    if (const auto known = launches_.find(shape); known != launches_.end())
      return known->second;
    const std::size_t first = reserve(kLaunchNumbers);
    if (first == kNowhere)
      return kNone;
    const auto number = static_cast<unsigned>(first_numbers_.size());
    first_numbers_.push_back(first);
    writeLine(fmt::format(
        R"({{"launches":{{"number":{},"kernel":{},"file":{},"line":{},"grid":{},"block":{},"cluster":{},)"
        R"("dynamic_shared":{},"static_shared":{},"local":{},"max_threads":{},"min_blocks":{},"max_registers":{},)"
        R"("lanes":{},"thread_engine_reason":{},"flags":{},"cooperative":{},"device":{},"first":{}}}}})",
        number, jsonText(kernel.name), jsonText(file), kernel.source_line, jsonOf(grid), jsonOf(block),
        jsonOf(cluster), launch.dynamic_shared, kernel.static_shared_bytes, kernel.local_bytes,
        kernel.max_threads_per_block, kernel.min_blocks_per_sm, kernel.max_registers, kernel.lanes,
        jsonText(kernel.thread_engine_reason ? kernel.thread_engine_reason : ""), kernel.flags,
        launch.cooperative, launch.device, first));
    return launches_[shape] = number;
  }

  std::size_t placeOf(unsigned launches, const RaddleCounterTable &table) {
    if (const auto known = counts_.find({launches, &table}); known != counts_.end())
      return known->second;
    const auto [known, is_new] = tables_.try_emplace(&table, static_cast<unsigned>(tables_.size()));
    if (is_new)
      writeLine(fmt::format(R"({{"table":{{"number":{},"meaning":{}}}}})", known->second, table.text));
    const std::size_t first = reserve(table.counters);
    if (first != kNowhere)
      writeLine(fmt::format(R"({{"counts":{{"launches":{},"table":{},"first":{}}}}})", launches,
                            known->second, first));
    return counts_[{launches, &table}] = first;
  }

  std::mutex mutex_;
  int text_ = -1, numbers_file_ = -1;
  pid_t process_ = 0;
  std::uint64_t *numbers_ = nullptr;
  std::size_t used_ = 0, size_ = 0; // numbers, and bytes of the file
  std::map<Shape, unsigned> launches_;
  std::vector<std::size_t> first_numbers_; // of the launches of each shape
  std::map<const RaddleCounterTable *, unsigned> tables_;
  std::map<std::pair<unsigned, const RaddleCounterTable *>, std::size_t> counts_;
};

// Launches end until the very end of the process.
Record *theRecord() {
  static Record *const kRecord = []() -> Record * {
    const auto folder = environment("RADDLE_PROFILE");
    if (!folder || folder->empty())
      return nullptr;
    if (const auto checks = environment("RADDLE_CHECK"); checks && !checks->empty()) {
      printDiagnostic("raddle: warning: RADDLE_PROFILE has no effect together with RADDLE_CHECK\n");
      return nullptr;
    }
    auto record = std::make_unique<Record>();
    const std::string reason = record->open(*folder);
    if (reason.empty())
      return record.release();
    printDiagnostic(fmt::format(
        "raddle: warning: cannot write to RADDLE_PROFILE={}: {}; nothing is counted\n", *folder, reason));
    return nullptr;
  }();
  return kRecord;
}

} // namespace

bool hasRecord() { return theRecord() != nullptr; }

void record(const LaunchFacts &launch, const LaunchCounts &counts) {
  if (Record *const record = theRecord())
    record->add(launch, counts);
}

void recordCompilation(const std::string &kernel, std::uint64_t nanoseconds) {
  if (Record *const record = theRecord())
    record->addCompilation(kernel, nanoseconds);
}

} // namespace raddle::profile
