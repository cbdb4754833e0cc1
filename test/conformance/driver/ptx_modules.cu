// PTX as text: parameters and variables of all kinds, calls, branches, registers in scopes, and what is wrong with a text.
// flags: -lcuda
#include "driver_check.h"

#include <cstring>

namespace {

// ---- Parameters, shared memory, predicates, loops.

constexpr const char *kKernels = R"(
// A comment, and a /* second one */
.version 6.4
.target sm_50
.address_size 64

.extern .shared .align 16 .b8 dynamic[];
.const .align 4 .b8 weights[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
.visible .global .align 4 .u32 total = 100;
.visible .global .align 8 .f64 half[2] = {0d3FE0000000000000, 1.5};
.global .align 4 .u32 first[2] = {7, 8};
.global .align 4 .u32 second[2] = {9, 10};
.global .align 8 .u64 table[2] = {generic(first), generic(second) + 4};
.visible .global .align 4 .u32 matrix[2][3] = {{1, 2}, {4, 5, 6}};

.visible .entry parameters(
  .param .u64 .ptr .global .align 8 out,
  .param .u32 count,
  .param .f32 x,
  .param .f64 y,
  .param .u16 small,
  .param .u8 tiny,
  .param .align 8 .b8 record[24]
)
.maxntid 64, 1, 1
{
  .reg .u64 %rd<8>;
  .reg .u32 %r<8>;
  .reg .f64 %fd<8>;
  .reg .f32 %f<4>;
  .reg .u16 %h<4>;
  .reg .pred %p<4>;

  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [count];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra DONE;
  ld.param.f32 %f1, [x];
  ld.param.f64 %fd1, [y];
  ld.param.u16 %h1, [small];
  ld.param.u8 %h2, [tiny];
  cvta.to.global.u64 %rd2, %rd1;
  cvt.f64.f32 %fd2, %f1;
  add.f64 %fd3, %fd2, %fd1;
  cvt.rn.f64.u16 %fd4, %h1;
  add.f64 %fd3, %fd3, %fd4;
  cvt.rn.f64.u16 %fd4, %h2;
  add.f64 %fd3, %fd3, %fd4;
  ld.param.f64 %fd5, [record+8];
  ld.param.u32 %r3, [record+16];
  add.f64 %fd3, %fd3, %fd5;
  cvt.rn.f64.u32 %fd6, %r3;
  add.f64 %fd3, %fd3, %fd6;
  cvt.rn.f64.u32 %fd6, %r2;
  add.f64 %fd3, %fd3, %fd6;
  mul.wide.u32 %rd3, %r2, 8;
  add.s64 %rd4, %rd2, %rd3;
  st.global.f64 [%rd4], %fd3;
DONE:
  ret;
}

// Sums by halves in dynamic shared memory, and weights them.
.visible .entry sum(.param .u64 in, .param .u64 out)
{
  .reg .b64 %rd<10>;
  .reg .b32 %r<20>;
  .reg .pred %p<4>;
  .shared .align 4 .u32 result;

  ld.param.u64 %rd1, [in];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd3, %r1, 4, %rd1;
  ld.global.u32 %r2, [%rd3];
  shl.b32 %r3, %r1, 2;
  mov.u32 %r4, dynamic;
  add.u32 %r5, %r4, %r3;
  st.shared.u32 [%r5], %r2;
  mov.u32 %r6, %ntid.x;
LOOP:
  shr.u32 %r6, %r6, 1;
  setp.eq.u32 %p1, %r6, 0;
  @%p1 bra END;
  bar.sync 0;
  setp.lt.u32 %p2, %r1, %r6;
  {
    .reg .b32 other;
    mad.lo.u32 %r7, %r6, 4, %r5;
    @%p2 ld.shared.u32 other, [%r7];
    @%p2 ld.shared.u32 %r8, [%r5];
    @%p2 add.u32 other, other, %r8;
    @%p2 st.shared.u32 [%r5], other;
  }
  bra.uni LOOP;
END:
  bar.sync 0;
  setp.ne.u32 %p3, %r1, 0;
  @!%p3 ld.shared.u32 %r9, [dynamic];
  @!%p3 st.shared.u32 [result], %r9;
  bar.sync 0;
  ld.shared.u32 %r10, [result];
  and.b32 %r11, %r1, 3;
  mov.u64 %rd4, weights;
  mad.wide.u32 %rd5, %r11, 4, %rd4;
  ld.const.u32 %r12, [%rd5];
  mul.lo.s32 %r13, %r10, %r12;
  ld.param.u64 %rd6, [out];
  cvta.to.global.u64 %rd6, %rd6;
  mad.wide.u32 %rd7, %r1, 4, %rd6;
  st.global.u32 [%rd7], %r13;
  exit;
}

.visible .entry globals(.param .u64 out)
{
  .reg .u64 %rd<10>;
  .reg .u32 %r<10>;
  ld.param.u64 %rd1, [out];
  ld.global.u64 %rd2, [table];
  ld.u32 %r1, [%rd2+4];
  ld.global.u64 %rd3, [table+8];
  ld.u32 %r2, [%rd3];
  st.global.v2.u32 [%rd1], {%r1, %r2};
  ld.global.u32 %r3, [matrix+8];
  ld.global.u32 %r4, [matrix+12];
  st.global.v2.u32 [%rd1+8], {%r3, %r4};
  atom.global.add.u32 %r5, [total], 5;
  mov.u64 %rd4, first;
  cvta.global.u64 %rd5, %rd4;
  ld.u32 %r6, [%rd5];
  st.global.v2.u32 [%rd1+16], {%r5, %r6};
  ret;
}
)";

// ---- Functions.

constexpr const char *kFunctions = R"(
.version 6.4
.target sm_50
.address_size 64

.func (.param .b32 result) triple(.param .b32 value);

.func (.param .align 8 .b8 result[16]) swap(.param .align 8 .b8 pair[16])
{
  .reg .b64 %rd<4>;
  ld.param.b64 %rd1, [pair];
  ld.param.b64 %rd2, [pair+8];
  st.param.b64 [result], %rd2;
  st.param.b64 [result+8], %rd1;
  ret;
}

.func (.reg .u32 sum) addRegisters(.reg .u32 a, .reg .u32 b)
{
  add.u32 sum, a, b;
  ret;
}

.func (.param .b32 result) triple(.param .b32 value)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  mul.lo.s32 %r2, %r1, 3;
  st.param.b32 [result], %r2;
  ret;
}

