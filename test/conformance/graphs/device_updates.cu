// flags: -rdc=true
// Kernel nodes that kernels of the same graph change: parameters, grid, and whether they run; attributes of kernel nodes.
#include "../check.h"

struct Plan {
  int value, blocks, enabled;
};

__device__ cudaGraphDeviceNode_t target;
__device__ int errors[8];

__global__ void fill(int *out, int value, int factor) { atomicAdd(out + blockIdx.x, value * factor); }

// The offsets are those of fill()'s parameters.
constexpr size_t kValueAt = sizeof(int *), kFactorAt = kValueAt + sizeof(int);

__global__ void change(const Plan *plan) {
  errors[0] = cudaGraphKernelNodeSetParam(target, kValueAt, plan->value);
  errors[1] = cudaGraphKernelNodeSetGridDim(target, dim3(plan->blocks));
  errors[2] = cudaGraphKernelNodeSetEnabled(target, plan->enabled != 0);
}

__global__ void changeAll(const Plan *plan, const int *factor) {
  // The union in it has no constructor for nvcc.
  alignas(cudaGraphKernelNodeUpdate) unsigned char storage[3 * sizeof(cudaGraphKernelNodeUpdate)] = {};
  auto *const updates = reinterpret_cast<cudaGraphKernelNodeUpdate *>(storage);
  for (int i = 0; i < 3; ++i)
    updates[i].node = target;
  updates[0].field = cudaGraphKernelNodeFieldParam;
  updates[0].updateData.param.pValue = factor;
  updates[0].updateData.param.offset = kFactorAt;
  updates[0].updateData.param.size = sizeof *factor;
  updates[1].field = cudaGraphKernelNodeFieldGridDim;
  updates[1].updateData.gridDim = dim3(plan->blocks);
  updates[2].field = cudaGraphKernelNodeFieldEnabled;
  updates[2].updateData.isEnabled = plan->enabled;
  errors[3] = cudaGraphKernelNodeUpdatesApply(updates, 3);
}

template <typename T> struct Same {
  using type = T;
};
template <typename T> using Given = typename Same<T>::type;

template <typename... T> static cudaGraphNode_t addKernel(cudaGraph_t graph, cudaGraphNode_t after, void (*kernel)(T...),
                                                          unsigned blocks, Given<T>... arguments) {
  void *pointers[] = {&arguments...};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void *>(kernel);
  parameters.gridDim = dim3(blocks);
  parameters.blockDim = dim3(1);
  parameters.kernelParams = pointers;
  cudaGraphNode_t node = nullptr;
  CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, &after, after ? 1 : 0, &parameters));
  return node;
}

