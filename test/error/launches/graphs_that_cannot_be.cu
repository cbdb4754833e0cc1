// flags: -rdc=true
// Graphs with circles, what has been destroyed, updates that do not fit, and launches by kernels that may not launch: each has CUDA's
// error, and what was there before goes on to work.
#include "../error_check.h"

__global__ void add(int *values) { ++*values; }
__global__ void multiply(int *values) { *values *= 3; }
__global__ void launches(cudaGraphExec_t exec, cudaStream_t stream, int *error) {
  *error = cudaGraphLaunch(exec, stream);
  if (cudaGetLastError() != *error)
    *error = -1;
}
__global__ void setsCondition(cudaGraphConditionalHandle handle, int *done) {
  cudaGraphSetConditional(handle, 1);
  *done = 1;
}

static cudaGraphNode_t addKernel(cudaGraph_t graph, const std::vector<cudaGraphNode_t> &after, void (*kernel)(int *),
                                 int *values) {
  void *arguments[] = {&values};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void *>(kernel);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters));
  return node;
}

static void launchAndExpect(cudaGraphExec_t exec, int *values, int expected) {
  *values = 1;
  CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(*values, expected);
}

static void circles(int *values) {
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t first = addKernel(graph, {}, add, values), second = addKernel(graph, {first}, multiply, values);
  checkRefused(cudaGraphAddDependencies(graph, &first, &first, 1), cudaErrorInvalidValue);
  CHECK_CUDA(cudaGraphAddDependencies(graph, &second, &first, 1));
  cudaGraphExec_t exec = nullptr;
  checkRefused(cudaGraphInstantiate(&exec, graph, 0), cudaErrorInvalidValue);
  cudaGraphInstantiateParams parameters = {};
  checkRefused(cudaGraphInstantiateWithParams(&exec, graph, &parameters), cudaErrorInvalidValue);
  CHECK_EQ(parameters.result_out, cudaGraphInstantiateInvalidStructure);
  CHECK_CUDA(cudaGraphRemoveDependencies(graph, &second, &first, 1));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  launchAndExpect(exec, values, 6);
  // An instance that gets a circle keeps what it was.
  CHECK_CUDA(cudaGraphAddDependencies(graph, &second, &first, 1));
  cudaGraphExecUpdateResultInfo info = {};
  checkRefused(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure);
  launchAndExpect(exec, values, 6);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

static void destroyed(int *values) {
  cudaGraph_t graph = nullptr, clone = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t first = addKernel(graph, {}, add, values), second = addKernel(graph, {first}, multiply, values);
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphDestroyNode(second));
  cudaGraphNodeType type;
  cudaGraphNode_t node = nullptr;
  checkRefused(cudaGraphDestroyNode(second), cudaErrorInvalidValue);
  checkRefused(cudaGraphNodeGetType(second, &type), cudaErrorInvalidValue);
  checkRefused(cudaGraphAddDependencies(graph, &first, &second, 1), cudaErrorInvalidValue);
  checkRefused(cudaGraphAddEmptyNode(&node, graph, &second, 1), cudaErrorInvalidValue);
  launchAndExpect(exec, values, 6);
  CHECK_CUDA(cudaGraphDestroy(graph));
  std::size_t count = 0;
  cudaGraphExecUpdateResultInfo info = {};
  checkRefused(cudaGraphDestroy(graph), cudaErrorInvalidValue);
  checkRefused(cudaGraphGetNodes(graph, nullptr, &count), cudaErrorInvalidValue);
  checkRefused(cudaGraphClone(&clone, graph), cudaErrorInvalidValue);
  checkRefused(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaErrorInvalidValue);
  checkRefused(cudaGraphNodeGetType(first, &type), cudaErrorInvalidValue);
  checkRefused(cudaGraphExecUpdate(exec, graph, &info), cudaErrorInvalidValue);
  launchAndExpect(exec, values, 6);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  checkRefused(cudaGraphExecDestroy(exec), cudaErrorInvalidValue);
  checkRefused(cudaGraphLaunch(exec, nullptr), cudaErrorInvalidValue);
  checkRefused(cudaGraphUpload(exec, nullptr), cudaErrorInvalidValue);
}

