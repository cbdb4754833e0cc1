#include "runtime/output_buffer.h"

#include <cstdio>

namespace raddle::runtime {

namespace {

constexpr std::size_t kWriteThreshold = 1 << 20;

void writeOut(std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  text.clear();
}

} // namespace

void OutputBuffer::append(std::string_view text) {
  std::lock_guard lock(mutex_);
  text_ += text;
  if (text_.size() >= kWriteThreshold)
    writeOut(text_);
}

void OutputBuffer::flush() {
  std::lock_guard lock(mutex_);
  if (!text_.empty())
    writeOut(text_);
}

} // namespace raddle::runtime
