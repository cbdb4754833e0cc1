// The options with which programs load code, and where its messages go.
#ifndef RADDLE_API_CUDA_JIT_OPTIONS_H
#define RADDLE_API_CUDA_JIT_OPTIONS_H

#include "cuda.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace raddle::cuda {

/// A buffer of the program for text; the number of bytes that were written goes back to it.
class JitLog {
public:
  void setBuffer(void *buffer) { buffer_ = static_cast<char *>(buffer); }
  /// `bytes`: as the value of an option, which is written to, too.
  void setBytes(void **bytes) { bytes_ = bytes; }
  /// What does not fit is left out; a null byte ends it. False where the program has given no buffer.
  bool write(std::string_view text) const;

private:
  char *buffer_ = nullptr;
  void **bytes_ = nullptr;
};

struct JitOptions {
  JitLog info, errors;
  bool is_piece = false; // of what is linked with others

  /// CUDA_ERROR_INVALID_VALUE: an option that there is not, or no options where there should be.
  CUresult read(unsigned count, CUjit_option *options, void **values);

  /// Lines about what is wrong: to the log of errors, or to stderr where the program wants no log.
  void tell(const std::string &lines) const;
};

} // namespace raddle::cuda

#endif
