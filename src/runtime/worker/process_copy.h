// Work that may leave memory in any state, or never end: done in a copy of the process.
#ifndef RADDLE_RUNTIME_WORKER_PROCESS_COPY_H
#define RADDLE_RUNTIME_WORKER_PROCESS_COPY_H

#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <type_traits>

namespace raddle::runtime {

/// Runs `work` in a copy of this process, which has the calling thread only, and ends the copy after it or
/// after `limit`. What `work` writes after `result` is then here as well. False where the copy could not be
/// made or has not come to an end: so that a lock that another thread held costs the time, and nothing else.
bool runInProcessCopy(const std::function<void(void *result)> &work, void *result, std::size_t bytes,
                      std::chrono::milliseconds limit);

/// The same for a function's result.
template <typename Function>
auto resultFromProcessCopy(Function function, std::chrono::milliseconds limit)
    -> std::optional<std::invoke_result_t<Function>> {
  using Result = std::invoke_result_t<Function>;
  static_assert(std::is_trivially_copyable_v<Result>);
  Result result{};
  auto work = [&](void *place) {
    const Result own = function();
    std::memcpy(place, &own, sizeof own);
  };
  return runInProcessCopy(work, &result, sizeof result, limit) ? std::optional(result) : std::nullopt;
}

} // namespace raddle::runtime

#endif
