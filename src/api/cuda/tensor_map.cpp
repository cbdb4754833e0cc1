// Tensor maps: what describes, for copies of kernels, a tensor in global memory and the boxes of it that are copied.
#include "cuda.h"

#include "abi/tensor_map.h"
#include "api/cuda/call.h"
#include "api/shared/unsupported.h"
#include "host/memory/explanations.h"

#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <string>

using namespace raddle;
using namespace raddle::cuda;

namespace {

constexpr std::uint64_t kChunk = 16, kMostStride = std::uint64_t{1} << 40,
                        kMostExtent = std::uint64_t{1} << 32;
constexpr std::uint32_t kMostOfBox = 256, kMostStep = 8;

static_assert(sizeof(RaddleTensorMap) <= sizeof(CUtensorMap));

// Arguments as a program gave them.
struct Tiled {
  CUtensorMapDataType type;
  cuuint32_t rank;
  const void *address;
  const cuuint64_t *extents, *strides;
  const cuuint32_t *box, *element_strides;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion promotion;
  CUtensorMapFloatOOBfill fill;
};

std::uint64_t bytesOf(CUtensorMapDataType type) {
  switch (type) {
  case CU_TENSOR_MAP_DATA_TYPE_UINT8:
    return 1;
  case CU_TENSOR_MAP_DATA_TYPE_UINT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
    return 2;
  case CU_TENSOR_MAP_DATA_TYPE_UINT64:
  case CU_TENSOR_MAP_DATA_TYPE_INT64:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
    return 8;
  default:
    return 4;
  }
}

bool isFloat(CUtensorMapDataType type) { return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }

std::uint64_t bytesOf(CUtensorMapSwizzle swizzle) {
  return swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : std::uint64_t{16} << swizzle;
}

bool isAligned(const void *address, std::uintptr_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

std::string whatIsWrongWithAddress(const void *map, const void *address) {
  if (!map)
    return "the tensor map is null";
  if (!isAligned(address, kChunk))
    return fmt::format("the tensor lies at {}, which is no multiple of 16", address);
  return {};
}

std::string whatIsWrongWithDimension(const Tiled &given, cuuint32_t i) {
  if (given.extents[i] == 0 || given.extents[i] > kMostExtent)
    return fmt::format("dimension {} of the tensor has {} elements: 1 to 2^32 are allowed", i,
                       given.extents[i]);
  if (given.box[i] == 0 || given.box[i] > kMostOfBox)
    return fmt::format("dimension {} of the box has {} elements: 1 to {} are allowed", i, given.box[i],
                       kMostOfBox);
  // That of dimension 0 has no effect.
  if (given.element_strides[i] == 0 || given.element_strides[i] > kMostStep)
    return fmt::format("the element stride of dimension {} is {}: 1 to {} are allowed", i,
                       given.element_strides[i], kMostStep);
  if (i > 0 && (given.strides[i - 1] % kChunk != 0 || given.strides[i - 1] >= kMostStride))
    return fmt::format("the stride of dimension {} is {} bytes: multiples of 16 below 2^40 are allowed", i,
                       given.strides[i - 1]);
  return {};
}

// In the order of the arguments; nothing where all is right.
std::string whatIsWrong(const CUtensorMap *map, const Tiled &given) {
  if (given.type < CU_TENSOR_MAP_DATA_TYPE_UINT8 || given.type > CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B)
    return fmt::format("{} is no type of a tensor", static_cast<int>(given.type));
  if (given.rank == 0 || given.rank > kRaddleTensorRank)
    return fmt::format("a tensor of {} dimensions: 1 to {} are allowed", given.rank,
                       static_cast<int>(kRaddleTensorRank));
  if (std::string wrong = whatIsWrongWithAddress(map, given.address); !wrong.empty())
    return wrong;
  // A tensor of one dimension has no strides, but a GPU's driver wants the array.
  if (!given.extents || !given.box || !given.element_strides || !given.strides)
    return "an array of dimensions, strides or boxes is null";
  for (cuuint32_t i = 0; i < given.rank; ++i)
    if (std::string wrong = whatIsWrongWithDimension(given, i); !wrong.empty())
      return wrong;
  if (given.interleave < CU_TENSOR_MAP_INTERLEAVE_NONE || given.interleave > CU_TENSOR_MAP_INTERLEAVE_32B ||
      given.swizzle < CU_TENSOR_MAP_SWIZZLE_NONE || given.swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B ||
      given.promotion < CU_TENSOR_MAP_L2_PROMOTION_NONE ||
      given.promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B ||
      given.fill < CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE ||
      given.fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA)
    return "an interleaving, a swizzle, a promotion or a fill does not exist";
  if (given.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE && !isFloat(given.type))
    return "only floats can be filled with NaN";
  const std::uint64_t row = given.box[0] * bytesOf(given.type);
  if (row % kChunk != 0)
    return fmt::format("a row of the box has {} bytes, which is no multiple of 16", row);
  if (const std::uint64_t span = bytesOf(given.swizzle); span != 0 && row > span)
    return fmt::format("a row of the box has {} bytes: with this swizzle at most {} are allowed", row, span);
  return {};
}

// Why CUDA allows these arguments but Raddle does not support them; null where it does.
const char *whatIsMissing(const Tiled &given) {
  if (given.type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ)
    return "tensors of 4 and 6 bits are for sm_100";
  if (given.swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    return "swizzles of 32 and 64 bytes within 128 are for sm_100";
  if (given.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    return "interleaved layouts are not supported";
  return nullptr;
}

RaddleTensorMap encoded(const Tiled &given) {
  RaddleTensorMap map = {};
  map.mark = RADDLE_TENSOR_MAP_MARK;
  map.address = reinterpret_cast<std::uint64_t>(given.address);
  for (cuuint32_t i = 0; i < kRaddleTensorRank; ++i) {
    const bool is_there = i < given.rank;
    map.last[i] = is_there ? static_cast<std::uint32_t>(given.extents[i] - 1) : 0;
    map.box[i] = is_there ? static_cast<std::uint16_t>(given.box[i]) : 1;
    map.steps[i] = is_there && i > 0 ? static_cast<std::uint8_t>(given.element_strides[i]) : 1;
    map.strides[i] = is_there && i > 0 ? given.strides[i - 1] : 0;
  }
  map.rank = static_cast<std::uint8_t>(given.rank);
  map.type = static_cast<std::uint8_t>(given.type);
  map.element_bytes = static_cast<std::uint8_t>(bytesOf(given.type));
  map.swizzle = static_cast<std::uint8_t>(given.swizzle);
  map.fills_nan = given.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  return map;
}

void write(CUtensorMap *target, const RaddleTensorMap &map) {
  std::memset(target, 0, sizeof *target);
  std::memcpy(target, &map, sizeof map);
}

Status refuse(const std::string &text) {
  host::explainNextError({.notes = [=] { return fmt::format("note: {}\n", text); }});
  return Status::kInvalidValue;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *extents, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  return onProcess([&](host::Process &) -> Status {
    const Tiled given{type,       rank,    address,   extents, strides, box, element_strides,
                      interleave, swizzle, promotion, fill};
    if (const std::string wrong = whatIsWrong(map, given); !wrong.empty())
      return refuse(wrong);
    if (const char *missing = whatIsMissing(given)) {
      api::tellUnsupported("this tensor of cuTensorMapEncodeTiled()", "CUDA_ERROR_NOT_SUPPORTED", missing);
      return Status::kNotSupported;
    }
    write(map, encoded(given));
    return Status::kSuccess;
  });
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address) {
  return onProcess([&](host::Process &) -> Status {
    if (const std::string wrong = whatIsWrongWithAddress(map, address); !wrong.empty())
      return refuse(wrong);
    if (!address)
      return refuse("the address of the tensor is null");
    RaddleTensorMap changed;
    std::memcpy(&changed, map, sizeof changed);
    if (changed.mark != RADDLE_TENSOR_MAP_MARK)
      return refuse("this is no tensor map that cuTensorMapEncodeTiled() has made");
    changed.address = reinterpret_cast<std::uint64_t>(address);
    write(map, changed);
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
