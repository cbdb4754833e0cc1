#include "runtime/device/output_buffer.h"
#include "diagnostics/messages.h"

#include <cstdio>
#include <fmt/format.h>

namespace raddle::runtime {

void OutputBuffer::setCapacity(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  capacity_ = bytes;
  drop();
}

void OutputBuffer::append(std::string_view message) {
  std::lock_guard lock(mutex_);
  is_empty_.store(false, std::memory_order_relaxed);
  text_ += message;
  messages_.push_back(message.size());
  drop();
}

void OutputBuffer::drop() {
  while (text_.size() - begin_ > capacity_) {
    begin_ += messages_.front();
    messages_.pop_front();
    ++lost_;
  }
  if (begin_ > capacity_) {
    text_.erase(0, begin_);
    begin_ = 0;
  }
}

void OutputBuffer::write() {
  std::lock_guard lock(mutex_);
  is_empty_.store(true, std::memory_order_relaxed);
  if (begin_ != text_.size())
    std::fwrite(text_.data() + begin_, 1, text_.size() - begin_, stdout);
  text_.clear();
  messages_.clear();
  begin_ = 0;
  if (lost_)
    printDiagnostic(
        fmt::format("raddle: warning: the output of {} printf() calls in kernels was overwritten before the "
                    "host synchronised; cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) makes more room "
                    "than {} bytes\n",
                    lost_, capacity_));
  lost_ = 0;
}

} // namespace raddle::runtime
