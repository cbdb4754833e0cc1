// A semaphore of another process or another interface, behind a descriptor.
#ifndef RADDLE_HOST_STREAM_EXTERNAL_SEMAPHORE_H
#define RADDLE_HOST_STREAM_EXTERNAL_SEMAPHORE_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace raddle::host {

/// A timeline is a number that only grows: 8 bytes at the start of a file in memory. A binary semaphore is that number, too, as
/// 0 or 1, or an eventfd.
class ExternalSemaphore {
public:
  enum class Kind { kBinary, kTimeline };

  /// Takes the descriptor over. Null, and the descriptor is still the caller's: it is no semaphore of that kind.
  static std::shared_ptr<ExternalSemaphore> take(Kind kind, int descriptor);

  ~ExternalSemaphore();
  ExternalSemaphore(const ExternalSemaphore &) = delete;
  ExternalSemaphore &operator=(const ExternalSemaphore &) = delete;

  void signal(std::uint64_t value) const;
  /// Whether a wait for that value is over; of a binary one, which has no values, this takes the signal.
  bool tryWait(std::uint64_t value) const;

private:
  ExternalSemaphore(Kind kind, int descriptor, std::atomic<std::uint64_t> *number)
      : kind_(kind), descriptor_(descriptor), number_(number) {}

  const Kind kind_;
  const int descriptor_;
  std::atomic<std::uint64_t> *const number_; // null for an eventfd
};

} // namespace raddle::host

#endif