static void updates(int *values) {
  cudaGraph_t graph = nullptr, longer = nullptr, other = nullptr;
  for (cudaGraph_t *made : {&graph, &longer, &other})
    CHECK_CUDA(cudaGraphCreate(made, 0));
  const cudaGraphNode_t first = addKernel(graph, {}, add, values);
  addKernel(longer, {addKernel(longer, {}, multiply, values)}, add, values);
  cudaGraphNode_t empty = nullptr;
  CHECK_CUDA(cudaGraphAddEmptyNode(&empty, other, nullptr, 0));
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphExecUpdateResultInfo info = {};
  checkRefused(cudaGraphExecUpdate(exec, longer, &info), cudaErrorGraphExecUpdateFailure);
  CHECK_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  checkRefused(cudaGraphExecUpdate(exec, other, &info), cudaErrorGraphExecUpdateFailure);
  CHECK_EQ(info.result, cudaGraphExecUpdateErrorNodeTypeChanged);
  // Nodes of other kinds, and of other graphs.
  cudaMemsetParams memset = {};
  memset.dst = values;
  memset.elementSize = sizeof(int);
  memset.width = memset.height = 1;
  checkRefused(cudaGraphExecMemsetNodeSetParams(exec, first, &memset), cudaErrorInvalidValue);
  cudaKernelNodeParams parameters = {};
  CHECK_CUDA(cudaGraphKernelNodeGetParams(first, &parameters));
  checkRefused(cudaGraphExecKernelNodeSetParams(exec, empty, &parameters), cudaErrorInvalidValue);
  parameters.blockDim = dim3(4096);
  checkRefused(cudaGraphExecKernelNodeSetParams(exec, first, &parameters), cudaErrorInvalidConfiguration);
  launchAndExpect(exec, values, 2);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  for (cudaGraph_t made : {graph, longer, other})
    CHECK_CUDA(cudaGraphDestroy(made));
}

// Kernels that are no nodes, graphs that are not for launches by kernels, streams that are none, handles of nothing.
static void byKernels(int *values) {
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  addKernel(graph, {}, add, values);
  cudaGraphExec_t of_host = nullptr, of_device = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&of_host, graph, 0));
  CHECK_CUDA(cudaGraphInstantiate(&of_device, graph, cudaGraphInstantiateFlagDeviceLaunch));
  CHECK_CUDA(cudaGraphUpload(of_device, nullptr));
  const auto answerOf = [&](cudaGraphExec_t exec, cudaStream_t stream) {
    values[1] = -1;
    launches<<<1, 1>>>(exec, stream, values + 1);
    CHECK_CUDA(cudaDeviceSynchronize());
    return values[1];
  };
  *values = 0;
  CHECK(answerOf(of_device, cudaStreamGraphTailLaunch) > 0);
  CHECK(answerOf(of_host, cudaStreamGraphFireAndForget) > 0);
  CHECK(answerOf(of_device, nullptr) > 0);
  CHECK(answerOf(nullptr, cudaStreamGraphFireAndForget) > 0);
  setsCondition<<<1, 1>>>(cudaGraphConditionalHandle{12345}, values + 1);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(values[1], 1);
  CHECK_EQ(*values, 0);
  CHECK_CUDA(cudaGraphExecDestroy(of_host));
  CHECK_CUDA(cudaGraphExecDestroy(of_device));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

int main() {
  int *values = nullptr;
  CHECK_CUDA(cudaMallocManaged(&values, 4 * sizeof(int)));
  circles(values);
  destroyed(values);
  updates(values);
  byKernels(values);
  CHECK_CUDA(cudaFree(values));
  checkStillComputes();
  return verdict();
}
