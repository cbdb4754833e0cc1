// The thread that waits for what other processes and kernels write to memory.
#ifndef RADDLE_HOST_STREAM_POLLING_THREAD_H
#define RADDLE_HOST_STREAM_POLLING_THREAD_H

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace raddle::host {

/// Nobody announces such writes, so somebody has to look again and again. Workers do not: what a stream waits for may need
/// all of them. The thread starts with the first condition and lives as long as the process.
class PollingThread {
public:
  /// Calls `then()` on the thread once `holds()` has returned true there.
  void post(std::function<bool()> holds, std::function<void()> then);

private:
  struct Awaited {
    std::function<bool()> holds;
    std::function<void()> then;
  };
  void work();

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Awaited> added_;
  bool started_ = false;
};

} // namespace raddle::host

#endif
