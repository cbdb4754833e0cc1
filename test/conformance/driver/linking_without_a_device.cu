// nvJitLink links pieces of PTX, and the PTX compiler makes device code of one text: both give what cuModuleLoadData takes, and
// say in a log what is wrong with their input.
// flags: -lcuda -lnvJitLink -lnvptxcompiler_static
#include "driver_check.h"

#include <nvJitLink.h>
#include <nvPTXCompiler.h>

#include <cstring>

#define CHECK_LINK(call) CHECK_EQ(call, NVJITLINK_SUCCESS)
#define CHECK_COMPILE(call) CHECK_EQ(call, NVPTXCOMPILE_SUCCESS)

namespace {

const std::string kHeading = ".version 7.0\n.target sm_70\n.address_size 64\n";

// A kernel whose function another piece has.
const std::string kKernel = kHeading + R"(
.extern .func (.param .b32 result) squareOf (.param .b32 value);
.visible .entry squares(.param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  {
    .param .b32 given;
    .param .b32 got;
    st.param.b32 [given], %r1;
    call.uni (got), squareOf, (given);
    ld.param.b32 %r2, [got];
  }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";
const std::string kFunction = kHeading + R"(
.visible .func (.param .b32 result) squareOf (.param .b32 value)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  mul.lo.s32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";
const std::string kWhole = kHeading + R"(
.visible .entry squares(.param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.lo.s32 %r2, %r1, %r1;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";
const std::string kWrong = kHeading + ".visible .entry squares()\n{\n  frobnicate.u32 %r1, 2;\n  ret;\n}\n";

// "-arch=sm_90" of the device, for either library.
std::string architecture(const char *option) {
  int major = 0, minor = 0;
  CHECK_CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  CHECK_CU(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  return option + std::string("=sm_") + std::to_string(major * 10 + minor);
}

void checkSquares(const std::vector<char> &code) {
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  CHECK_CU(cuModuleLoadData(&module, code.data()));
  CHECK_CU(cuModuleGetFunction(&kernel, module, "squares"));
  DeviceValues<int> out(64);
  void *parameters[] = {&out.pointer};
  CHECK_CU(cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
  const std::vector<int> got = out.get();
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(got[i], i * i);
  CHECK_CU(cuModuleUnload(module));
}

// ---- nvJitLink

nvJitLinkHandle createLink() {
  const std::string arch = architecture("-arch");
  const char *options[] = {arch.c_str(), "-O3"};
  nvJitLinkHandle link = nullptr;
  CHECK_LINK(nvJitLinkCreate(&link, 2, options));
  return link;
}

nvJitLinkResult add(nvJitLinkHandle link, const std::string &ptx, const char *name) {
  return nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, ptx.c_str(), ptx.size() + 1, name);
}

std::string errorsOf(nvJitLinkHandle link) {
  size_t bytes = 0;
  CHECK_LINK(nvJitLinkGetErrorLogSize(link, &bytes));
  std::string log(bytes + 1, '\0');
  if (bytes != 0)
    CHECK_LINK(nvJitLinkGetErrorLog(link, log.data()));
  return log.c_str();
}

void piecesAreLinked() {
  nvJitLinkHandle link = createLink();
  CHECK_LINK(add(link, kKernel, "kernel"));
  CHECK_LINK(add(link, kFunction, "function"));
  CHECK_LINK(nvJitLinkComplete(link));
  size_t bytes = 0;
  CHECK_LINK(nvJitLinkGetLinkedCubinSize(link, &bytes));
  std::vector<char> code(bytes);
  CHECK_LINK(nvJitLinkGetLinkedCubin(link, code.data()));
  CHECK_LINK(nvJitLinkDestroy(&link));
  CHECK(link == nullptr);
  checkSquares(code);
}

void whatCannotBeLinked() {
  nvJitLinkHandle link = createLink();
  CHECK_LINK(add(link, kKernel, "kernel"));
  CHECK_EQ(nvJitLinkComplete(link), NVJITLINK_ERROR_INTERNAL);
  CHECK(errorsOf(link).find("squareOf") != std::string::npos);
  CHECK_LINK(nvJitLinkDestroy(&link));

  link = createLink();
  CHECK_EQ(add(link, kWrong, "wrong"), NVJITLINK_ERROR_PTX_COMPILE);
  CHECK(errorsOf(link).find("frobnicate") != std::string::npos);
  CHECK_LINK(nvJitLinkDestroy(&link));
}

void misusedLinks() {
  nvJitLinkHandle link = nullptr;
  const char *unknown[] = {"-arch=sm_90", "-no-such-option"}, *without[] = {"-O3"};
  CHECK_EQ(nvJitLinkCreate(&link, 2, unknown), NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  CHECK_EQ(nvJitLinkCreate(&link, 1, without), NVJITLINK_ERROR_MISSING_ARCH);
  CHECK_EQ(nvJitLinkCreate(nullptr, 0, nullptr), NVJITLINK_ERROR_NULL_INPUT);
  link = nullptr; // what could not be created may have a handle
  CHECK_EQ(nvJitLinkDestroy(&link), NVJITLINK_ERROR_NULL_INPUT);
  link = createLink();
  size_t bytes = 99;
  CHECK_LINK(nvJitLinkGetInfoLogSize(link, &bytes));
  CHECK_EQ(bytes, 0u);
  CHECK_EQ(nvJitLinkAddFile(link, NVJITLINK_INPUT_PTX, "no/such/file.ptx"), NVJITLINK_ERROR_INVALID_INPUT);
  CHECK_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_NONE, "x", 1, "none"),
           NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  CHECK_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_CUBIN, "no device code", 14, "wrong"),
           NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  CHECK_LINK(nvJitLinkDestroy(&link));
  unsigned major = 0, minor = 99;
  CHECK_LINK(nvJitLinkVersion(&major, &minor));
  CHECK(major >= 12 && minor < 99);
}

// ---- the PTX compiler

nvPTXCompilerHandle createCompiler(const std::string &ptx) {
  nvPTXCompilerHandle compiler = nullptr;
  CHECK_COMPILE(nvPTXCompilerCreate(&compiler, ptx.size(), ptx.c_str()));
  return compiler;
}

nvPTXCompileResult compile(nvPTXCompilerHandle compiler, const char *more = "-O3") {
  const std::string arch = architecture("--gpu-name");
  const char *options[] = {arch.c_str(), more};
  return nvPTXCompilerCompile(compiler, 2, options);
}

std::string errorsOf(nvPTXCompilerHandle compiler) {
  size_t bytes = 0;
  CHECK_COMPILE(nvPTXCompilerGetErrorLogSize(compiler, &bytes));
  std::string log(bytes + 1, '\0');
  if (bytes != 0)
    CHECK_COMPILE(nvPTXCompilerGetErrorLog(compiler, log.data()));
  return log.c_str();
}

void textIsCompiled() {
  nvPTXCompilerHandle compiler = createCompiler(kWhole);
  size_t bytes = 0;
  CHECK_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &bytes),
           NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
  CHECK_COMPILE(compile(compiler));
  CHECK(errorsOf(compiler).empty());
  CHECK_COMPILE(nvPTXCompilerGetCompiledProgramSize(compiler, &bytes));
  std::vector<char> code(bytes);
  CHECK_COMPILE(nvPTXCompilerGetCompiledProgram(compiler, code.data()));
  CHECK_COMPILE(nvPTXCompilerDestroy(&compiler));
  checkSquares(code);
}

void whatCannotBeCompiled() {
  nvPTXCompilerHandle compiler = createCompiler(kWrong);
  CHECK_EQ(compile(compiler), NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(errorsOf(compiler).find("frobnicate") != std::string::npos);
  CHECK_COMPILE(nvPTXCompilerDestroy(&compiler));

  compiler = createCompiler(kWhole);
  CHECK_EQ(compile(compiler, "--no-such-option"), NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(errorsOf(compiler).find("no-such-option") != std::string::npos);
  const char *older[] = {"--gpu-name=sm_50"};
  CHECK(nvPTXCompilerCompile(compiler, 1, older) != NVPTXCOMPILE_SUCCESS);
  CHECK_COMPILE(nvPTXCompilerDestroy(&compiler));

  compiler = createCompiler(".version 99.0\n" + kWhole.substr(kWhole.find(".target")));
  CHECK_EQ(compile(compiler), NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION);
  CHECK_COMPILE(nvPTXCompilerDestroy(&compiler));
}

void misusedCompilers() {
#ifdef __RADDLE__ // NVIDIA's library does not look at null
  nvPTXCompilerHandle compiler = nullptr;
  CHECK_EQ(nvPTXCompilerDestroy(&compiler), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
  CHECK_EQ(nvPTXCompilerCompile(compiler, 0, nullptr), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
  CHECK_EQ(nvPTXCompilerCreate(nullptr, kWhole.size(), kWhole.c_str()), NVPTXCOMPILE_ERROR_INVALID_INPUT);
#endif
  unsigned major = 0, minor = 99;
  CHECK_COMPILE(nvPTXCompilerGetVersion(&major, &minor));
  CHECK(major >= 12 && minor < 99);
}

} // namespace

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  piecesAreLinked();
  whatCannotBeLinked();
  misusedLinks();
  textIsCompiled();
  whatCannotBeCompiled();
  misusedCompilers();
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