.func (.param .b32 result) minus(.param .b32 value)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  neg.s32 %r2, %r1;
  st.param.b32 [result], %r2;
  ret;
}

// 1 + 2 + ... + n, by calling itself.
.func (.param .b32 result) sumTo(.param .b32 value)
{
  .reg .b32 %r<6>;
  .reg .pred %p1;
  ld.param.b32 %r1, [value];
  mov.u32 %r4, 0;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra OUT;
  add.s32 %r2, %r1, -1;
  {
    .param .b32 param0;
    st.param.b32 [param0+0], %r2;
    .param .b32 retval0;
    call.uni (retval0), sumTo, (param0);
    ld.param.b32 %r3, [retval0+0];
  }
  add.s32 %r4, %r3, %r1;
OUT:
  st.param.b32 [result], %r4;
  ret;
}

.func leave(.param .b32 value)
{
  .reg .b32 %r1;
  .reg .pred %p1;
  ld.param.b32 %r1, [value];
  setp.gt.u32 %p1, %r1, 3;
  @%p1 exit;
  ret;
}

.visible .entry calls(.param .u64 out)
{
  .reg .b64 %rd<12>;
  .reg .b32 %r<12>;
  .reg .pred %p<2>;
  .local .align 8 .b8 buffer[32];

  mov.u32 %r1, %tid.x;
  { // as compilers write it
    .param .b32 param0;
    st.param.b32 [param0+0], %r1;
    .param .b32 retval0;
    call.uni (retval0), triple, (param0);
    ld.param.b32 %r2, [retval0+0];
  }
  {
    .param .align 8 .b8 param0[16];
    st.param.b64 [param0+0], 11;
    st.param.b64 [param0+8], 22;
    .param .align 8 .b8 retval0[16];
    call.uni (retval0), swap, (param0);
    ld.param.b64 %rd1, [retval0+0];
  }
  call (%r3), addRegisters, (%r2, 1000);
  {
    .param .b32 param0;
    st.param.b32 [param0+0], 4;
    .param .b32 retval0;
    call.uni (retval0), sumTo, (param0);
    ld.param.b32 %r4, [retval0+0];
  }
  // Which function depends on the thread.
  and.b32 %r5, %r1, 1;
  setp.eq.u32 %p1, %r5, 1;
  mov.u64 %rd2, triple;
  mov.u64 %rd3, minus;
  selp.b64 %rd4, %rd2, %rd3, %p1;
  {
    .param .b32 param0;
    st.param.b32 [param0+0], 5;
    .param .b32 retval0;
    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (retval0), %rd4, (param0), prototype;
    ld.param.b32 %r6, [retval0+0];
  }
  // A local array.
  mov.u64 %rd5, buffer;
  st.local.u32 [%rd5+16], %r6;
  and.b32 %r7, %r1, 3;
  mad.wide.u32 %rd6, %r7, 4, %rd5;
  st.local.u32 [%rd6], %r1;
  ld.local.u32 %r8, [%rd5+16];
  cvt.u32.u64 %r9, %rd1;
  ld.param.u64 %rd7, [out];
  mad.wide.u32 %rd8, %r1, 16, %rd7;
  st.global.v4.u32 [%rd8], {%r3, %r9, %r4, %r8};
  {
    .param .b32 param0;
    st.param.b32 [param0+0], %r1;
    call.uni leave, (param0);
  }
  st.global.u32 [%rd8+8], 1;
  ret;
}

