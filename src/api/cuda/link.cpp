// Linking device code while the program runs.
#include "cuda.h"

#include "api/cuda/image.h"
#include "host/module/code_reader.h"
#include "host/module/ptx_compiler.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace raddle::cuda;

struct CUlinkState_st {
  JitOptions options;
  std::vector<std::vector<std::byte>> images = {};
  std::vector<std::byte> linked = {};
};

namespace {

CUresult addImage(CUlinkState state, CUjitInputType type, const void *data, std::size_t bytes,
                  const JitOptions &options) {
  return onDevice([&](const Context &context) {
    if (!state || !data || bytes == 0 || type >= CU_JIT_NUM_INPUT_TYPES)
      return CUDA_ERROR_INVALID_VALUE;
    if (type == CU_JIT_INPUT_NVVM)
      return CUDA_ERROR_INVALID_IMAGE;
    if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY) {
      std::string errors;
      const Status status =
          raddle::host::readObjects({static_cast<const char *>(data), bytes}, &errors, &state->images);
      if (!errors.empty())
        options.tell(errors);
      if (status != Status::kInvalidImage)
        return resultOf(status);
    }
    std::vector<std::byte> container;
    if (CUresult failed = readImage(context, data, bytes, options, &container))
      return failed;
    state->images.push_back(std::move(container));
    return CUDA_SUCCESS;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuLinkCreate(unsigned count, CUjit_option *options, void **values, CUlinkState *state) {
  return onDevice([=](const Context &) {
    auto made = std::make_unique<CUlinkState_st>();
    if (!state)
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult failed = made->options.read(count, options, values))
      return failed;
    made->options.is_piece = true;
    *state = made.release();
    return CUDA_SUCCESS;
  });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *,
                       unsigned count, CUjit_option *options, void **values) {
  JitOptions read = state ? state->options : JitOptions{};
  if (CUresult failed = read.read(count, options, values))
    return answer(failed);
  return addImage(state, type, data, bytes, read);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                       CUjit_option *options, void **values) {
  JitOptions read = state ? state->options : JitOptions{};
  std::string contents;
  if (!path)
    return answer(CUDA_ERROR_INVALID_VALUE);
  if (CUresult failed = read.read(count, options, values))
    return answer(failed);
  if (Status status = raddle::host::readCodeFile(path, &contents))
    return answer(resultOf(status));
  return addImage(state, type, contents.data(), contents.size(), read);
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
  return onDevice([=](const Context &context) {
    if (!state || !image)
      return CUDA_ERROR_INVALID_VALUE;
    if (state->images.empty())
      return CUDA_ERROR_INVALID_IMAGE;
    if (state->images.size() == 1 && !raddle::host::isRelocatable(state->images[0])) {
      *image = state->images[0].data();
      if (bytes)
        *bytes = state->images[0].size();
      return CUDA_SUCCESS;
    }
    std::string errors;
    if (Status failed =
            raddle::host::linkContainers(state->images, context.device.arch(), &errors, &state->linked)) {
      state->options.tell(errors);
      return resultOf(failed);
    }
    *image = state->linked.data();
    if (bytes)
      *bytes = state->linked.size();
    return CUDA_SUCCESS;
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return onDevice([=](const Context &) {
    if (!state)
      return CUDA_ERROR_INVALID_VALUE;
    delete state;
    return CUDA_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
