// What processes have recorded (profile/record.h), as a profile.
#include "profile/access_counts.h"
#include "profile/barrier_waits.h"
#include "profile/record.h"
#include "tools/kernel_names.h"
#include "tools/profile/counts.h"
#include "tools/profile/l1_cycles.h"
#include "tools/recorded_lines.h"

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <tuple>

namespace raddle::tools::profile {

namespace fs = std::filesystem;
namespace of_process = raddle::profile;
using llvm::json::Array;
using llvm::json::Object;

namespace {

std::uint32_t small(const Object &object, llvm::StringRef key) {
  return static_cast<std::uint32_t>(number(object, key));
}

template <typename Read> void forEach(const Object &object, llvm::StringRef key, Read read) {
  if (const Array *array = object.getArray(key))
    for (const llvm::json::Value &value : *array)
      if (const Object *element = value.getAsObject())
        read(*element);
}

// What is recorded of one process.
class Reader {
public:
  Reader(Profile &profile, unsigned &next_number, const fs::path &lines)
      : profile_(profile), next_number_(next_number) {
    const std::string bytes = contentOf(fs::path(lines).replace_extension(".counts"));
    numbers_.resize(bytes.size() / sizeof(std::uint64_t));
    std::memcpy(numbers_.data(), bytes.data(), numbers_.size() * sizeof(std::uint64_t));
    forEachLine(lines, [this](const Object &line) { readLine(line); });
    for (auto &[launches, kernel] : kernel_of_)
      finishLaunches(launches);
  }

private:
  void readLine(const Object &line) {
    if (const Object *process = line.getObject("process")) {
      process_ = number(*process, "id");
      profile_.program = text(*process, "program");
      profile_.target.architecture = text(*process, "device");
      profile_.workers = small(*process, "workers");
    } else if (const Object *compiled = line.getObject("compiled")) {
      if (const std::string kernel = text(*compiled, "kernel"); !kernel.empty())
        profile_.compilations.push_back(
            {readableKernel(kernel.substr(0, kernel.find('@'))), number(*compiled, "ns")});
    } else if (const Object *table = line.getObject("table")) {
      if (const Object *meaning = table->getObject("meaning"))
        tables_.emplace(small(*table, "number"), *meaning);
    } else if (const Object *launches = line.getObject("launches")) {
      addLaunches(*launches);
    } else if (const Object *counts = line.getObject("counts")) {
      const auto meaning = tables_.find(small(*counts, "table"));
      const auto kernel = kernel_of_.find(small(*counts, "launches"));
      if (meaning != tables_.end() && kernel != kernel_of_.end())
        addCounts(profile_.kernels[kernel->second.first], kernel->second.second, meaning->second,
                  number(*counts, "first"));
    } else if (const Object *approximate = line.getObject("approximate")) {
      if (const auto kernel = kernel_of_.find(small(*approximate, "launches")); kernel != kernel_of_.end())
        profile_.kernels[kernel->second.first].launches[kernel->second.second].is_approximate = true;
    }
  }

  std::uint64_t at(std::uint64_t index) const { return index < numbers_.size() ? numbers_[index] : 0; }

  void addLaunches(const Object &object) {
    // Kernels with internal linkage may have the same name in several files.
    const std::string mangled = text(object, "kernel"), file = text(object, "file");
    const unsigned source_line = small(object, "line");
    auto kernel = std::ranges::find_if(profile_.kernels, [&](const KernelProfile &known) {
      return known.mangled == mangled && known.file == file && known.line == source_line;
    });
    if (kernel == profile_.kernels.end()) {
      kernel = profile_.kernels.emplace(kernel);
      kernel->mangled = mangled;
      kernel->name = readableKernel(mangled);
      kernel->file = file;
      kernel->line = source_line;
      kernel->process = process_;
    }
    const unsigned number_of_launches = small(object, "number");
    kernel_of_[number_of_launches] = {static_cast<std::size_t>(kernel - profile_.kernels.begin()),
                                      kernel->launches.size()};
    first_of_[number_of_launches] = number(object, "first");
    Launches &launches = kernel->launches.emplace_back();
    launches.number = next_number_++;
    launches.grid = sizes(object, "grid");
    launches.block = sizes(object, "block");
    launches.cluster = sizes(object, "cluster");
    launches.dynamic_shared = small(object, "dynamic_shared");
    launches.static_shared = small(object, "static_shared");
    launches.local_bytes = small(object, "local");
    launches.max_threads = small(object, "max_threads");
    launches.min_blocks = small(object, "min_blocks");
    launches.max_registers = small(object, "max_registers");
    launches.lanes = small(object, "lanes");
    launches.thread_engine_reason = text(object, "thread_engine_reason");
    launches.device = static_cast<int>(number(object, "device"));
    launches.flags = small(object, "flags");
    launches.cooperative = object.getBoolean("cooperative").value_or(false);
  }