.visible .entry branches(.param .u64 out)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<6>;
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 3;
  mov.u32 %r3, 0;
  targets: .branchtargets A, B, C, D;
  brx.idx %r2, targets;
A:
  add.u32 %r3, %r3, 1;
B:
  add.u32 %r3, %r3, 10;
C:
  add.u32 %r3, %r3, 100;
D:
  add.u32 %r3, %r3, 1000;
  ld.param.u64 %rd1, [out];
  mad.wide.u32 %rd2, %r1, 4, %rd1;
  st.global.u32 [%rd2], %r3;
  ret;
}
)";

// ---- A variable that the host shares, and a function by another name.

constexpr const char *kManaged = R"(
.version 6.4
.target sm_50
.address_size 64

.visible .global .attribute(.managed) .align 4 .u32 answer = 41;

.visible .func (.param .b32 result) one()
{
  st.param.b32 [result], 1;
  ret;
}
.visible .func (.param .b32 result) unit();
.alias unit, one;

.visible .entry increment()
{
  .reg .b32 %r<4>;
  .param .b32 value;
  call (value), unit;
  ld.param.b32 %r1, [value];
  ld.global.u32 %r2, [answer];
  add.u32 %r3, %r2, %r1;
  st.global.u32 [answer], %r3;
  ret;
}
)";

// ---- Two pieces that are linked.

constexpr const char *kCaller = R"(
.version 6.4
.target sm_50
.address_size 64

.extern .func (.param .b32 result) addTo(.param .b64 address, .param .b32 value);
.extern .global .align 4 .u32 shared_count;
.global .align 4 .u32 own = 11;

.visible .entry callOthers(.param .u64 out)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<6>;
  .param .b64 address;
  .param .b32 value;
  .param .b32 result;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, 30;
  st.global.u32 [%rd1], %r1;
  st.param.b64 [address], %rd1;
  mov.u32 %r2, 7;
  st.param.b32 [value], %r2;
  call.uni (result), addTo, (address, value);
  ld.param.b32 %r3, [result];
  ld.global.u32 %r4, [shared_count];
  st.global.u32 [%rd1+4], %r4;
  ld.global.u32 %r5, [own];
  st.global.u32 [%rd1+8], %r5;
  st.global.u32 [%rd1+12], %r3;
  ret;
}
)";

constexpr const char *kCallee = R"(
.version 6.4
.target sm_50
.address_size 64

.visible .global .align 4 .u32 shared_count;
.global .align 4 .u32 own = 22;

.visible .func (.param .b32 result) addTo(.param .b64 address, .param .b32 value)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<6>;
  ld.param.b64 %rd1, [address];
  ld.param.b32 %r1, [value];
  ld.u32 %r2, [%rd1];
  add.s32 %r3, %r2, %r1;
  st.u32 [%rd1], %r3;
  atom.global.add.u32 %r4, [shared_count], %r1;
  ld.global.u32 %r5, [own];
  st.param.b32 [result], %r5;
  ret;
}

// An address that a function gets by a call through a pointer, another one for each thread.
.func (.param .b32 result) fetch(.param .b64 values, .param .b32 index)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<3>;
  ld.param.b64 %rd1, [values];
  ld.param.b32 %r1, [index];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.u32 %r2, [%rd3];
  st.param.b32 [result], %r2;
  ret;
}

.visible .entry fetchAll(.param .u64 out)
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<3>;
  .param .b64 values;
  .param .b32 index;
  .param .b32 result;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd2, %rd1, %rd2;
  add.s64 %rd3, %rd2, 256;
  mov.u64 %rd4, fetch;
  st.param.b64 [values], %rd3;
  st.param.b32 [index], 0;
  prototype: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);
  call (result), %rd4, (values, index), prototype;
  ld.param.b32 %r2, [result];
  st.global.u32 [%rd2], %r2;
  ret;
}
)";

