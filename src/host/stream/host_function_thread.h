// The thread that calls the user's stream callbacks, one at a time.
#ifndef RADDLE_HOST_STREAM_HOST_FUNCTION_THREAD_H
#define RADDLE_HOST_STREAM_HOST_FUNCTION_THREAD_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace raddle::host {

/// Callbacks get a thread of their own because a host thread that waits for a stream lends itself as a
/// worker: it may hold a lock that the callback of another stream wants, and would wait for itself.
/// The thread starts with the first callback and lives as long as the process.
class HostFunctionThread {
public:
  void post(std::function<void()> function);

private:
  void work();

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> functions_;
  bool started_ = false;
};

} // namespace raddle::host

#endif