  void finishLaunches(unsigned launches) {
    const auto &[kernel, index] = kernel_of_[launches];
    const std::uint64_t first = first_of_[launches];
    Launches &its = profile_.kernels[kernel].launches[index];
    its.count = at(first + of_process::kLaunches);
    its.nanoseconds = at(first + of_process::kTime);
    its.shortest = at(first + of_process::kShortest);
    its.longest = at(first + of_process::kLongest);
    its.argument_bytes = at(first + of_process::kArgumentBytes);
  }

  // ---- counters

  Executions executionsAt(std::uint64_t index) const { return {at(index), at(index + 1)}; }

  void addCounts(KernelProfile &kernel, std::size_t launches, const Object &meaning, std::uint64_t first) {
    Launches &its_launches = kernel.launches[launches];
    places_ = meaning.getArray("places");
    lines_.clear();
    forEach(meaning, "blocks", [&](const Object &block) {
      const Executions executions = executionsAt(first + number(block, "counter"));
      const Array *mix = block.getArray("mix");
      if (!mix || !executions.warps)
        return;
      addChain(its_launches.serial_chain, block.getObject("chain"), executions.warps);
      addChain(its_launches.overlapped_chain, block.getObject("overlapped"), executions.warps);
      addChain(its_launches.loop_steps, block.getObject("steps"), executions.warps);
      addChain(its_launches.fused, block.getObject("fused"), executions.warps);
      for (const llvm::json::Value &value : *mix)
        if (const Array *entry = value.getAsArray(); entry && entry->size() == 3) {
          const std::uint64_t times = static_cast<std::uint64_t>((*entry)[2].getAsInteger().value_or(0));
          lineAt((*entry)[0].getAsInteger().value_or(0))
              .counts.instructions[(*entry)[1].getAsString().value_or("").str()] +=
              {executions.warps * times, executions.lanes * times};
        }
    });
    forEach(meaning, "branches", [&](const Object &branch) {
      const Executions executions = executionsAt(first + number(branch, "block"));
      if (!executions.warps)
        return;
      Counts &counts = lineAt(branch.getInteger("place").value_or(0)).counts;
      counts.branches += executions;
      counts.divergent_branches += at(first + number(branch, "counter"));
    });
    forEach(meaning, "barriers", [&](const Object &barrier) { addBarrier(kernel, barrier, first); });
    forEach(meaning, "accesses", [&](const Object &access) { addAccess(access, first); });
    for (auto &[key, line] : lines_) {
      its_launches.counts += line.counts;
      addLine(kernel, std::move(line));
    }
  }

  static void addChain(std::map<std::string, std::uint64_t> &chain, const Object *mix, std::uint64_t times) {
    if (mix)
      for (const auto &[kind, instructions] : *mix)
        chain[kind.str()] += times * static_cast<std::uint64_t>(instructions.getAsInteger().value_or(0));
  }

  void addBarrier(KernelProfile &kernel, const Object &barrier, std::uint64_t first) {
    const std::uint64_t counter = first + number(barrier, "counter");
    Waits waits{at(counter + of_process::kArrivals), at(counter + of_process::kWaited), {}};
    for (std::size_t warp = 0; warp < waits.by_warp.size(); ++warp)
      waits.by_warp[warp] = at(counter + of_process::kWaitedByWarp + warp);
    const Object *its_place = place(barrier.getInteger("place").value_or(0));
    if (waits.arrivals && its_place)
      kernel.barriers[{text(*its_place, "file"), small(*its_place, "line")}] += waits;
  }

  void addAccess(const Object &access, std::uint64_t first) {
    const std::string kind = text(access, "kind");
    const Operation operation = kind == "load"    ? Operation::kLoad
                                : kind == "store" ? Operation::kStore
                                                  : Operation::kAtomic;
    const std::uint64_t counter = first + number(access, "counter"), bytes = number(access, "bytes");
    const unsigned space = small(access, "space");
    auto add = [&](Memory memory, const Executions &executions, std::uint64_t counters) {
      if (!executions.warps)
        return;
      Accesses accesses{executions.warps, executions.lanes, executions.lanes * bytes};
      if (memory != Memory::kLocal)
        accesses.units = executions.warps + at(counters + of_process::kExtra);
      accesses.excessive = at(counters + of_process::kExcessive);
      accesses.conflicts = at(counters + of_process::kConflicts);
      accesses.distances = at(counters + of_process::kDistances);
      accesses.distance_squares = at(counters + of_process::kDistanceSquares);
      accesses.reused =
          static_cast<double>(accesses.units) / 100 * static_cast<double>(number(access, "reused"));
      accesses.distance_count = at(counters + of_process::kDistanceCount);
      if (operation == Operation::kLoad && memory == Memory::kGlobal)
        accesses.spread_cycles = l1CyclesOfSpreadLoads(accesses, static_cast<unsigned>(bytes));
      lineAt(access.getInteger("place").value_or(0)).counts.of(operation, memory) += accesses;
    };
    if (space == 0) {
      // Which it was is counted with it.
      const std::uint64_t of_shared = counter + of_process::kCountersOfAccess;
      add(Memory::kGlobal, executionsAt(counter), counter);
      add(Memory::kShared, executionsAt(of_shared), of_shared);
      return;
    }
    add(space == kRaddleSpaceShared  ? Memory::kShared
        : space == kRaddleSpaceLocal ? Memory::kLocal
                                     : Memory::kGlobal,
        executionsAt(first + number(access, "block")), counter);
  }

