// Graphs made node by node: each kind of node, edges, what is known of them, clones, children, updates, and what is refused.
#include "../check.h"

#include <algorithm>

__global__ void add(int *values, int count, int what) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] += what;
}
__global__ void multiply(int *values, int count, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= by;
}
__device__ int offset_of_all;
__global__ void addOffset(int *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] += offset_of_all;
}

constexpr int kCount = 1000;

// CUDA 13 asks for the data of edges, too.
#if CUDART_VERSION >= 13000
#define EDGES(from, to, count) from, to, nullptr, count
#else
#define EDGES(from, to, count) from, to, count
#endif

struct Kernel {
  int *values;
  int count, what;
  void *arguments[3] = {&values, &count, &what};

  cudaKernelNodeParams of(void (*function)(int *, int, int)) {
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void *>(function);
    parameters.gridDim = dim3((kCount + 127) / 128);
    parameters.blockDim = dim3(128);
    parameters.kernelParams = arguments;
    return parameters;
  }
};

void addOne(void *data) { ++*static_cast<int *>(data); }

void eachKind() {
  int *device;
  CHECK_CUDA(cudaMalloc(&device, kCount * sizeof(int)));
  std::vector<int> in(kCount), out(kCount);
  for (int i = 0; i < kCount; ++i)
    in[i] = i;
  cudaGraph_t graph;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copy_in, plus, times, copy_out, host, symbol, with_offset;
  CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copy_in, graph, nullptr, 0, device, in.data(), kCount * sizeof(int),
                                      cudaMemcpyHostToDevice));
  Kernel kernel{device, kCount, 5};
  cudaKernelNodeParams parameters = kernel.of(add);
  CHECK_CUDA(cudaGraphAddKernelNode(&plus, graph, &copy_in, 1, &parameters));
  kernel.what = 3;
  parameters = kernel.of(multiply);
  CHECK_CUDA(cudaGraphAddKernelNode(&times, graph, &plus, 1, &parameters));
  const int offset = 100;
  CHECK_CUDA(cudaGraphAddMemcpyNodeToSymbol(&symbol, graph, nullptr, 0, offset_of_all, &offset, sizeof offset,
                                            0, cudaMemcpyHostToDevice));
  parameters = kernel.of(reinterpret_cast<void (*)(int *, int, int)>(addOffset));
  const cudaGraphNode_t both[] = {times, symbol};
  CHECK_CUDA(cudaGraphAddKernelNode(&with_offset, graph, both, 2, &parameters));
  CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copy_out, graph, &with_offset, 1, out.data(), device,
                                      kCount * sizeof(int), cudaMemcpyDeviceToHost));
  int calls = 0;
  cudaHostNodeParams host_parameters = {addOne, &calls};
  CHECK_CUDA(cudaGraphAddHostNode(&host, graph, &copy_out, 1, &host_parameters));

  std::size_t count = 0;
  CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK_EQ(count, std::size_t{7});
  CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &count));
  CHECK_EQ(count, std::size_t{2});
  cudaGraphNode_t nodes[8];
  count = 8;
  CHECK_CUDA(cudaGraphGetNodes(graph, nodes, &count));
  CHECK_EQ(count, std::size_t{7});
  CHECK(std::find(nodes, nodes + 7, times) != nodes + 7);
  cudaGraphNodeType type;
  CHECK_CUDA(cudaGraphNodeGetType(host, &type));
  CHECK_EQ(type, cudaGraphNodeTypeHost);
  CHECK_CUDA(cudaGraphNodeGetType(symbol, &type));
  CHECK_EQ(type, cudaGraphNodeTypeMemcpy);
  cudaKernelNodeParams known;
  CHECK_CUDA(cudaGraphKernelNodeGetParams(times, &known));
  CHECK_EQ(known.gridDim.x, 8u);
  CHECK_EQ(*static_cast<int *>(known.kernelParams[2]), 3);

  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  for (int run = 1; run <= 3; ++run) {
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(calls, run);
    for (int i = 0; i < kCount; ++i)
      CHECK_EQ(out[i], (i + 5) * 3 + 100);
  }
  // Another argument for launches that follow; the graph itself stays as it is.
  kernel.what = 7;
  parameters = kernel.of(add);
  CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, plus, &parameters));
  CHECK_CUDA(cudaGraphNodeSetEnabled(exec, with_offset, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(out[10], (10 + 7) * 3);
  CHECK_CUDA(cudaGraphExecDestroy(exec));

  cudaGraph_t clone;
  CHECK_CUDA(cudaGraphClone(&clone, graph));
  cudaGraphNode_t cloned;
  CHECK_CUDA(cudaGraphNodeFindInClone(&cloned, plus, clone));
  kernel.what = 1;
  parameters = kernel.of(add);
  CHECK_CUDA(cudaGraphKernelNodeSetParams(cloned, &parameters));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphExecUpdateResultInfo info;
  CHECK_CUDA(cudaGraphExecUpdate(exec, clone, &info));
  CHECK_EQ(info.result, cudaGraphExecUpdateSuccess);
  CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(out[10], (10 + 1) * 3 + 100);
  CHECK_CUDA(cudaGraphDestroyNode(host));
  CHECK_EQ(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure);
  CHECK_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(clone));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamDestroy(stream));
  CHECK_CUDA(cudaFree(device));
}