static cudaGraphDeviceNode_t makeUpdatable(cudaGraphNode_t node) {
  cudaKernelNodeAttrValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  CHECK_CUDA(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  CHECK(value.deviceUpdatableKernelNode.devNode != nullptr);
  return value.deviceUpdatableKernelNode.devNode;
}

struct Case {
  Plan *plan;
  int *out, *factor;

  Case() {
    CHECK_CUDA(cudaMallocManaged(&plan, sizeof *plan));
    CHECK_CUDA(cudaMallocManaged(&out, 8 * sizeof *out));
    CHECK_CUDA(cudaMallocManaged(&factor, sizeof *factor));
  }

  void expect(cudaGraphExec_t exec, const std::vector<int> &expected) {
    CHECK_CUDA(cudaMemset(out, 0, 8 * sizeof *out));
    CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    int noted[8];
    CHECK_CUDA(cudaMemcpyFromSymbol(noted, errors, sizeof noted));
    for (int error : noted)
      CHECK_EQ(error, 0);
    CHECK_SAME(std::vector<int>(out, out + 8), expected);
  }
};

static void setTarget(cudaGraphDeviceNode_t node) { CHECK_CUDA(cudaMemcpyToSymbol(target, &node, sizeof node)); }

static void changesOfTheSameLaunch() {
  Case test;
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t first = addKernel(graph, nullptr, change, 1, test.plan),
                        second = addKernel(graph, first, fill, 1, test.out, 1, 10);
  addKernel(graph, second, fill, 1, test.out + 7, 5, 1);
  setTarget(makeUpdatable(second));
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphUpload(exec, nullptr));
  for (int turn = 1; turn < 5; ++turn) {
    *test.plan = {turn, turn, turn != 3};
    std::vector<int> expected(8);
    for (int i = 0; i < turn && turn != 3; ++i)
      expected[i] = turn * 10;
    expected[7] = 5;
    test.expect(exec, expected);
  }
  // What kernels have said holds until the host says something else.
  *test.plan = {2, 3, 1};
  test.expect(exec, {20, 20, 20, 0, 0, 0, 0, 5});
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

static void changesByLists() {
  Case test;
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t first = addKernel(graph, nullptr, changeAll, 1, test.plan, test.factor),
                        second = addKernel(graph, first, fill, 1, test.out, 3, 1);
  setTarget(makeUpdatable(second));
  cudaGraphExec_t exec = nullptr;
  CHECK_EQ(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUpload), cudaErrorInvalidValue);
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = cudaGraphInstantiateFlagUpload;
  CHECK_CUDA(cudaGraphInstantiateWithParams(&exec, graph, &parameters));
  *test.factor = 7;
  *test.plan = {0, 2, 1};
  test.expect(exec, {21, 21, 0, 0, 0, 0, 0, 0});
  *test.plan = {0, 2, 0};
  test.expect(exec, {0, 0, 0, 0, 0, 0, 0, 0});
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

// Of a captured launch the handle comes back in its attribute.
static void captured() {
  Case test;
  cudaStream_t stream = nullptr;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  change<<<1, 1, 0, stream>>>(test.plan);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK_CUDA(cudaLaunchKernelEx(&config, fill, test.out, 1, 1));
  CHECK(attribute.val.deviceUpdatableKernelNode.devNode != nullptr);
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  setTarget(attribute.val.deviceUpdatableKernelNode.devNode);
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphUpload(exec, stream));
  *test.plan = {9, 2, 1};
  test.expect(exec, {9, 9, 0, 0, 0, 0, 0, 0});
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamDestroy(stream));
}

static void refusals() {
  Case test;
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t node = addKernel(graph, nullptr, fill, 1, test.out, 1, 1),
                        plain = addKernel(graph, node, fill, 1, test.out, 1, 1);
  makeUpdatable(node);
  cudaKernelNodeAttrValue value = {};
  CHECK_CUDA(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  CHECK_EQ(value.deviceUpdatableKernelNode.deviceUpdatable, 1);
  value.deviceUpdatableKernelNode.deviceUpdatable = 0;
  CHECK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value) != cudaSuccess);
  CHECK(cudaGraphKernelNodeCopyAttributes(node, plain) != cudaSuccess);
  CHECK(cudaGraphDestroyNode(node) != cudaSuccess);
  cudaGraphExec_t exec = nullptr, again = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphInstantiate(&again, graph, 0) != cudaSuccess);
  cudaGraphExecUpdateResultInfo info = {};
  CHECK(cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  cudaGetLastError();
}

static void attributes() {
  Case test;
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t node = addKernel(graph, nullptr, fill, 2, test.out, 3, 1),
                        other = addKernel(graph, node, fill, 1, test.out + 4, 4, 1);
  cudaKernelNodeAttrValue value = {};
  value.cooperative = 1;
  CHECK_CUDA(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
  value = {};
  CHECK_CUDA(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value));
  CHECK_EQ(value.cooperative, 1);
  // The first is what is copied to, whatever CUDA 12 calls it.
  CHECK_CUDA(cudaGraphKernelNodeCopyAttributes(other, node));
  value = {};
  CHECK_CUDA(cudaGraphKernelNodeGetAttribute(other, cudaLaunchAttributeCooperative, &value));
  CHECK_EQ(value.cooperative, 1);
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  test.expect(exec, {3, 3, 0, 0, 4, 0, 0, 0});
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

int main() {
  changesOfTheSameLaunch();
  changesByLists();
  captured();
  refusals();
  attributes();
  return verdict();
}
