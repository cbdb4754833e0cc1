#include "runtime/worker/process_copy.h"

#include <atomic>
#include <csignal>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace raddle::runtime {

namespace {

// Memory that both processes see: whether the work is done, and after it the result.
class SharedResult {
public:
  explicit SharedResult(std::size_t bytes) : bytes_(kHeader + bytes) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (exists())
      new (memory_) std::atomic<bool>(false);
  }
  ~SharedResult() {
    if (exists())
      munmap(memory_, bytes_);
  }
  SharedResult(const SharedResult &) = delete;
  SharedResult &operator=(const SharedResult &) = delete;

  bool exists() const { return memory_ != MAP_FAILED; }
  std::atomic<bool> &isDone() { return *static_cast<std::atomic<bool> *>(memory_); }
  void *result() { return static_cast<char *>(memory_) + kHeader; }

private:
  static constexpr std::size_t kHeader = 64;
  std::size_t bytes_;
  void *memory_;
};

// The process ends within `limit`, or is ended.
void awaitEnd(pid_t process, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (std::chrono::steady_clock::now() < deadline) {
    // The program may wait for all its children, and get ours; then there is none any more.
    if (waitpid(process, nullptr, WNOHANG) != 0)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

} // namespace

bool runInProcessCopy(const std::function<void(void *result)> &work, void *result, std::size_t bytes,
                      std::chrono::milliseconds limit) {
  SharedResult shared(bytes);
  if (!shared.exists())
    return false;
  const pid_t process = fork();
  if (process < 0)
    return false;
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    work(shared.result());
    shared.isDone() = true;
    _exit(0);
  }
  awaitEnd(process, limit);
  if (!shared.isDone())
    return false;
  std::memcpy(result, shared.result(), bytes);
  return true;
}

} // namespace raddle::runtime
