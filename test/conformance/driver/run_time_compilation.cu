// NVRTC: source in a string, headers in strings, options, name expressions, and what is wrong with a program in its log.
// flags: -lcuda -lnvrtc -lcufilt
#include "driver_check.h"

#include <nv_decode.h>
#include <nvrtc.h>

#include <cstdlib>
#include <cstring>

#define CHECK_RTC(call) CHECK_EQ(call, NVRTC_SUCCESS)

namespace {

constexpr const char *kSource = R"(
#include "factor.h"
template <typename T, int kBy> __global__ void scale(T *values) { values[threadIdx.x] *= kBy; }
namespace inner {
__global__ void add(int *values, int by) { values[threadIdx.x] += by + FACTOR * EXTRA; }
}
extern "C" __global__ void plain(int *values) { values[threadIdx.x] = factor(threadIdx.x); }
)";
constexpr const char *kHeader = R"(
#pragma once
#define FACTOR 10
__device__ inline int factor(int i) { return i * FACTOR; }
)";

std::string logOf(nvrtcProgram program) {
  size_t bytes = 0;
  CHECK_RTC(nvrtcGetProgramLogSize(program, &bytes));
  std::string log(bytes, '\0');
  CHECK_RTC(nvrtcGetProgramLog(program, log.data()));
  log.resize(std::strlen(log.c_str()));
  return log;
}

std::string ptxOf(nvrtcProgram program) {
  size_t bytes = 0;
  CHECK_RTC(nvrtcGetPTXSize(program, &bytes));
  std::string ptx(bytes, '\0');
  CHECK_RTC(nvrtcGetPTX(program, ptx.data()));
  CHECK_EQ(std::strlen(ptx.c_str()) + 1, bytes);
  return ptx;
}

CUmodule load(nvrtcProgram program) {
  CUmodule module = nullptr;
  CHECK_CU(cuModuleLoadData(&module, ptxOf(program).c_str()));
  return module;
}

std::vector<int> run(CUmodule module, const char *kernel, std::vector<int> values, int by) {
  CUfunction function = nullptr;
  CHECK_CU(cuModuleGetFunction(&function, module, kernel));
  DeviceValues<int> on_device(values);
  void *parameters[] = {&on_device.pointer, &by};
  CHECK_CU(cuLaunchKernel(function, 1, 1, 1, static_cast<unsigned>(values.size()), 1, 1, 0, nullptr,
                          parameters, nullptr));
  return on_device.get();
}

