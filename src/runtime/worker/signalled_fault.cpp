// What a signal in a kernel says about it: who accessed what, and where.
//
// Code for the lanes of a warp, or for the threads of a block in a loop, holds no trace of which of them an
// instruction was for. So nothing is kept for this while kernels run; when one has faulted, its block is run
// again by threads, one after the other, until one faults in the same way: in a copy of the process, because
// it finds memory as its first run has left it, and may do anything with it, or not come to an end.
#include "runtime/worker/signalled_fault.h"

#include "backend/device_memory.h"
#include "base/margin.h"
#include "diagnostics/stack_trace.h"
#include "diagnostics/symbolizer.h"
#include "runtime/worker/guarded_copy.h"
#include "runtime/worker/process_copy.h"

#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>

namespace raddle::runtime {

namespace {

// "file.cu:12" of "file.cu:12:5".
std::string lineOf(const std::string &place) { return place.substr(0, place.rfind(':')); }

bool onOneLine(std::uintptr_t a, std::uintptr_t b) {
  const std::vector<std::string> places = symbolize({a, b});
  return !places[0].empty() && lineOf(places[0]) == lineOf(places[1]);
}

const void *imageOf(std::uintptr_t address) {
  Dl_info info{};
  return dladdr(reinterpret_cast<const void *>(address), &info) ? info.dli_fbase : nullptr;
}

// The C library, or what a sanitizer puts in its place.
bool isOfLibrary(std::uintptr_t address) {
  const void *const image = imageOf(address);
  return image == imageOf(reinterpret_cast<std::uintptr_t>(&std::memset)) ||
         image == imageOf(reinterpret_cast<std::uintptr_t>(&gnu_get_libc_version));
}

// Where the kernel is when it faults in a function of the C library that its compiler has called, such as memset().
std::uintptr_t placeInKernel(const SignalRecord &seen) {
  for (std::size_t i = 0; isOfLibrary(seen.pc) && i < seen.stack.count; ++i)
    if (!isOfLibrary(seen.stack.sites[i]))
      return seen.stack.sites[i];
  return seen.pc;
}

// Vector instructions tell the address of any of the lanes that may not access theirs.
bool areAlike(const SignalRecord &a, const SignalRecord &b) {
  const bool know_addresses = a.code != SI_KERNEL;
  if (a.number != b.number || know_addresses != (b.code != SI_KERNEL))
    return false;
  return (know_addresses && a.address == b.address) || onOneLine(a.pc, b.pc);
}

// Beside what the address lies; nothing where nobody knows.
std::string placeOf(std::uintptr_t address, const Block &block) {
  // As far as their guards go.
  constexpr std::size_t kBehind = 1024 * 1024, kInFront = 64 * 1024;
  const std::size_t bytes = block.shared_bytes;
  const auto begin = reinterpret_cast<std::uintptr_t>(block.shared), end = begin + bytes;
  const std::string memory = "of the block's shared memory of " + block.describeShared();
  if (address >= end && address - end < kBehind)
    return fmt::format("{} past the end {}", plural(address - end, "byte"), memory);
  if (address < begin && begin - address <= kInFront)
    return fmt::format("{} in front {}", plural(begin - address, "byte"), memory);
  return backend::deviceMemory() ? backend::deviceMemory()->describe(address) : std::string();
}

void describeAccess(const SignalRecord &seen, const Block &block, Fault &described) {
  described.kind = FaultKind::kIllegalAddress;
  if (seen.alignment) {
    described.kind = FaultKind::kMisalignedAddress;
    described.text = fmt::format("{} address {:#x}, which is no multiple of {}",
                                 seen.write ? "wrote" : "read", seen.address, seen.alignment);
  } else if (seen.number == SIGBUS && seen.code == BUS_ADRALN) {
    described.kind = FaultKind::kMisalignedAddress;
    described.text = fmt::format("accessed address {:#x}, which is misaligned", seen.address);
  } else if (SharedMemory::isOfNoBlock(seen.address)) {
    described.kind = FaultKind::kTrap; // as on a GPU
    described.text = fmt::format("accessed the shared memory of a block that is not in its cluster of {}",
                                 block.cluster_size);
  } else if (seen.pc == seen.address) {
    described.text = fmt::format("called address {:#x}, which is no function", seen.address);
    described.site = described.caller;
  } else if (const auto distance = block.distanceBehindShared(seen.address)) {
    described.text = fmt::format("{} address {:#x}, which lies {} bytes past the shared memory of its block: "
                                 "{} bytes of variables, and {} that the launch gave",
                                 seen.write ? "wrote" : "read", seen.address, *distance,
                                 block.kernel().static_shared_bytes, block.dynamic_shared_bytes);
    if (block.dynamic_shared_bytes == 0)
      described.notes.push_back(
          {block.kernel().static_shared_bytes == 0
               ? "the third argument of <<<>>> says how many bytes an 'extern __shared__' array has"
               : "if it is meant for an 'extern __shared__' array: the third argument of <<<>>> says how "
                 "many bytes that has",
           0});
  } else if (seen.code == SI_KERNEL) {
    // The processor does not tell which address it was.
    described.text = "accessed an address that cannot exist or is misaligned";
  } else {
    const char *verb = seen.write ? "wrote" : seen.number == SIGBUS ? "accessed" : "read";
    // Freed device memory and guard pages are mapped too, but not to be read either.
    char byte;
    const char *why = seen.number == SIGBUS      ? "is past the end of its file or misaligned"
                      : seen.code != SEGV_ACCERR ? "is not mapped"
                      : seen.write && guardedCopy(&byte, reinterpret_cast<const void *>(seen.address), 1)
                          ? "is read-only"
                          : "this process may not access";
    described.text = fmt::format("{} address {:#x}, which {}", verb, seen.address, why);
    if (const std::string place = placeOf(seen.address, block); !place.empty())
      described.notes.push_back({"it lies " + place, 0});
  }
}

} // namespace

Fault SignalledFault::describe() {
  const bool runs_warps = block_.lanes != 1;
  // Who it was as far as the block knows: a thread, or the first one of the warps that one fiber runs.
  std::optional<RaddleThread> thread;
  if (block_.by_threads)
    thread = thread_;
  else if (runs_warps && !block_.kernel().thread_entry)
    thread.emplace(RaddleThread{{}, 0, &block_, 0, block_.running_warp, 0, {}});
  std::optional<RaddleThread> found;
  if (runs_warps || !thread)
    found = findThread(runOfSingleThreads(), thread);
  if (!found && !thread && runs_warps)
    thread = findThread(block_.run, std::nullopt);

  // The replay's code is not moved out of any loop, so it knows its line better.
  const SignalRecord seen = signal_;
  Fault described;
  described.site = placeInKernel(seen);
  described.caller = callSite(seen.caller);
  described.stack = seen.stack;
  described.about_kernel = true;
  described.thread = found ? found : thread;
  described.some_lane = runs_warps && !found;
  switch (seen.number) {
  case SIGFPE:
    described.kind = FaultKind::kIllegalInstruction;
    described.text = "made an integer division that overflows";
    break;
  case SIGILL:
  case SIGTRAP:
    described.kind = FaultKind::kIllegalInstruction;
    // The kernel compiler puts one wherever C++ says that nobody comes.
    described.text = "executed an illegal instruction, as stands where the program's behaviour is undefined: "
                     "after a loop or recursion without end, or instead of a missing return";
    break;
  default:
    describeAccess(seen, block_, described);
  }
  return described;
}

// The block's launch, or the same one for single threads where its kernel runs warps; null where that is not
// to be had.
std::shared_ptr<Run> SignalledFault::runOfSingleThreads() const {
  if (block_.lanes == 1)
    return block_.run;
  // About a fifth of a second. By threads a block takes 30 to 100 times as long.
  constexpr std::uint64_t kLongestCycles = 500'000'000;
  if (timeStamp() - block_.run->submittedAt() > kLongestCycles &&
      timeStamp() - block_.started > kLongestCycles)
    return nullptr;
  const Launch &launch = block_.run->launch();
  // Blocks that wait for others cannot be run alone.
  const auto &find = block_.run->function().for_single_threads;
  const CpuFunction *const function = block_.cohort || !find ? nullptr : find();
  if (!function)
    return nullptr;
  auto same = std::make_shared<Launch>();
  same->function = function;
  same->grid_dim = launch.grid_dim;
  same->block_dim = launch.block_dim;
  same->dynamic_shared_bytes = launch.dynamic_shared_bytes;
  same->stack_bytes = launch.stack_bytes;
  std::memcpy(same->parameters.allocate(function->parameter_bytes), launch.parameters.get(),
              function->parameter_bytes);
  same->device_state = launch.device_state;
  auto run = std::make_shared<Run>(std::move(same), block_.run->isApart());
  // Was given, if there is reason for it.
  static_cast<void>(run->takeDivisionWarning());
  return run;
}

// Runs the block again as one of `run`. Where a thread (or warp, as `run` has it) is found, the worker's signal is what
// it did, else what it was. It is one of the warps that begin with that of `known`.
std::optional<RaddleThread> SignalledFault::findThread(const std::shared_ptr<Run> &run,
                                                       const std::optional<RaddleThread> &known) {
  constexpr std::chrono::seconds kLongest{3};
  if (!run || !run->kernel().thread_entry)
    return std::nullopt;
  struct Found {
    bool is_known;
    RaddleThread thread;
    SignalRecord signal;
  };
  auto replay_block = [&] {
    const std::optional<RaddleThread> thread = replay(run, known);
    return Found{thread.has_value(), thread.value_or(RaddleThread{}), signal_};
  };
  const std::optional<Found> found = resultFromProcessCopy(replay_block, kLongest);
  if (!found || !found->is_known)
    return std::nullopt;
  signal_ = found->signal;
  return found->thread;
}

// In a copy of the process: ends with `block` in another state.
std::optional<RaddleThread> SignalledFault::replay(const std::shared_ptr<Run> &run,
                                                   const std::optional<RaddleThread> &known) {
  const SignalRecord first = signal_;
  Cohort *const cohort = block_.cohort;
  const std::uint32_t warps = block_.lanes / kRaddleWarpSize;
  carrier_.fibers().abandon(block_.fibers, block_.run->stackClass());
  block_.fibers = {};
  const RaddleBlock place = block_;
  block_.run = run;
  block_.begin(carrier_, {block_.range.first, 1}, true);
  unsigned char *const shared = block_.shared;
  static_cast<RaddleBlock &>(block_) = place;
  block_.shared = shared;
  block_.cohort = cohort;
  block_.replaying = true;

  // The first thread of those that fault there, whose turn need not come first.
  auto number = [](const RaddleThread &thread) { return thread.warp * kRaddleWarpSize + thread.lane; };
  std::optional<RaddleThread> found;
  SignalRecord of_found = first;
  while (resume_() == BlockEvent::kSignal) {
    const RaddleThread &thread = *thread_;
    if (known && (thread.warp < known->warp || thread.warp >= known->warp + warps))
      continue;
    if (found ? signal_.pc == of_found.pc && number(thread) < number(*found) : areAlike(signal_, first)) {
      found = thread;
      of_found = signal_;
    }
  }
  signal_ = of_found;
  return found;
}

} // namespace raddle::runtime
