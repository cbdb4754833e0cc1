// While a program waits for a kernel, cores that have nothing else to do compile those that it will probably need next.
//
// Templates are instantiated, and so listed, in the order in which the program uses them: the next kernels are those that
// follow in the list, though not all of them. How many are compiled for nothing is bounded by how many were not. Nothing is
// begun while the program runs.
#ifndef RADDLE_BACKEND_CPU_LOADER_NEXT_KERNELS_H
#define RADDLE_BACKEND_CPU_LOADER_NEXT_KERNELS_H

#include "backend/cpu/loader/cached_object.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace raddle::jit {

class NextKernels {
public:
  static NextKernels &instance();

  /// As long as it lives, the program waits for a kernel of the module.
  class Wait {
  public:
    Wait(const ModuleSource &module, const Wanted &wanted, std::shared_ptr<const DeviceCode> code);
    ~Wait();
    Wait(const Wait &) = delete;
    Wait &operator=(const Wait &) = delete;
  };

  /// Where the object is being compiled, waits for that and returns true. It may have failed.
  bool waitFor(const CacheKey &key, const Reminder &reminder);

  /// The program has loaded the object.
  void noteUse(const CacheKey &key);

private:
  struct Candidate {
    std::string kernel; // "<mangled name>@<unit>"
    std::optional<BlockClass> blocks;
    bool is_tried = false;
  };
  struct Module {
    ModuleSource source; // of which only the hashes are still there
    std::shared_ptr<const DeviceCode> code;
    std::vector<Candidate> candidates;
    std::size_t next = 0;
    BlockClass blocks = {}; // for kernels that say nothing: what the program launches with
  };
  struct Job {
    CachedObject object;
    Wanted wanted;
    std::shared_ptr<const DeviceCode> code;
  };

  NextKernels();
  void begin(const ModuleSource &source, const Wanted &wanted, std::shared_ptr<const DeviceCode> code);
  void end();
  bool startThread();
  void work();
  std::optional<Job> nextJob();

  const unsigned most_threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned waits_ = 0, threads_ = 0;
  pid_t process_ = 0;                                    // that has the threads: a child process has none
  std::map<std::vector<std::uint64_t>, Module> modules_; // by the hashes of their units
  Module *current_ = nullptr;
  std::set<CacheKey> in_work_, unused_;
  std::size_t used_ = 0;
};

} // namespace raddle::jit

#endif
