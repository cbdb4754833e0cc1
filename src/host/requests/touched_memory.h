// What copies, fills and frees are to other work of the devices (RADDLE_CHECK=race).
#ifndef RADDLE_HOST_REQUESTS_TOUCHED_MEMORY_H
#define RADDLE_HOST_REQUESTS_TOUCHED_MEMORY_H

#include "check/concurrent_work.h"
#include "host/memory/memory.h"
#include "host/memory/transfer.h"

#include <memory>

namespace raddle::host {

/// Where somebody asks. Of memory that CUDA does not know, the program may do anything meanwhile, so it does not count.
std::shared_ptr<check::Work> makeWork(const MemoryRegistry &memory, const Copy &copy);
std::shared_ptr<check::Work> makeWork(const MemoryRegistry &memory, const Fill &fill);
/// Null where nobody asks.
template <typename Transfer>
std::shared_ptr<check::Work> workOf(const MemoryRegistry &memory, const Transfer &transfer) {
  return check::ordersWork() ? makeWork(memory, transfer) : nullptr;
}
std::shared_ptr<check::Work> workOfFree(void *base, std::size_t bytes);
/// A stream writes a number, or waits for one, that kernels may access atomically at the same time.
std::shared_ptr<check::Work> workOfFlag(void *address, std::size_t bytes);

/// Work that is done as long as this lives. Null is nothing.
class WorkByHost {
public:
  explicit WorkByHost(std::shared_ptr<check::Work> work) : work_(std::move(work)) {}
  WorkByHost(const WorkByHost &) = delete;
  WorkByHost &operator=(const WorkByHost &) = delete;
  ~WorkByHost() {
    if (work_)
      check::end(work_);
  }

private:
  std::shared_ptr<check::Work> work_;
};

} // namespace raddle::host

#endif
