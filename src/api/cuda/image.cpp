#include "api/cuda/image.h"

#include "host/module/code_reader.h"
#include "host/module/image.h"
#include "host/requests/library.h"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace raddle::cuda {

CUresult readImage(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                   std::vector<std::byte> *container) {
  std::string errors;
  const Status status =
      host::readCode(image, bytes, {context.device.arch(), options.is_piece}, &errors, container);
  if (!errors.empty())
    options.tell(errors);
  return resultOf(status);
}

CUresult readFile(const char *path, std::vector<std::byte> *contents) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  contents->assign(begin, begin + text.size());
  return CUDA_SUCCESS;
}

CUresult loadLibrary(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                     const void **out) {
  std::vector<std::byte> container;
  if (CUresult failed = readImage(context, image, bytes, options, &container))
    return failed;
  host::Image read;
  if (Status status = host::readImage(container.data(), false, &read))
    return resultOf(status);
  *out = host::loadLibrary(context.process, std::move(read));
  return CUDA_SUCCESS;
}

} // namespace raddle::cuda
