// 64 host threads with 256 streams in several contexts load, launch and unload modules, libraries and graphs of PTX and of run-time
// compilation at the same time: nothing is lost, and nothing changes places.
// flags: -lcuda -lnvrtc
#include "driver_check.h"

#include <array>
#include <nvrtc.h>
#include <string>
#include <thread>

namespace {

constexpr int kThreads = 64, kStreams = 4, kContexts = 4, kRounds = 2, kCompilers = 8;

// What the step before has left must be there. Counts steps that come too early or twice, and all steps of this module.
constexpr const char *kStep = R"(
.version 6.4
.target sm_50
.address_size 64

.visible .global .align 4 .u32 counter = 0;

.visible .entry step(.param .u64 state, .param .u32 expected, .param .u64 errors)
{
  .reg .u64 %rd<4>;
  .reg .u32 %r<6>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [state];
  ld.param.u32 %r1, [expected];
  ld.param.u64 %rd2, [errors];
  ld.u32 %r2, [%rd1];
  setp.ne.u32 %p1, %r2, %r1;
  @%p1 atom.add.u32 %r3, [%rd2], 1;
  add.u32 %r4, %r1, 1;
  st.u32 [%rd1], %r4;
  atom.global.add.u32 %r5, [counter], 1;
  ret;
}
)";

// The order of two of these shows in the result.
constexpr const char *kMix =
    "extern \"C\" __global__ void mix(unsigned *value, unsigned by) { *value = *value * 31 + by; }";
unsigned mixed(unsigned value, unsigned by) { return value * 31 + by; }