  // ---- lines

  const Object *place(std::int64_t index) const {
    if (!places_ || index < 0 || static_cast<std::size_t>(index) >= places_->size())
      return nullptr;
    return (*places_)[static_cast<std::size_t>(index)].getAsObject();
  }

  SourceLine &lineAt(std::int64_t index) {
    static const Object kNowhere;
    const Object *its_place = place(index);
    const Object &object = its_place ? *its_place : kNowhere;
    SourceLine &line = lines_[{text(object, "path"), small(object, "line")}];
    line.file = text(object, "file");
    line.path = text(object, "path");
    line.line = small(object, "line");
    if (line.function.empty())
      line.function = text(object, "function");
    std::vector<std::string> calls;
    for (const Object *at = &object; at && at->getInteger("at");) {
      at = place(*at->getInteger("at"));
      if (at)
        calls.push_back(text(*at, "file") + ':' + std::to_string(small(*at, "line")));
    }
    if (!calls.empty() &&
        std::find(line.inlined_at.begin(), line.inlined_at.end(), calls) == line.inlined_at.end())
      line.inlined_at.push_back(std::move(calls));
    return line;
  }

  static void addLine(KernelProfile &kernel, SourceLine &&line) {
    kernel.counts += line.counts;
    const auto known = std::find_if(kernel.lines.begin(), kernel.lines.end(), [&](const SourceLine &other) {
      return other.path == line.path && other.line == line.line;
    });
    if (known == kernel.lines.end()) {
      kernel.lines.push_back(std::move(line));
      return;
    }
    known->counts += line.counts;
    for (std::vector<std::string> &calls : line.inlined_at)
      if (std::find(known->inlined_at.begin(), known->inlined_at.end(), calls) == known->inlined_at.end())
        known->inlined_at.push_back(std::move(calls));
  }

  Profile &profile_;
  unsigned &next_number_; // of launches
  std::uint64_t process_ = 0;
  std::vector<std::uint64_t> numbers_;
  std::map<unsigned, Object> tables_;
  std::map<unsigned, std::pair<std::size_t, std::size_t>> kernel_of_; // by number of launches
  std::map<unsigned, std::uint64_t> first_of_;
  const Array *places_ = nullptr;
  std::map<std::pair<std::string, unsigned>, SourceLine> lines_;
};

// "scale(float*)", or "scale(float*) in a.cu" where another file has such a kernel; "in a.cu:3" where the file has two.
void giveTitles(std::vector<KernelProfile> &kernels) {
  for (KernelProfile &kernel : kernels) {
    auto isShared = [&](bool in_file) {
      return std::ranges::count_if(kernels, [&](const KernelProfile &other) {
               return other.name == kernel.name && (!in_file || other.file == kernel.file);
             }) > 1;
    };
    kernel.title = kernel.name;
    if (isShared(false))
      kernel.title += " in " + kernel.file + (isShared(true) ? ':' + std::to_string(kernel.line) : "");
  }
}

} // namespace

Profile readProfile(const std::string &folder) {
  Profile profile;
  unsigned next_number = 0;
  for (const fs::path &record : recordsIn(folder))
    Reader(profile, next_number, record);
  giveTitles(profile.kernels);
  for (KernelProfile &kernel : profile.kernels) {
    std::sort(kernel.lines.begin(), kernel.lines.end(), [](const SourceLine &one, const SourceLine &other) {
      return std::tie(one.path, one.line) < std::tie(other.path, other.line);
    });
    // The most frequent first, else the longest.
    std::sort(kernel.launches.begin(), kernel.launches.end(), [](const Launches &one, const Launches &other) {
      return std::tie(one.count, one.nanoseconds) > std::tie(other.count, other.nanoseconds);
    });
  }
  std::sort(profile.kernels.begin(), profile.kernels.end(),
            [](const KernelProfile &one, const KernelProfile &other) {
              return one.nanoseconds() > other.nanoseconds();
            });
  return profile;
}

} // namespace raddle::tools::profile