void kernelsOfAString() {
  nvrtcProgram program = nullptr;
  const char *names[] = {"factor.h"};
  CHECK_RTC(nvrtcCreateProgram(&program, kSource, "program.cu", 1, &kHeader, names));
  CHECK_RTC(nvrtcAddNameExpression(program, "scale<int, 3>"));
  CHECK_RTC(nvrtcAddNameExpression(program, "&inner::add"));
  const char *name = nullptr;
  CHECK_EQ(nvrtcGetLoweredName(program, "scale<int, 3>", &name),
           NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  const char *options[] = {"--std=c++17", "-DEXTRA=2", "--gpu-architecture=compute_80"};
  const bool is_compiled = CHECK_EQ(nvrtcCompileProgram(program, 3, options), NVRTC_SUCCESS);
  if (!is_compiled)
    std::printf("%s\n", logOf(program).c_str());
  CHECK_EQ(nvrtcAddNameExpression(program, "plain"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  const CUmodule module = load(program);
  CHECK_EQ(run(module, "plain", std::vector<int>(32), 0)[31], 310);
  CHECK_RTC(nvrtcGetLoweredName(program, "scale<int, 3>", &name));
  CHECK_EQ(run(module, name, std::vector<int>(32, 7), 0)[5], 21);
  CHECK_RTC(nvrtcGetLoweredName(program, "&inner::add", &name));
  int status = 1;
  char *const readable = __cu_demangle(name, nullptr, nullptr, &status);
  CHECK(status == 0 && readable && std::string(readable).find("inner::add(") == 0);
  std::free(readable);
  CHECK(__cu_demangle("no mangled name", nullptr, nullptr, &status) == nullptr && status != 0);
  CHECK_EQ(run(module, name, std::vector<int>(32, 7), 100)[5], 7 + 100 + 20);
  CHECK_EQ(nvrtcGetLoweredName(program, "unknown", &name), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  CHECK_CU(cuModuleUnload(module));
  CHECK_RTC(nvrtcDestroyProgram(&program));
  CHECK(program == nullptr);
}

// NVRTC has no standard headers: programs bring what they need of them.
void standardHeadersInStrings() {
  const char *source = "#include <climits>\n#include <math.h>\n"
                       "extern \"C\" __global__ void most(int *values) { values[threadIdx.x] = INT_MAX; }";
  const char *headers[] = {"#pragma once\n#define INT_MAX 2147483647\n", "#pragma once\n"};
  const char *names[] = {"climits", "math.h"};
  nvrtcProgram program = nullptr;
  CHECK_RTC(nvrtcCreateProgram(&program, source, "most.cu", 2, headers, names));
  const bool is_compiled = CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  if (!is_compiled)
    std::printf("%s\n", logOf(program).c_str());
  const CUmodule module = load(program);
  CHECK_EQ(run(module, "most", std::vector<int>(32), 0)[7], 2147483647);
  CHECK_CU(cuModuleUnload(module));
  CHECK_RTC(nvrtcDestroyProgram(&program));
}

// The same option with an explicit instantiation, and with both.
void instantiationsWithDeviceByDefault() {
  const std::string kernel =
      "template <int kBy> __global__ void add(int *values) { values[threadIdx.x] += once(kBy); }\n"
      "template __global__ decltype(add<2>) add<2>;";
  const char *options[] = {"--device-as-default-execution-space"};
  for (const std::string before : {"#define once(x) x\n", "template <class T> T once(T x) { return x; }\n"}) {
    nvrtcProgram program = nullptr;
    CHECK_RTC(nvrtcCreateProgram(&program, (before + kernel).c_str(), "add.cu", 0, nullptr, nullptr));
    CHECK_RTC(nvrtcAddNameExpression(program, "add<2>"));
    CHECK_RTC(nvrtcCompileProgram(program, 1, options));
    const char *name = nullptr;
    CHECK_RTC(nvrtcGetLoweredName(program, "add<2>", &name));
    const CUmodule module = load(program);
    CHECK_EQ(run(module, name, std::vector<int>(32, 7), 0)[9], 9);
    CHECK_CU(cuModuleUnload(module));
    CHECK_RTC(nvrtcDestroyProgram(&program));
  }
}

void functionsForTheDeviceByDefault() {
  const char *source =
      "struct Pair { int a, b; int sum() const { return a + b; } };\n"
      "template <class T> T twice(T x) { return x + x; }\n"
      "extern \"C\" __global__ void pairs(int *values) { values[threadIdx.x] = twice(Pair{3, 4}.sum()); }";
  const char *options[] = {"--device-as-default-execution-space"};
  for (const bool is_given : {false, true}) {
    nvrtcProgram program = nullptr;
    CHECK_RTC(nvrtcCreateProgram(&program, source, "pairs.cu", 0, nullptr, nullptr));
    CHECK_EQ(nvrtcCompileProgram(program, is_given, options),
             is_given ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION);
    if (is_given) {
      const CUmodule module = load(program);
      CHECK_EQ(run(module, "pairs", std::vector<int>(32), 0)[9], 14);
      CHECK_CU(cuModuleUnload(module));
    }
    CHECK_RTC(nvrtcDestroyProgram(&program));
  }
}

// Programs look up variables by the names that the PTX has.
void variablesInPtx() {
  const char *source =
      "namespace inner { __constant__ int factors[3]; __device__ float scale; }\n"
      "namespace { __device__ int own; }\n"
      "__global__ void multiply(float *to) { *to = inner::scale * inner::factors[1] + own; }";
  nvrtcProgram program = nullptr;
  CHECK_RTC(nvrtcCreateProgram(&program, source, "variables.cu", 0, nullptr, nullptr));
  CHECK_RTC(nvrtcCompileProgram(program, 0, nullptr));
  const std::string ptx = ptxOf(program);
  CHECK(ptx.find(".const .align 4 .b8 _ZN5inner7factorsE[12]") != std::string::npos);
  CHECK(ptx.find(".global .align 4 .f32 _ZN5inner5scaleE") != std::string::npos);
  const std::string own = ".global .align 4 .u32 _ZN";
  const std::size_t begin = ptx.find(own);
  CHECK(begin != std::string::npos);
  const std::size_t name = begin + own.size() - 3;
  const CUmodule module = load(program);
  CUdeviceptr pointer = 0;
  CHECK_CU(
      cuModuleGetGlobal(&pointer, nullptr, module, ptx.substr(name, ptx.find(';', name) - name).c_str()));
  CHECK_CU(cuModuleUnload(module));
  CHECK_RTC(nvrtcDestroyProgram(&program));
}

std::string compiledPtx(const char *source) {
  nvrtcProgram program = nullptr;
  CHECK_RTC(nvrtcCreateProgram(&program, source, "part.cu", 0, nullptr, nullptr));
  const bool is_compiled = CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  const std::string ptx = is_compiled ? ptxOf(program) : logOf(program);
  CHECK_RTC(nvrtcDestroyProgram(&program));
  return ptx;
}

// What a program only declares is left to the linker.
void functionsOfOtherPrograms() {
  const std::string user = compiledPtx("extern __device__ int squareOf(int);\n"
                                       "extern \"C\" __global__ void squares(int *values) {\n"
                                       "  values[threadIdx.x] = squareOf(threadIdx.x);\n}");
  const char *source = "__device__ int squareOf(int x) { return x * x; }";
  nvrtcProgram program = nullptr;
  const char *options[] = {"-rdc=true"};
  CHECK_RTC(nvrtcCreateProgram(&program, source, "square.cu", 0, nullptr, nullptr));
  CHECK_RTC(nvrtcCompileProgram(program, 1, options));
  const std::string function = ptxOf(program);
  CHECK_RTC(nvrtcDestroyProgram(&program));
  CUlinkState link = nullptr;
  void *cubin = nullptr;
  size_t bytes = 0;
  CUmodule module = nullptr;
  CHECK_CU(cuLinkCreate(0, nullptr, nullptr, &link));
  for (const std::string &ptx : {user, function})
    CHECK_CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(ptx.c_str()), ptx.size() + 1, "part", 0,
                           nullptr, nullptr));
  CHECK_CU(cuLinkComplete(link, &cubin, &bytes));
  CHECK_CU(cuModuleLoadData(&module, cubin));
  CHECK_CU(cuLinkDestroy(link));
  CHECK_EQ(run(module, "squares", std::vector<int>(32), 0)[9], 81);
  CHECK_CU(cuModuleUnload(module));
  // Without it, the module does not load, or its kernel does not start.
  if (cuModuleLoadData(&module, user.c_str()) == CUDA_SUCCESS) {
    CUfunction function = nullptr;
    CUdeviceptr values = 0;
    void *parameters[] = {&values};
    CHECK(cuModuleGetFunction(&function, module, "squares") != CUDA_SUCCESS ||
          cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr) != CUDA_SUCCESS);
    CHECK_CU(cuModuleUnload(module));
  }
}

// A header in the folder that the program's name tells, which need not be where the process runs.
void headersBesideTheSource() {
  char folder[] = "/tmp/headers_beside_the_source_XXXXXX";
  CHECK(mkdtemp(folder) != nullptr);
  const std::string header = std::string(folder) + "/number.h", name = std::string(folder) + "/program.cu";
  for (const int number : {5, 6}) {
    std::FILE *const file = std::fopen(header.c_str(), "w");
    std::fprintf(file, "#define NUMBER %d\n", number);
    std::fclose(file);
    nvrtcProgram program = nullptr;
    CHECK_RTC(
        nvrtcCreateProgram(&program,
                           "#include \"number.h\"\n"
                           "extern \"C\" __global__ void fill(int *values) { values[threadIdx.x] = NUMBER; }",
                           name.c_str(), 0, nullptr, nullptr));
    CHECK_RTC(nvrtcCompileProgram(program, 0, nullptr));
    const CUmodule module = load(program);
    CHECK_EQ(run(module, "fill", std::vector<int>(32), 0)[3], number);
    CHECK_CU(cuModuleUnload(module));
    CHECK_RTC(nvrtcDestroyProgram(&program));
  }
  const char *without[] = {"--no-source-include"};
  nvrtcProgram program = nullptr;
  CHECK_RTC(nvrtcCreateProgram(&program, "#include \"number.h\"\n", name.c_str(), 0, nullptr, nullptr));
  CHECK_EQ(nvrtcCompileProgram(program, 1, without), NVRTC_ERROR_COMPILATION);
  CHECK_RTC(nvrtcDestroyProgram(&program));
  std::remove(header.c_str());
  std::remove(folder);
}

void whatIsWrong() {
  nvrtcProgram program = nullptr;
  CHECK_RTC(nvrtcCreateProgram(&program,
                               "extern \"C\" __global__ void broken(int *p) {\n  *p = no_such_name;\n}\n",
                               "broken.cu", 0, nullptr, nullptr));
  CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_COMPILATION);
  const std::string log = logOf(program);
  CHECK(log.find("broken.cu(2): error: ") != std::string::npos);
  CHECK(log.find("no_such_name") != std::string::npos);
  size_t bytes = 0;
  CHECK(nvrtcGetPTXSize(program, &bytes) != NVRTC_SUCCESS || bytes <= 1);
  CHECK_RTC(nvrtcDestroyProgram(&program));

  CHECK_RTC(nvrtcCreateProgram(&program, "#include \"no_such_header.h\"\n", nullptr, 0, nullptr, nullptr));
  CHECK_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_COMPILATION);
  CHECK(logOf(program).find("cannot open source file \"no_such_header.h\"") != std::string::npos);
  CHECK_RTC(nvrtcDestroyProgram(&program));

  const char *unknown[] = {"--no-such-option"};
  CHECK_RTC(nvrtcCreateProgram(&program, "", nullptr, 0, nullptr, nullptr));
  CHECK_EQ(nvrtcCompileProgram(program, 1, unknown), NVRTC_ERROR_INVALID_OPTION);
  CHECK_RTC(nvrtcDestroyProgram(&program));
  CHECK_EQ(nvrtcCreateProgram(nullptr, "", nullptr, 0, nullptr, nullptr), NVRTC_ERROR_INVALID_PROGRAM);
  CHECK_EQ(nvrtcDestroyProgram(&program), NVRTC_ERROR_INVALID_PROGRAM);
}

void aboutTheCompiler() {
  int major = 0, minor = 0, count = 0;
  CHECK_RTC(nvrtcVersion(&major, &minor));
  CHECK(major >= 11);
  CHECK_RTC(nvrtcGetNumSupportedArchs(&count));
  std::vector<int> architectures(static_cast<size_t>(count));
  CHECK_RTC(nvrtcGetSupportedArchs(architectures.data()));
  for (int i = 1; i < count; ++i)
    CHECK(architectures[i - 1] < architectures[i]);
  CHECK_EQ(std::string(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION)), std::string("NVRTC_ERROR_COMPILATION"));
}

} // namespace

int main() {
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  kernelsOfAString();
  standardHeadersInStrings();
  functionsForTheDeviceByDefault();
  instantiationsWithDeviceByDefault();
  variablesInPtx();
  functionsOfOtherPrograms();
  headersBesideTheSource();
  whatIsWrong();
  aboutTheCompiler();
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
