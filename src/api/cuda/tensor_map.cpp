// Tensor maps: which box of a tensor a bulk copy moves, and how it lies in shared memory.
#include "cuda.h"

#include "abi/tensor_map.h"
#include "api/cuda/call.h"
#include "api/shared/unsupported.h"

#include <cstring>

using namespace raddle::cuda;

static_assert(sizeof(RaddleTensorMap) <= sizeof(CUtensorMap));

namespace {

constexpr cuuint64_t kAlignment = 16; // of addresses, strides and rows of boxes, in bytes
constexpr unsigned kLargestBox = 256, kLargestStep = 8;

struct ElementType {
  CUtensorMapDataType type;
  unsigned char bytes;
  RaddleTensorMap::Element element;
};
constexpr ElementType kElementTypes[] = {
    {CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_INT32, 4, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_INT64, 8, RaddleTensorMap::kBits},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, RaddleTensorMap::kHalf},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, RaddleTensorMap::kFloat},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, RaddleTensorMap::kDouble},
    {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, RaddleTensorMap::kBfloat},
    {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4, RaddleTensorMap::kFloatFlushed},
};

const ElementType *findElementType(CUtensorMapDataType type) {
  for (const ElementType &each : kElementTypes)
    if (each.type == type)
      return &each;
  return nullptr;
}

Status refuse(const char *what, const char *reason) {
  raddle::api::tellUnsupported(what, "CUDA_ERROR_NOT_SUPPORTED", reason);
  return Status::kNotSupported;
}

bool fitsDimension(cuuint64_t extent, cuuint32_t box, cuuint32_t step) {
  return extent != 0 && extent <= cuuint64_t{1} << 32 && box != 0 && box <= kLargestBox && step != 0 &&
         step <= kLargestStep;
}

bool fitsStride(cuuint64_t stride) { return stride % kAlignment == 0 && stride < cuuint64_t{1} << 40; }

constexpr unsigned char swizzledBytes(CUtensorMapSwizzle swizzle) {
  return swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : static_cast<unsigned char>(16u << swizzle);
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *extents, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  return onProcess([=](const Process &) {
    const bool has_rank = rank >= 1 && rank <= RaddleTensorMap::kMostDimensions;
    if (!map || !address || !extents || !box || !element_strides || !has_rank || (rank > 1 && !strides) ||
        reinterpret_cast<std::uintptr_t>(map) % alignof(CUtensorMap) != 0 ||
        reinterpret_cast<std::uintptr_t>(address) % kAlignment != 0 || swizzle > CU_TENSOR_MAP_SWIZZLE_128B ||
        promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B)
      return Status::kInvalidValue;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
      return refuse("a tensor map whose channels are interleaved",
                    "only CU_TENSOR_MAP_INTERLEAVE_NONE is there");
    const ElementType *element = findElementType(type);
    if (!element)
      return refuse("a tensor map of this data type",
                    "integers, FLOAT16, BFLOAT16, FLOAT32, FLOAT32_FTZ and FLOAT64 are there");
    if (fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA &&
        element->element == RaddleTensorMap::kBits)
      return Status::kInvalidValue;
    RaddleTensorMap made{};
    made.mark = RaddleTensorMap::kMark;
    made.address = reinterpret_cast<std::uintptr_t>(address);
    for (cuuint32_t i = 0; i < rank; ++i) {
      // The first dimension's elements are all copied.
      const cuuint32_t step = i == 0 ? 1 : element_strides[i];
      if (!fitsDimension(extents[i], box[i], step) || (i > 0 && !fitsStride(strides[i - 1])))
        return Status::kInvalidValue;
      made.last[i] = static_cast<unsigned>(extents[i] - 1);
      made.box[i] = static_cast<unsigned short>(box[i]);
      made.steps[i] = static_cast<unsigned char>(step);
      if (i > 0)
        made.strides[i - 1] = strides[i - 1];
    }
    made.rank = static_cast<unsigned char>(rank);
    made.element_bytes = element->bytes;
    made.element = element->element;
    made.swizzled_bytes = swizzledBytes(swizzle);
    made.fill = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE ? RaddleTensorMap::kZero : RaddleTensorMap::kNan;
    const unsigned bytes_of_row = box[0] * element->bytes;
    if (bytes_of_row % kAlignment != 0 || (made.swizzled_bytes != 0 && bytes_of_row > made.swizzled_bytes))
      return Status::kInvalidValue;
    std::memset(map, 0, sizeof *map);
    std::memcpy(map, &made, sizeof made);
    return Status::kSuccess;
  });
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address) {
  return onProcess([=](const Process &) {
    RaddleTensorMap made;
    if (!map || !address || reinterpret_cast<std::uintptr_t>(address) % kAlignment != 0)
      return Status::kInvalidValue;
    std::memcpy(&made, map, sizeof made);
    if (made.mark != RaddleTensorMap::kMark)
      return Status::kInvalidValue;
    made.address = reinterpret_cast<std::uintptr_t>(address);
    std::memcpy(map, &made, sizeof made);
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