// PTX, or nothing.
std::string compile() {
  nvrtcProgram program = nullptr;
  const char *options[] = {"--gpu-architecture=compute_90"};
  size_t bytes = 0;
  std::string ptx;
  if (nvrtcCreateProgram(&program, kMix, "mix.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS &&
      nvrtcCompileProgram(program, 1, options) == NVRTC_SUCCESS &&
      nvrtcGetPTXSize(program, &bytes) == NVRTC_SUCCESS) {
    ptx.resize(bytes);
    if (nvrtcGetPTX(program, ptx.data()) != NVRTC_SUCCESS)
      ptx.clear();
  }
  nvrtcDestroyProgram(&program);
  return ptx;
}

// Calls of many threads are counted without a lock in check.h, so each thread has a count of its own.
struct Worker {
  int number;
  CUcontext context;
  std::string mix;
  CUdeviceptr states, values, errors; // kStreams of the first two
  std::array<CUevent, kThreads> &events;
  std::array<CUstream, kStreams> streams = {};
  std::array<unsigned, kStreams> steps = {}, expected = {};
  int faults = 0;

  void call(CUresult result) { faults += result != CUDA_SUCCESS; }

  void launchStep(CUfunction step, int stream) {
    CUdeviceptr state = states + stream * sizeof(unsigned);
    void *parameters[] = {&state, &steps[stream], &errors};
    call(cuLaunchKernel(step, 1, 1, 1, 1, 1, 1, 0, streams[stream], parameters, nullptr));
    ++steps[stream];
  }

  // The last event of another thread in the same context is waited for, whichever that is.
  void useModule(int round) {
    CUmodule module = nullptr;
    CUfunction step = nullptr;
    CUdeviceptr counter = 0;
    unsigned count = 0;
    call(cuModuleLoadData(&module, kStep));
    call(cuModuleGetFunction(&step, module, "step"));
    call(cuModuleGetGlobal(&counter, nullptr, module, "counter"));
    for (int i = 0; i < kStreams; ++i) {
      launchStep(step, i);
      call(cuStreamWaitEvent(streams[i], events[(number + kContexts * (round + i)) % kThreads], 0));
      launchStep(step, i);
      call(cuEventRecord(events[number], streams[i]));
    }
    for (CUstream stream : streams)
      call(cuStreamSynchronize(stream));
    call(cuMemcpyDtoH(&count, counter, sizeof count));
    faults += count != 2 * kStreams;
    call(cuModuleUnload(module));
  }

  void useLibrary(int round) {
    const int stream = round % kStreams;
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr;
    CUfunction function = nullptr;
    CUdeviceptr value = values + stream * sizeof(unsigned);
    unsigned by = number * 10 + round;
    void *parameters[] = {&value, &by};
    call(cuLibraryLoadData(&library, mix.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    call(cuLibraryGetKernel(&kernel, library, "mix"));
    call(cuKernelGetFunction(&function, kernel));
    call(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, streams[stream], parameters, nullptr));
    expected[stream] = mixed(expected[stream], by);
    launchGraph(function, stream, by);
    call(cuStreamSynchronize(streams[stream]));
    call(cuLibraryUnload(library));
  }

  // Two kernels, one after the other, and twice.
  void launchGraph(CUfunction function, int stream, unsigned by) {
    CUdeviceptr value = values + stream * sizeof(unsigned);
    CUgraph graph = nullptr;
    CUgraphNode last = nullptr;
    CUgraphExec exec = nullptr;
    call(cuGraphCreate(&graph, 0));
    for (unsigned other : {by + 1, by + 2}) {
      void *parameters[] = {&value, &other};
      CUDA_KERNEL_NODE_PARAMS node = {};
      node.func = function;
      node.gridDimX = node.gridDimY = node.gridDimZ = node.blockDimX = node.blockDimY = node.blockDimZ = 1;
      node.kernelParams = parameters;
      const CUgraphNode before = last;
      call(cuGraphAddKernelNode(&last, graph, &before, before != nullptr, &node));
    }
    call(cuGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; ++i) {
      call(cuGraphLaunch(exec, streams[stream]));
      expected[stream] = mixed(mixed(expected[stream], by + 1), by + 2);
    }
    call(cuGraphExecDestroy(exec));
    call(cuGraphDestroy(graph));
  }

  void run() {
    CUcontext popped = nullptr;
    call(cuCtxPushCurrent(context));
    for (CUstream &stream : streams)
      call(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    if (number % (kThreads / kCompilers) == 0) {
      mix = compile();
      faults += mix.empty();
    }
    for (int i = 0; i < kRounds; ++i) {
      useModule(i);
      useLibrary(i);
    }
    for (CUstream stream : streams)
      call(cuStreamDestroy(stream));
    call(cuCtxPopCurrent(&popped));
    faults += popped != context;
  }
};

std::array<CUcontext, kContexts> makeContexts() {
  std::array<CUcontext, kContexts> contexts = {};
  CHECK_CU(cuDevicePrimaryCtxRetain(&contexts[0], 0));
  for (int i = 1; i < kContexts; ++i) {
    CHECK_CU(createContext(&contexts[i], 0, 0));
    CHECK_CU(cuCtxPopCurrent(nullptr));
  }
  return contexts;
}

std::vector<Worker> makeWorkers(const std::array<CUcontext, kContexts> &contexts,
                                std::array<CUevent, kThreads> &events) {
  const std::string mix = compile();
  CHECK(!mix.empty());
  std::vector<Worker> workers;
  for (int i = 0; i < kThreads; ++i) {
    const CUcontext context = contexts[i % kContexts];
    CUdeviceptr memory = 0;
    constexpr size_t kPart = kStreams * sizeof(unsigned);
    CHECK_CU(cuCtxSetCurrent(context));
    CHECK_CU(cuMemAlloc(&memory, 2 * kPart + sizeof(unsigned)));
    CHECK_CU(cuMemsetD32(memory, 0, 2 * kStreams + 1));
    CHECK_CU(cuEventCreate(&events[i], CU_EVENT_DISABLE_TIMING));
    workers.push_back({i, context, mix, memory, memory + kPart, memory + 2 * kPart, events});
  }
  for (const CUcontext context : contexts) {
    CHECK_CU(cuCtxSetCurrent(context));
    CHECK_CU(cuCtxSynchronize());
  }
  return workers;
}

void checkResults(const Worker &worker) {
  CHECK_EQ(worker.faults, 0);
  CHECK_CU(cuCtxSetCurrent(worker.context));
  std::vector<unsigned> got(2 * kStreams + 1), wanted(worker.steps.begin(), worker.steps.end());
  wanted.insert(wanted.end(), worker.expected.begin(), worker.expected.end());
  wanted.push_back(0);
  CHECK_CU(cuMemcpyDtoH(got.data(), worker.states, got.size() * sizeof(unsigned)));
  CHECK_SAME(got, wanted);
  CHECK_CU(cuEventDestroy(worker.events[worker.number]));
  CHECK_CU(cuMemFree(worker.states));
}

} // namespace

int main() {
  CHECK_CU(cuInit(0));
  const std::array<CUcontext, kContexts> contexts = makeContexts();
  std::array<CUevent, kThreads> events = {};
  std::vector<Worker> workers = makeWorkers(contexts, events);
  std::vector<std::thread> threads;
  for (Worker &worker : workers)
    threads.emplace_back([&worker] { worker.run(); });
  for (std::thread &thread : threads)
    thread.join();
  for (const Worker &worker : workers)
    checkResults(worker);
  CHECK_CU(cuCtxSetCurrent(nullptr));
  for (int i = 1; i < kContexts; ++i)
    CHECK_CU(cuCtxDestroy(contexts[i]));
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