CUmodule load(const char *text) {
  CUmodule module = nullptr;
  CHECK_CU(cuModuleLoadData(&module, text));
  return module;
}

void launch(CUfunction function, unsigned threads, unsigned shared, void **parameters) {
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, shared, nullptr, parameters, nullptr));
  CHECK_CU(cuCtxSynchronize());
}

CUfunction functionOf(CUmodule module, const char *name) {
  CUfunction function = nullptr;
  CHECK_CU(cuModuleGetFunction(&function, module, name));
  return function;
}

void parametersOfAllKinds(CUmodule module) {
  struct {
    long long unused;
    double y;
    unsigned z;
  } record{1, 0.5, 3};
  unsigned count = 5;
  float x = 0.25f;
  double y = 1000;
  unsigned short small = 40000;
  unsigned char tiny = 200;
  DeviceValues<double> out(std::vector<double>(6, -1));
  void *parameters[] = {&out.pointer, &count, &x, &y, &small, &tiny, &record};
  CUfunction function = functionOf(module, "parameters");
  launch(function, 6, 0, parameters);
  const std::vector<double> got = out.get();
  for (unsigned i = 0; i < count; ++i)
    CHECK_EQ(got[i], 41203.75 + i);
  CHECK_EQ(got[5], -1.0);
  int threads = 0;
  CHECK_CU(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  CHECK_EQ(threads, 64);
}

void sharedMemory(CUmodule module) {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i)
    values[i] = i * i;
  DeviceValues<int> in(values), out(std::vector<int>(128));
  void *parameters[] = {&in.pointer, &out.pointer};
  launch(functionOf(module, "sum"), 128, 512, parameters);
  const std::vector<int> got = out.get();
  const int sum = 127 * 128 * 255 / 6, weights[] = {1, 2, 3, -1};
  for (int i = 0; i < 128; ++i)
    CHECK_EQ(got[i], sum * weights[i & 3]);
}

