#include "api/cuda/image.h"

#include "host/module/code_reader.h"
#include "host/module/image.h"
#include "host/requests/library.h"

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
