#include "host/stream/polling_thread.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

namespace raddle::host {

void PollingThread::post(std::function<bool()> holds, std::function<void()> then) {
  std::lock_guard lock(mutex_);
  added_.push_back({std::move(holds), std::move(then)});
  if (!started_) {
    started_ = true;
    std::thread([this] { work(); }).detach();
  }
  arrived_.notify_one();
}

void PollingThread::work() {
  using std::chrono::microseconds;
  constexpr microseconds kShortest{10}, kLongest{1000};
  std::vector<Awaited> awaited; // in the order in which they came
  microseconds pause = kShortest;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (awaited.empty())
        arrived_.wait(lock, [this] { return !added_.empty(); });
      if (!added_.empty())
        pause = kShortest;
      std::ranges::move(std::exchange(added_, {}), std::back_inserter(awaited));
    }
    std::vector<std::function<void()>> done;
    std::erase_if(awaited, [&done](Awaited &entry) {
      const bool holds = entry.holds();
      if (holds)
        done.push_back(std::move(entry.then));
      return holds;
    });
    for (const std::function<void()> &then : done)
      then();
    // What comes after one that held often comes soon.
    pause = done.empty() ? std::min(pause * 2, kLongest) : kShortest;
    if (!awaited.empty() && done.empty())
      std::this_thread::sleep_for(pause);
  }
}

} // namespace raddle::host