// memset -> child (twice plus one) -> record, in one graph; another graph waits for the event.
void childrenAndEvents() {
  int *device;
  CHECK_CUDA(cudaMalloc(&device, kCount * sizeof(int)));
  Kernel kernel{device, kCount, 1};
  cudaGraph_t child, graph;
  CHECK_CUDA(cudaGraphCreate(&child, 0));
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t first, second, fill, inner, record, empty;
  cudaKernelNodeParams parameters = kernel.of(add);
  CHECK_CUDA(cudaGraphAddKernelNode(&first, child, nullptr, 0, &parameters));
  CHECK_CUDA(cudaGraphAddKernelNode(&second, child, &first, 1, &parameters));
  cudaMemsetParams memset = {};
  memset.dst = device;
  memset.value = 40;
  memset.elementSize = 4;
  memset.width = kCount;
  memset.height = 1;
  CHECK_CUDA(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset));
  CHECK_CUDA(cudaGraphAddEmptyNode(&empty, graph, &fill, 1));
  CHECK_CUDA(cudaGraphAddChildGraphNode(&inner, graph, &empty, 1, child));
  cudaEvent_t event;
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaGraphAddEventRecordNode(&record, graph, &inner, 1, event));
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
  CHECK_CUDA(cudaEventSynchronize(event));
  std::vector<int> out(kCount);
  CHECK_CUDA(cudaMemcpy(out.data(), device, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_EQ(out[0], 42);
  CHECK_EQ(out[kCount - 1], 42);
  CHECK_CUDA(cudaGraphExecDestroy(exec));

  // What waits in a circle is refused.
  CHECK_CUDA(cudaGraphAddDependencies(graph, EDGES(&record, &fill, 1)));
  CHECK_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
  CHECK_CUDA(cudaGraphRemoveDependencies(graph, EDGES(&record, &fill, 1)));
  CHECK_EQ(cudaGraphRemoveDependencies(graph, EDGES(&record, &fill, 1)), cudaErrorInvalidValue);
  CHECK_EQ(cudaGraphAddDependencies(graph, EDGES(&fill, &empty, 1)), cudaErrorInvalidValue);
  CHECK_EQ(cudaGraphAddDependencies(graph, EDGES(&first, &empty, 1)), cudaErrorInvalidValue);
  cudaGetLastError();
  std::size_t edges = 0;
  CHECK_CUDA(cudaGraphGetEdges(graph, EDGES(nullptr, nullptr, &edges)));
  CHECK_EQ(edges, std::size_t{3});
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaGraphDestroy(child));
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK_CUDA(cudaFree(device));
}

int main() {
  eachKind();
  childrenAndEvents();
  CHECK_EQ(cudaGraphLaunch(nullptr, nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
  return verdict();
}
