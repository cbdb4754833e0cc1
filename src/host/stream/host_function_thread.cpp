#include "host/stream/host_function_thread.h"

#include <thread>
#include <utility>

namespace raddle::host {

void HostFunctionThread::post(std::function<void()> function) {
  std::lock_guard lock(mutex_);
  functions_.push_back(std::move(function));
  if (!started_) {
    started_ = true;
    std::thread([this] { work(); }).detach();
  }
  arrived_.notify_one();
}

void HostFunctionThread::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [this] { return !functions_.empty(); });
    std::function<void()> function = std::move(functions_.front());
    functions_.pop_front();
    lock.unlock();
    function();
    lock.lock();
  }
}

} // namespace raddle::host
