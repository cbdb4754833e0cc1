// Textures and surfaces in PTX text: tex, tld4, suld, sust on objects of the driver API.
// flags: -lcuda
#include "driver_check.h"

#include <cstring>

namespace {

constexpr const char *kText = R"(
.version 6.4
.target sm_50
.address_size 64

// Of one texel: by coordinates, with a level of detail, with gradients, and the four around a corner.
.visible .entry fetch(.param .u64 image, .param .f32 x, .param .f32 y, .param .u64 out)
{
  .reg .b64 %rd<3>;
  .reg .f32 %f<30>;
  ld.param.u64 %rd1, [image];
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  ld.param.u64 %rd2, [out];
  tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2}];
  st.global.f32 [%rd2], %f4;
  mov.f32 %f3, 0f00000000;
  tex.level.2d.v4.f32.f32 {%f8, %f9, %f10, %f11}, [%rd1, {%f1, %f2}], %f3;
  st.global.f32 [%rd2+4], %f8;
  tex.grad.2d.v4.f32.f32 {%f12, %f13, %f14, %f15}, [%rd1, {%f1, %f2}], {%f3, %f3}, {%f3, %f3};
  st.global.f32 [%rd2+8], %f12;
  add.f32 %f1, %f1, 0f3F000000;
  add.f32 %f2, %f2, 0f3F000000;
  tld4.r.2d.v4.f32.f32 {%f16, %f17, %f18, %f19}, [%rd1, {%f1, %f2}];
  st.global.v4.f32 [%rd2+16], {%f16, %f17, %f18, %f19};
  ret;
}

// An element of linear memory.
.visible .entry element(.param .u64 line, .param .u32 index, .param .u64 out)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<6>;
  ld.param.u64 %rd1, [line];
  ld.param.u32 %r1, [index];
  ld.param.u64 %rd2, [out];
  tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [%rd1, {%r1}];
  st.global.u32 [%rd2], %r2;
  ret;
}

// Moves a texel one to the right; what is read beside the surface is 0, or the nearest, and nothing is written there.
.visible .entry move(.param .u64 surface, .param .u64 out)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<10>;
  ld.param.u64 %rd1, [surface];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, 0;
  shl.b32 %r3, %r1, 2;
  suld.b.2d.b32.trap {%r4}, [%rd1, {%r3, %r2}];
  add.s32 %r5, %r3, 4;
  bar.sync 0;
  sust.b.2d.b32.zero [%rd1, {%r5, %r2}], {%r4};
  bar.sync 0;
  add.s32 %r6, %r3, -4;
  suld.b.2d.b32.zero {%r7}, [%rd1, {%r6, %r2}];
  suld.b.2d.b32.clamp {%r8}, [%rd1, {%r6, %r2}];
  mul.wide.u32 %rd2, %r1, 8;
  ld.param.u64 %rd1, [out];
  add.s64 %rd1, %rd1, %rd2;
  st.global.v2.u32 [%rd1], {%r7, %r8};
  ret;
}
)";

constexpr unsigned kWidth = 8, kHeight = 4;

CUfunction functionOf(CUmodule module, const char *name) {
  CUfunction function = nullptr;
  CHECK_CU(cuModuleGetFunction(&function, module, name));
  return function;
}

void launch(CUfunction function, unsigned threads, void **parameters) {
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, parameters, nullptr));
  CHECK_CU(cuCtxSynchronize());
}

template <typename T> CUarray makeArray(CUarray_format format, unsigned flags, const std::vector<T> &values) {
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  description.Width = kWidth;
  description.Height = kHeight;
  description.Format = format;
  description.NumChannels = 1;
  description.Flags = flags;
  CUarray array = nullptr;
  CHECK_CU(cuArray3DCreate(&array, &description));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values.data();
  copy.srcPitch = kWidth * sizeof(T);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = kWidth * sizeof(T);
  copy.Height = kHeight;
  CHECK_CU(cuMemcpy2D(&copy));
  return array;
}

CUDA_RESOURCE_DESC resourceOf(CUarray array) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  return resource;
}