void variables(CUmodule module) {
  DeviceValues<unsigned> out(std::vector<unsigned>(6));
  void *parameters[] = {&out.pointer};
  launch(functionOf(module, "globals"), 1, 0, parameters);
  const std::vector<unsigned> got = out.get(), expected = {8, 10, 4, 5, 100, 7};
  for (int i = 0; i < 6; ++i)
    CHECK_EQ(got[i], expected[i]);
  CUdeviceptr address = 0;
  size_t bytes = 0;
  unsigned total = 0;
  CHECK_CU(cuModuleGetGlobal(&address, &bytes, module, "total"));
  CHECK_EQ(bytes, sizeof total);
  CHECK_CU(cuMemcpyDtoH(&total, address, sizeof total));
  CHECK_EQ(total, 105u);
  double half[2] = {};
  CHECK_CU(cuModuleGetGlobal(&address, &bytes, module, "half"));
  CHECK_EQ(bytes, sizeof half);
  CHECK_CU(cuMemcpyDtoH(half, address, sizeof half));
  CHECK_EQ(half[0], 0.5);
  CHECK_EQ(half[1], 1.5);
  CUfunction function = nullptr;
  CHECK_EQ(cuModuleGetGlobal(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
  CHECK_EQ(cuModuleGetFunction(&function, module, "nothing"), CUDA_ERROR_NOT_FOUND);
}

void functions() {
  CUmodule module = load(kFunctions);
  DeviceValues<int> out(std::vector<int>(32));
  void *parameters[] = {&out.pointer};
  launch(functionOf(module, "calls"), 8, 0, parameters);
  std::vector<int> got = out.get();
  for (int i = 0; i < 8; ++i) {
    CHECK_EQ(got[4 * i], 3 * i + 1000);
    CHECK_EQ(got[4 * i + 1], 22);
    CHECK_EQ(got[4 * i + 2], i > 3 ? 10 : 1);
    CHECK_EQ(got[4 * i + 3], i % 2 ? 15 : -5);
  }
  launch(functionOf(module, "branches"), 8, 0, parameters);
  got = out.get();
  const int expected[] = {1111, 1110, 1100, 1000};
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(got[i], expected[i & 3]);
  CHECK_CU(cuModuleUnload(module));
}

void managedVariable() {
  CUmodule module = load(kManaged);
  launch(functionOf(module, "increment"), 1, 0, nullptr);
  CUdeviceptr address = 0;
  size_t bytes = 0;
  CHECK_CU(cuModuleGetGlobal(&address, &bytes, module, "answer"));
  CHECK_EQ(bytes, sizeof(unsigned));
  CHECK(address != 0);
  if (address != 0)
    CHECK_EQ(*reinterpret_cast<const unsigned *>(address), 42u);
  CHECK_CU(cuModuleUnload(module));
}

// ---- The other ways to a module.

void librariesAndLinks() {
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CHECK_CU(cuLibraryLoadData(&library, kFunctions, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CHECK_CU(cuLibraryGetKernel(&kernel, library, "branches"));
  DeviceValues<int> out(std::vector<int>(8));
  void *parameters[] = {&out.pointer};
  launch(reinterpret_cast<CUfunction>(kernel), 8, 0, parameters);
  CHECK_EQ(out.get()[2], 1100);
  CHECK_CU(cuLibraryUnload(library));

  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t bytes = 0;
  CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  CHECK_CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(kFunctions), std::strlen(kFunctions) + 1,
                         "functions", 0, nullptr, nullptr));
  CHECK_CU(cuLinkComplete(state, &image, &bytes));
  CUmodule module = nullptr;
  CHECK_CU(cuModuleLoadData(&module, image));
  CHECK_CU(cuLinkDestroy(state));
  launch(functionOf(module, "branches"), 8, 0, parameters);
  CHECK_EQ(out.get()[1], 1110);
  CHECK_CU(cuModuleUnload(module));
}

// Functions and variables of one piece that another one uses, by pointers too; the same name within both means two things.
void linkedPieces() {
  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t bytes = 0;
  CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  for (const char *text : {kCaller, kCallee})
    CHECK_CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(text), std::strlen(text) + 1, "piece", 0,
                           nullptr, nullptr));
  CHECK_CU(cuLinkComplete(state, &image, &bytes));
  CHECK(bytes != 0);
  CUmodule module = nullptr;
  CHECK_CU(cuModuleLoadData(&module, image));
  CHECK_CU(cuLinkDestroy(state));
  DeviceValues<int> out(std::vector<int>(4));
  void *parameters[] = {&out.pointer};
  launch(functionOf(module, "callOthers"), 1, 0, parameters);
  const std::vector<int> got = out.get();
  CHECK_EQ(got[0], 30 + 7);
  CHECK_EQ(got[1], 7);
  CHECK_EQ(got[2], 11);
  CHECK_EQ(got[3], 22);
  std::vector<int> values(128);
  for (int i = 0; i < 64; ++i)
    values[64 + i] = i * i;
  DeviceValues<int> fetched(values);
  void *both[] = {&fetched.pointer};
  launch(functionOf(module, "fetchAll"), 64, 0, both);
  values = fetched.get();
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(values[i], i * i);
  CHECK_CU(cuModuleUnload(module));

  // What no piece defines.
  CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  CHECK_CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(kCaller), std::strlen(kCaller) + 1, "piece",
                         0, nullptr, nullptr));
  CHECK(cuLinkComplete(state, &image, &bytes) != CUDA_SUCCESS);
  CHECK_CU(cuLinkDestroy(state));
}

// ---- What is wrong with a text.

CUresult tryToLoad(const std::string &text, std::string &log) {
  char buffer[1024] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {buffer, reinterpret_cast<void *>(sizeof buffer)};
  CUmodule module = nullptr;
  const CUresult result = cuModuleLoadDataEx(&module, text.c_str(), 2, options, values);
  log = buffer;
  return result;
}

void mistakes() {
  const std::string heading = ".version 6.4\n.target sm_50\n.address_size 64\n";
  std::string log;
  CHECK_EQ(tryToLoad(heading + ".visible .entry k()\n{\n  frobnicate.u32 %r1, 2;\n}\n", log),
           CUDA_ERROR_INVALID_PTX);
  CHECK(log.find('6') != std::string::npos); // the line
  CHECK_EQ(
      tryToLoad(heading + ".visible .entry k()\n{\n  .reg .u32 %r1;\n  mov.u32 %r1, %r2;\n  ret;\n}\n", log),
      CUDA_ERROR_INVALID_PTX);
  CHECK(log.find('7') != std::string::npos);
  CHECK_EQ(tryToLoad(heading + ".visible .entry k()\n{\n  ret;\n", log), CUDA_ERROR_INVALID_PTX);
  CHECK(!log.empty());
  CHECK_EQ(tryToLoad(".version 99.0\n.target sm_50\n.address_size 64\n", log),
           CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
}

} // namespace

int main() {
  CHECK_CU(cuInit(0));
  CUcontext context = nullptr;
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  CUmodule module = load(kKernels);
  parametersOfAllKinds(module);
  sharedMemory(module);
  variables(module);
  CHECK_CU(cuModuleUnload(module));
  functions();
  managedVariable();
  librariesAndLinks();
  linkedPieces();
  mistakes();
  return verdict();
}
