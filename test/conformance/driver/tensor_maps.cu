// Which arguments cuTensorMapEncodeTiled takes, and which it refuses; cuTensorMapReplaceAddress.
// flags: -lcuda
#include "driver_check.h"

#include <functional>

namespace {

struct Arguments {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  cuuint32_t rank = 3;
  char *address = nullptr;
  cuuint64_t extents[6] = {100, 20, 7, 1, 1, 1}, strides[5] = {416, 8320, 16, 16, 16};
  cuuint32_t box[6] = {32, 8, 2, 1, 1, 1}, steps[6] = {1, 1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

CUtensorMap map;

CUresult encode(const Arguments &a, CUtensorMap *target = &map) {
  return cuTensorMapEncodeTiled(target, a.type, a.rank, a.address, a.extents, a.strides, a.box, a.steps, a.interleave,
                                a.swizzle, a.promotion, a.fill);
}

char *memory;

// With one change of arguments that are right.
CUresult with(const std::function<void(Arguments &)> &change) {
  Arguments arguments;
  arguments.address = memory;
  change(arguments);
  return encode(arguments);
}

#define TAKES(change) CHECK_EQ(with([](Arguments &a) { change; }), CUDA_SUCCESS)
#define REFUSES(change) CHECK_EQ(with([](Arguments &a) { change; }), CUDA_ERROR_INVALID_VALUE)

void checkArguments() {
  TAKES(a.rank = 3);
  TAKES(a.rank = 5);
  TAKES(a.rank = 1);
  REFUSES(a.rank = 0);
  REFUSES(a.rank = 6);
  REFUSES(a.type = static_cast<CUtensorMapDataType>(99));
  TAKES(a.address = nullptr);
  REFUSES(a.address += 8);
  TAKES(a.address += 16);
  TAKES(a.extents[0] = cuuint64_t{1} << 32);
  REFUSES(a.extents[0] = (cuuint64_t{1} << 32) + 1);
  REFUSES(a.extents[2] = 0);
  REFUSES(a.strides[0] = 408);
  REFUSES(a.strides[1] = cuuint64_t{1} << 40);
  TAKES(a.strides[1] = (cuuint64_t{1} << 40) - 16);
  TAKES(a.box[1] = 256);
  REFUSES(a.box[1] = 257);
  REFUSES(a.box[2] = 0);
  REFUSES(a.box[0] = 30);
  REFUSES(a.box[0] = 36);
  TAKES(a.box[0] = 36; a.swizzle = CU_TENSOR_MAP_SWIZZLE_NONE);
  TAKES(a.box[0] = 16; a.swizzle = CU_TENSOR_MAP_SWIZZLE_64B);
  REFUSES(a.box[0] = 16; a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
  TAKES(a.steps[1] = 8);
  REFUSES(a.steps[1] = 9);
  REFUSES(a.steps[2] = 0);
  REFUSES(a.steps[0] = 0);
  REFUSES(a.interleave = static_cast<CUtensorMapInterleave>(3));
  REFUSES(a.swizzle = static_cast<CUtensorMapSwizzle>(9));
  REFUSES(a.promotion = static_cast<CUtensorMapL2promotion>(4));
  REFUSES(a.fill = static_cast<CUtensorMapFloatOOBfill>(2));
  TAKES(a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
  REFUSES(a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA; a.type = CU_TENSOR_MAP_DATA_TYPE_INT32);
}

void checkPointers() {
  Arguments arguments;
  arguments.address = memory;
  const Arguments &a = arguments;
  const auto pointers = [&](const cuuint64_t *extents, const cuuint64_t *strides, const cuuint32_t *box,
                            const cuuint32_t *steps) {
    return cuTensorMapEncodeTiled(&map, a.type, a.rank, a.address, extents, strides, box, steps, a.interleave, a.swizzle,
                                  a.promotion, a.fill);
  };
  CHECK_EQ(pointers(a.extents, a.strides, a.box, a.steps), CUDA_SUCCESS);
  CHECK_EQ(pointers(nullptr, a.strides, a.box, a.steps), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(pointers(a.extents, nullptr, a.box, a.steps), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(pointers(a.extents, a.strides, nullptr, a.steps), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(pointers(a.extents, a.strides, a.box, nullptr), CUDA_ERROR_INVALID_VALUE);
  arguments.rank = 1;
  CHECK_EQ(pointers(a.extents, nullptr, a.box, a.steps), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(encode(a, nullptr), CUDA_ERROR_INVALID_VALUE);
}

void checkAddress() {
  CHECK_EQ(cuTensorMapReplaceAddress(&map, memory + 32), CUDA_SUCCESS);
  CHECK_EQ(cuTensorMapReplaceAddress(&map, memory + 8), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cuTensorMapReplaceAddress(&map, nullptr), CUDA_ERROR_INVALID_VALUE);
}

void checkEntryPoints() {
  void *function = nullptr;
  CUdriverProcAddressQueryResult result;
  CHECK_CU(cuGetProcAddress("cuTensorMapEncodeTiled", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &result));
  CHECK(function == reinterpret_cast<void *>(&cuTensorMapEncodeTiled));
  CHECK_CU(cuGetProcAddress("cuTensorMapReplaceAddress", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &result));
  CHECK(function == reinterpret_cast<void *>(&cuTensorMapReplaceAddress));
}

} // namespace

int main() {
  CHECK_CU(cuInit(0));
  CUdevice device;
  CUcontext context;
  CUdeviceptr allocated;
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  CHECK_CU(cuMemAlloc(&allocated, 1 << 16));
  memory = reinterpret_cast<char *>(allocated);
  checkArguments();
  checkPointers();
  checkAddress();
  checkEntryPoints();
  CHECK_CU(cuMemFree(allocated));
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
