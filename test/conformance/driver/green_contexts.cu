// Green contexts: a device's multiprocessors are divided, contexts are made with parts of them, and streams of these do their work.
// flags: -lcuda
#include "driver_check.h"

namespace {

const char *const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 values, .param .u32 by)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [values];
  ld.param.u32 %r1, [by];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.s32 %r3, %r3, %r1;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

CUdevResource wholeDevice(CUdevice device) {
  CUdevResource whole = {};
  CHECK_CU(cuDeviceGetDevResource(device, &whole, CU_DEV_RESOURCE_TYPE_SM));
  int multiprocessors = 0;
  CHECK_CU(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
  CHECK_EQ(whole.sm.smCount, static_cast<unsigned>(multiprocessors));
  return whole;
}

// Parts of the same size, and what is left. One multiprocessor cannot be divided: then both parts are the same.
void checkParts(const CUdevResource &whole, CUdevResource *parts) {
  const unsigned least = whole.sm.smCount / 3;
  unsigned most = 0, count = 2;
  CHECK_CU(cuDevSmResourceSplitByCount(nullptr, &most, &whole, nullptr, 0, least));
  CHECK(most >= 1);
  CUdevResource rest = {};
  CHECK_CU(cuDevSmResourceSplitByCount(parts, &count, &whole, &rest, 0, least));
  CHECK_EQ(count, most < 2 ? most : 2u);
  if (count == 1)
    parts[1] = parts[0];
  // Parts are rounded up to what belongs together.
  CHECK(parts[0].sm.smCount >= least && parts[0].sm.smCount >= 1);
  CHECK_EQ(parts[0].sm.smCount, parts[1].sm.smCount);
  CHECK_EQ(parts[0].sm.smCount * count + rest.sm.smCount, whole.sm.smCount);
  CHECK(most * parts[0].sm.smCount <= whole.sm.smCount);
  count = 1;
  CHECK(cuDevSmResourceSplitByCount(parts, &count, &whole, nullptr, 0, whole.sm.smCount + 1) != CUDA_SUCCESS);
  count = 1;
  CHECK(cuDevSmResourceSplitByCount(parts, &count, nullptr, nullptr, 0, 1) != CUDA_SUCCESS);
}

CUgreenCtx create(CUdevice device, CUdevResource part) {
  CUdevResourceDesc description = nullptr;
  CUgreenCtx green = nullptr;
  CHECK_CU(cuDevResourceGenerateDesc(&description, &part, 1));
  CHECK_CU(cuGreenCtxCreate(&green, description, device, CU_GREEN_CTX_DEFAULT_STREAM));
  CUdevResource has = {};
  CHECK_CU(cuGreenCtxGetDevResource(green, &has, CU_DEV_RESOURCE_TYPE_SM));
  CHECK_EQ(has.sm.smCount, part.sm.smCount);
  return green;
}

CUstream createStream(CUgreenCtx green) {
  CUstream stream = nullptr;
  CUgreenCtx of = nullptr;
  CHECK_CU(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  CHECK_CU(cuStreamGetGreenCtx(stream, &of));
  CHECK(of == green);
  return stream;
}

// Work of one context's stream comes before that of the other's, by events of whole contexts.
void checkOrder(CUgreenCtx first, CUgreenCtx second, unsigned multiprocessors) {
  CUcontext context = nullptr;
  CHECK_CU(cuCtxFromGreenCtx(&context, first));
  CHECK_CU(cuCtxPushCurrent(context));
  CUdevResource has = {};
  CHECK_CU(cuCtxGetDevResource(context, &has, CU_DEV_RESOURCE_TYPE_SM));
  CHECK_EQ(has.sm.smCount, multiprocessors);
  CUmodule module = nullptr;
  CUfunction add = nullptr;
  CHECK_CU(cuModuleLoadData(&module, kPtx));
  CHECK_CU(cuModuleGetFunction(&add, module, "add"));
  {
    DeviceValues<int> values(std::vector<int>(32, 1));
    int by = 10;
    void *parameters[] = {&values.pointer, &by};
    CUstream stream = createStream(first), later = createStream(second);
    CUevent event = nullptr;
    CHECK_CU(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    CHECK_CU(cuLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, stream, parameters, nullptr));
    CHECK_CU(cuGreenCtxRecordEvent(first, event));
    CHECK_CU(cuGreenCtxWaitEvent(second, event));
    std::vector<int> got(32);
    CHECK_CU(cuMemcpyDtoHAsync(got.data(), values.pointer, 32 * sizeof(int), later));
    CHECK_CU(cuStreamSynchronize(later));
    CHECK_SAME(got, std::vector<int>(32, 11));
    CHECK_CU(cuEventDestroy(event));
    CHECK_CU(cuStreamDestroy(stream));
    CHECK_CU(cuStreamDestroy(later));
  }
  CHECK_CU(cuModuleUnload(module));
  CHECK_CU(cuCtxPopCurrent(&context));
}

void checkRefusals() {
  CUdevResourceDesc description = nullptr;
  CUdevResource none = {};
  CHECK(cuDevResourceGenerateDesc(&description, &none, 1) != CUDA_SUCCESS);
  CHECK(cuDevResourceGenerateDesc(nullptr, nullptr, 0) != CUDA_SUCCESS);
}

} // namespace

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  const CUdevResource whole = wholeDevice(device);
  CUdevResource parts[2] = {};
  checkParts(whole, parts);
  const CUgreenCtx first = create(device, parts[0]), second = create(device, parts[1]);
  checkOrder(first, second, parts[0].sm.smCount);
  checkRefusals();
  CUgreenCtx none = first;
  CUstream ordinary = nullptr;
  CHECK_CU(cuStreamCreate(&ordinary, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuStreamGetGreenCtx(ordinary, &none));
  CHECK(none == nullptr);
  CHECK_CU(cuStreamDestroy(ordinary));
  CHECK_CU(cuGreenCtxDestroy(first));
  CHECK_CU(cuGreenCtxDestroy(second));
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
