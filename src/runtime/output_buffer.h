// What kernels print, kept until the host synchronises, as on a GPU.
#ifndef RADDLE_RUNTIME_OUTPUT_BUFFER_H
#define RADDLE_RUNTIME_OUTPUT_BUFFER_H

#include <mutex>
#include <string>
#include <string_view>

namespace raddle::runtime {

class OutputBuffer {
public:
  /// Appends one formatted message; safe from any worker. Nothing is ever dropped: a buffer that grows
  /// past a megabyte is written out at once.
  void append(std::string_view text);

  /// Writes everything to stdout, through the C library's stream.
  void flush();

private:
  std::mutex mutex_;
  std::string text_;
};

} // namespace raddle::runtime

#endif