void textures(CUmodule module) {
  std::vector<float> values(kWidth * kHeight);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] = 100.0f + static_cast<float>(i);
  CUarray array = makeArray(CU_AD_FORMAT_FLOAT, 0, values);
  const CUDA_RESOURCE_DESC resource = resourceOf(array);
  CUDA_TEXTURE_DESC description = {};
  for (CUaddress_mode &mode : description.addressMode)
    mode = CU_TR_ADDRESS_MODE_CLAMP;
  description.filterMode = CU_TR_FILTER_MODE_POINT;
  CUtexObject image = 0;
  CHECK_CU(cuTexObjectCreate(&image, &resource, &description, nullptr));
  DeviceValues<float> out(std::vector<float>(8));
  float x = 2.5f, y = 1.5f;
  void *parameters[] = {&image, &x, &y, &out.pointer};
  launch(functionOf(module, "fetch"), 1, parameters);
  const std::vector<float> got = out.get();
  CHECK_EQ(got[0], 110.0f);
  CHECK_EQ(got[1], 110.0f);
  CHECK_EQ(got[2], 110.0f);
  const float around[] = {118, 119, 111, 110};
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(got[4 + i], around[i]);
  CHECK_CU(cuTexObjectDestroy(image));
  CHECK_CU(cuArrayDestroy(array));
}

void linearMemory(CUmodule module) {
  DeviceValues<int> line(std::vector<int>{-1, -22, -333, -4444});
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = line.pointer;
  resource.res.linear.format = CU_AD_FORMAT_SIGNED_INT32;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 4 * sizeof(int);
  CUDA_TEXTURE_DESC description = {};
  description.flags = CU_TRSF_READ_AS_INTEGER;
  CUtexObject object = 0;
  CHECK_CU(cuTexObjectCreate(&object, &resource, &description, nullptr));
  DeviceValues<int> out(std::vector<int>(1));
  int index = 2;
  void *parameters[] = {&object, &index, &out.pointer};
  launch(functionOf(module, "element"), 1, parameters);
  CHECK_EQ(out.get()[0], -333);
  CHECK_CU(cuTexObjectDestroy(object));
}

void surfaces(CUmodule module) {
  std::vector<unsigned> values(kWidth * kHeight);
  for (unsigned i = 0; i < values.size(); ++i)
    values[i] = 10 + i;
  CUarray array = makeArray(CU_AD_FORMAT_UNSIGNED_INT32, CUDA_ARRAY3D_SURFACE_LDST, values);
  const CUDA_RESOURCE_DESC resource = resourceOf(array);
  CUsurfObject surface = 0;
  CHECK_CU(cuSurfObjectCreate(&surface, &resource));
  DeviceValues<unsigned> out(std::vector<unsigned>(2 * kWidth));
  void *parameters[] = {&surface, &out.pointer};
  launch(functionOf(module, "move"), kWidth, parameters);
  const std::vector<unsigned> got = out.get();
  CHECK_EQ(got[0], 0u); // to the left of the surface
  CHECK_EQ(got[1], 10u);
  CUDA_MEMCPY2D copy = {};
  std::vector<unsigned> row(kWidth);
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = row.data();
  copy.dstPitch = kWidth * sizeof(unsigned);
  copy.WidthInBytes = kWidth * sizeof(unsigned);
  copy.Height = 1;
  CHECK_CU(cuMemcpy2D(&copy));
  for (unsigned i = 0; i < kWidth; ++i)
    CHECK_EQ(row[i], i == 0 ? 10 : 9 + i);
  CHECK_CU(cuSurfObjectDestroy(surface));
  CHECK_CU(cuArrayDestroy(array));
}

} // namespace

int main() {
  CHECK_CU(cuInit(0));
  CUcontext context = nullptr;
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  CUmodule module = nullptr;
  CHECK_CU(cuModuleLoadData(&module, kText));
  textures(module);
  linearMemory(module);
  surfaces(module);
  CHECK_CU(cuModuleUnload(module));
  return verdict();
}
