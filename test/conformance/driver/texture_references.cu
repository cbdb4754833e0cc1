// Texture and surface references of a module: what they are bound to, and how they read, is set by the host, and kernels name them.
// flags: -lcuda
#include "driver_check.h"

namespace {

constexpr const char *kText = R"(
.version 6.4
.target sm_50
.address_size 64

.visible .global .texref image;
.visible .global .texref line;
.visible .global .surfref drawing;

.visible .entry fetch(.param .f32 x, .param .f32 y, .param .u64 out)
{
  .reg .b64 %rd<2>;
  .reg .f32 %f<8>;
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  ld.param.u64 %rd1, [out];
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f1, %f2}];
  st.global.f32 [%rd1], %f3;
  ret;
}

.visible .entry element(.param .u32 index, .param .u64 out)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<6>;
  ld.param.u32 %r1, [index];
  ld.param.u64 %rd1, [out];
  tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [line, {%r1}];
  st.global.u32 [%rd1], %r2;
  ret;
}

.visible .entry draw(.param .u32 value)
{
  .reg .b32 %r<5>;
  ld.param.u32 %r1, [value];
  mov.u32 %r2, %tid.x;
  shl.b32 %r3, %r2, 2;
  mov.u32 %r4, 0;
  add.u32 %r1, %r1, %r2;
  sust.b.2d.b32.trap [drawing, {%r3, %r4}], {%r1};
  ret;
}
)";

constexpr unsigned kWidth = 8, kHeight = 4;

CUfunction functionOf(CUmodule module, const char *name) {
  CUfunction function = nullptr;
  CHECK_CU(cuModuleGetFunction(&function, module, name));
  return function;
}

CUtexref textureOf(CUmodule module, const char *name) {
  CUtexref reference = nullptr, again = nullptr;
  CHECK_CU(cuModuleGetTexRef(&reference, module, name));
  CHECK_CU(cuModuleGetTexRef(&again, module, name));
  CHECK(reference == again);
  return reference;
}

CUarray createArray(CUarray_format format, const void *values) {
  CUDA_ARRAY3D_DESCRIPTOR description = {kWidth, kHeight, 0, format, 1, CUDA_ARRAY3D_SURFACE_LDST};
  CUarray array = nullptr;
  CHECK_CU(cuArray3DCreate(&array, &description));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values;
  copy.srcPitch = copy.WidthInBytes = kWidth * 4;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.Height = kHeight;
  CHECK_CU(cuMemcpy2D(&copy));
  return array;
}

