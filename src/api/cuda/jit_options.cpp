#include "api/cuda/jit_options.h"

#include "diagnostics/messages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace raddle::cuda {

bool JitLog::write(std::string_view text) const {
  const std::size_t room = bytes_ ? reinterpret_cast<std::uintptr_t>(*bytes_) : 0;
  if (!buffer_ || room == 0)
    return false;
  const std::size_t length = std::min(text.size(), room - 1);
  std::memcpy(buffer_, text.data(), length);
  buffer_[length] = '\0';
  *bytes_ = reinterpret_cast<void *>(length);
  return true;
}

void JitOptions::tell(const std::string &lines) const {
  if (!errors.write(lines))
    printDiagnostic((lines.starts_with("error") ? "raddle: " : "") + lines + (lines.ends_with('\n') ? "" : "\n"));
}

CUresult JitOptions::read(unsigned count, CUjit_option *options, void **values) {
  if (count != 0 && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    switch (options[i]) {
    case CU_JIT_INFO_LOG_BUFFER:
      info.setBuffer(values[i]);
      break;
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
      info.setBytes(&values[i]);
      break;
    case CU_JIT_ERROR_LOG_BUFFER:
      errors.setBuffer(values[i]);
      break;
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      errors.setBytes(&values[i]);
      break;
    default: // the others are hints for a compiler of GPU code
      if (options[i] >= CU_JIT_NUM_OPTIONS)
        return CUDA_ERROR_INVALID_VALUE;
    }
  }
  return CUDA_SUCCESS;
}

} // namespace raddle::cuda
