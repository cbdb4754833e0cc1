#include "backend/cpu/loader/next_kernels.h"

#include "base/kernel_list.h"
#include "machine/worker_count.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace raddle::jit {

namespace {

// Each has 60 MiB, and what is compiled far ahead is needed less often.
constexpr unsigned kMostThreads = 8;

// So many may turn out to be needless before one was needed.
constexpr unsigned kTrust = 4;

// What of a block's class says how the program launches, rather than this launch alone.
BlockClass usualBlocks(const Wanted &wanted) {
  BlockClass blocks = wanted.block;
  blocks.unaligned = false;
  return blocks;
}

} // namespace

NextKernels &NextKernels::instance() {
  static auto *const kInstance = new NextKernels;
  return *kInstance;
}

NextKernels::NextKernels() : most_threads_(std::min(defaultWorkerCount() - 1, kMostThreads)) {}

NextKernels::Wait::Wait(const ModuleSource &module, const Wanted &wanted,
                        std::shared_ptr<const DeviceCode> code) {
  instance().begin(module, wanted, std::move(code));
}

NextKernels::Wait::~Wait() { instance().end(); }

void NextKernels::begin(const ModuleSource &source, const Wanted &wanted,
                        std::shared_ptr<const DeviceCode> code) {
  std::lock_guard lock(mutex_);
  ++waits_;
  if (process_ != getpid()) {
    process_ = getpid();
    threads_ = 0;
    in_work_.clear();
  }
  std::vector<std::uint64_t> hashes;
  for (const ModuleSource::Unit &unit : source.units)
    hashes.insert(hashes.end(), unit.hash.begin(), unit.hash.end());
  auto [position, is_new] = modules_.try_emplace(std::move(hashes));
  Module &module = position->second;
  if (is_new) {
    module.source.debug = source.debug;
    for (std::size_t index = 0; index < source.units.size(); ++index) {
      module.source.units.push_back({.bitcode = {}, .hash = source.units[index].hash});
      for (const ListedKernel &kernel : readKernelList(source.units[index].kernels))
        module.candidates.push_back({fmt::format("{}@{}", kernel.name, index), blocksOf(kernel)});
    }
  }
  module.code = std::move(code);
  if (const auto found = std::ranges::find(module.candidates, wanted.kernel, &Candidate::kernel);
      found != module.candidates.end()) {
    found->is_tried = true;
    module.next = static_cast<std::size_t>(found - module.candidates.begin()) + 1;
    module.blocks = usualBlocks(wanted);
  }
  current_ = &module;
  while (threads_ < most_threads_ && module.next < module.candidates.size() && startThread())
    ++threads_;
}

void NextKernels::end() {
  std::lock_guard lock(mutex_);
  --waits_;
  for (auto &[hashes, module] : modules_)
    if (waits_ == 0)
      module.code.reset();
}

bool NextKernels::startThread() {
  // Signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_started = true;
  try {
    std::thread([this] { work(); }).detach();
  } catch (const std::system_error &) {
    is_started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return is_started;
}

void NextKernels::work() {
  std::unique_lock lock(mutex_);
  while (const std::optional<Job> job = nextJob()) {
    in_work_.insert(job->object.key);
    lock.unlock();
    // An error is told when the program asks for the kernel.
    const auto done = compileIntoCache(job->object, *job->code, job->wanted, {.ends_with_us = true});
    lock.lock();
    in_work_.erase(job->object.key);
    if (done)
      unused_.insert(job->object.key);
    changed_.notify_all();
  }
  --threads_;
}

std::optional<NextKernels::Job> NextKernels::nextJob() {
  if (waits_ == 0 || !current_->code ||
      in_work_.size() + unused_.size() >= std::max(most_threads_, kTrust) + 2 * used_)
    return std::nullopt;
  for (Module &module = *current_; module.next < module.candidates.size(); ++module.next) {
    Candidate &candidate = module.candidates[module.next];
    if (std::exchange(candidate.is_tried, true))
      continue;
    const BlockClass &blocks = candidate.blocks ? *candidate.blocks : module.blocks;
    const Wanted wanted = wantedFor(module.source, candidate.kernel, &blocks);
    const auto object = placeInCache(module.source, wanted);
    if (object && !isCached(*object))
      return Job{*object, wanted, module.code};
  }
  return std::nullopt;
}

bool NextKernels::waitFor(const CacheKey &key, const Reminder &reminder) {
  std::unique_lock lock(mutex_);
  if (!in_work_.contains(key))
    return false;
  const auto is_done = [&] { return !in_work_.contains(key); };
  if (reminder.action && !changed_.wait_for(lock, reminder.after, is_done))
    reminder.action();
  changed_.wait(lock, is_done);
  return true;
}

void NextKernels::noteUse(const CacheKey &key) {
  std::lock_guard lock(mutex_);
  used_ += unused_.erase(key);
}

} // namespace raddle::jit