float fetch(CUmodule module, float x, float y) {
  DeviceValues<float> out(1);
  void *parameters[] = {&x, &y, &out.pointer};
  CHECK_CU(cuLaunchKernel(functionOf(module, "fetch"), 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  return out.get()[0];
}

int element(CUmodule module, int index) {
  DeviceValues<int> out(1);
  void *parameters[] = {&index, &out.pointer};
  CHECK_CU(cuLaunchKernel(functionOf(module, "element"), 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  return out.get()[0];
}

// What is changed later counts for launches from then on.
void readsAnArray(CUmodule module) {
  std::vector<float> values(kWidth * kHeight), others(kWidth * kHeight, 100);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  CUarray array = createArray(CU_AD_FORMAT_FLOAT, values.data()),
          other = createArray(CU_AD_FORMAT_FLOAT, others.data());
  CUtexref image = textureOf(module, "image");
  CHECK_CU(cuTexRefSetArray(image, array, CU_TRSA_OVERRIDE_FORMAT));
  CHECK_CU(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT));
  for (int dimension = 0; dimension < 2; ++dimension)
    CHECK_CU(cuTexRefSetAddressMode(image, dimension, CU_TR_ADDRESS_MODE_CLAMP));
  CHECK_CU(cuTexRefSetFlags(image, 0));
  CHECK_EQ(fetch(module, 2.5f, 1.5f), values[kWidth + 2]);
  CHECK_EQ(fetch(module, 99.f, 1.5f), values[kWidth + 7]);
  CHECK_CU(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_LINEAR));
  CHECK_EQ(fetch(module, 3.f, 1.5f), values[kWidth + 2] + 0.5f);
  for (int dimension = 0; dimension < 2; ++dimension)
    CHECK_CU(cuTexRefSetAddressMode(image, dimension, CU_TR_ADDRESS_MODE_WRAP));
  CHECK_CU(cuTexRefSetFlags(image, CU_TRSF_NORMALIZED_COORDINATES));
  CHECK_CU(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT));
  CHECK_EQ(fetch(module, 1 + 2.5f / kWidth, 1.5f / kHeight), values[kWidth + 2]);
  CHECK_CU(cuTexRefSetArray(image, other, CU_TRSA_OVERRIDE_FORMAT));
  CHECK_EQ(fetch(module, 0.5f, 0.5f), 100.f);

  CUarray bound = nullptr;
  CUfilter_mode filter = CU_TR_FILTER_MODE_LINEAR;
  CUaddress_mode outside = CU_TR_ADDRESS_MODE_CLAMP;
  unsigned flags = 0;
  CHECK_CU(cuTexRefGetArray(&bound, image));
  CHECK_CU(cuTexRefGetFilterMode(&filter, image));
  CHECK_CU(cuTexRefGetAddressMode(&outside, image, 1));
  CHECK_CU(cuTexRefGetFlags(&flags, image));
  CHECK(bound == other && filter == CU_TR_FILTER_MODE_POINT && outside == CU_TR_ADDRESS_MODE_WRAP);
  CHECK((flags & CU_TRSF_NORMALIZED_COORDINATES) != 0);
  CHECK_CU(cuArrayDestroy(array));
  CHECK_CU(cuArrayDestroy(other));
}

void readsMemory(CUmodule module) {
  DeviceValues<int> values(std::vector<int>{5, 6, 7, 8});
  CUtexref line = textureOf(module, "line");
  size_t offset = 99;
  CHECK_CU(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 1));
  CHECK_CU(cuTexRefSetFlags(line, CU_TRSF_READ_AS_INTEGER));
  CHECK_CU(cuTexRefSetAddress(&offset, line, values.pointer, 4 * sizeof(int)));
  CHECK_EQ(offset, 0u);
  CHECK_EQ(element(module, 2), 7);
  CUdeviceptr bound = 0;
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  int channels = 0;
  CHECK_CU(cuTexRefGetAddress(&bound, line));
  CHECK_CU(cuTexRefGetFormat(&format, &channels, line));
  CHECK(bound == values.pointer && format == CU_AD_FORMAT_SIGNED_INT32 && channels == 1);
}

void writesASurface(CUmodule module) {
  std::vector<int> values(kWidth * kHeight, 1);
  CUarray array = createArray(CU_AD_FORMAT_SIGNED_INT32, values.data()), bound = nullptr;
  CUsurfref drawing = nullptr;
  CHECK_CU(cuModuleGetSurfRef(&drawing, module, "drawing"));
  CHECK_CU(cuSurfRefSetArray(drawing, array, 0));
  CHECK_CU(cuSurfRefGetArray(&bound, drawing));
  CHECK(bound == array);
  int value = 40;
  void *parameters[] = {&value};
  CHECK_CU(
      cuLaunchKernel(functionOf(module, "draw"), 1, 1, 1, kWidth, 1, 1, 0, nullptr, parameters, nullptr));
  std::vector<int> row(kWidth);
  CHECK_CU(cuMemcpyAtoH(row.data(), array, 0, kWidth * sizeof(int)));
  for (unsigned i = 0; i < kWidth; ++i)
    CHECK_EQ(row[i], 40 + static_cast<int>(i));
  CHECK_CU(cuArrayDestroy(array));
}

void whatIsRefused(CUmodule module) {
  CUtexref reference = nullptr;
  CUarray array = nullptr;
  CHECK_EQ(cuModuleGetTexRef(&reference, module, "no_such_name"), CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetTexRef(nullptr, module, "image") != CUDA_SUCCESS);
  CHECK(cuTexRefSetFormat(textureOf(module, "line"), CU_AD_FORMAT_FLOAT, 3) != CUDA_SUCCESS);
  CHECK(cuTexRefGetArray(&array, textureOf(module, "line")) != CUDA_SUCCESS);
}

} // namespace

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  CHECK_CU(cuModuleLoadData(&module, kText));
  readsAnArray(module);
  readsMemory(module);
  writesASurface(module);
  whatIsRefused(module);
  CHECK_CU(cuModuleUnload(module));
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
