// What kernels print, kept until the host synchronises, as on a GPU.
#ifndef RADDLE_RUNTIME_DEVICE_OUTPUT_BUFFER_H
#define RADDLE_RUNTIME_DEVICE_OUTPUT_BUFFER_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

namespace raddle::runtime {

class OutputBuffer {
public:
  /// `capacity`: bytes of text that are kept; see cudaLimitPrintfFifoSize.
  explicit OutputBuffer(std::size_t capacity = 1 << 20) : capacity_(capacity) {}

  void setCapacity(std::size_t bytes);

  /// Appends one formatted message; safe from any worker. What does not fit overwrites the oldest messages.
  void append(std::string_view message);

  /// Writes everything to stdout, through the C library's stream, and to stderr how many messages were lost.
  void flush() {
    if (!is_empty_.load(std::memory_order_relaxed))
      write();
  }

  /// Whether any kernel that prints was launched.
  bool wasUsed() const { return used_.load(std::memory_order_relaxed); }
  void setUsed(bool used) { used_.store(used, std::memory_order_relaxed); }

private:
  void drop();
  void write();

  std::atomic<bool> used_ = false;
  std::atomic<bool> is_empty_ = true; // so that a thread that synchronises after every launch takes no lock
  std::mutex mutex_;
  std::size_t capacity_;
  std::string text_;                 // what was dropped is still in front
  std::size_t begin_ = 0;            // of what was not
  std::deque<std::size_t> messages_; // bytes of each
  std::uint64_t lost_ = 0;           // messages since the last flush
};

} // namespace raddle::runtime

#endif
