// flags: -rdc=true
// Conditional nodes: what kernels decide while their graph runs.
#include "../check.h"

__global__ void set(cudaGraphConditionalHandle handle, unsigned value) { cudaGraphSetConditional(handle, value); }
__global__ void countDown(cudaGraphConditionalHandle handle, int *left) {
  --*left;
  cudaGraphSetConditional(handle, *left > 0);
}
__global__ void addOne(int *sum) { ++*sum; }
__global__ void put(int *place, int value) { *place = value; }
__global__ void copyTo(int *to, const int *from) { *to = *from; }
// An outer loop's turn: begins the inner one anew.
__global__ void beginInner(cudaGraphConditionalHandle inner, int *left, int turns) {
  *left = turns;
  cudaGraphSetConditional(inner, turns > 0);
}

template <typename... T>
static cudaGraphNode_t addKernel(cudaGraph_t graph, const std::vector<cudaGraphNode_t> &after, void (*kernel)(T...),
                                 std::common_type_t<T>... arguments) {
  void *given[] = {&arguments...};
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void *>(kernel);
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = given;
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  CHECK_CUDA(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
#else
  CHECK_CUDA(cudaGraphAddNode(&node, graph, after.data(), after.size(), &params));
#endif
  return node;
}

static cudaGraphNode_t addCondition(cudaGraph_t graph, const std::vector<cudaGraphNode_t> &after,
                                    cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                                    cudaGraph_t *body) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  CHECK_CUDA(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
#else
  CHECK_CUDA(cudaGraphAddNode(&node, graph, after.data(), after.size(), &params));
#endif
  *body = params.conditional.phGraph_out[0];
  return node;
}

static cudaGraphConditionalHandle makeHandle(cudaGraph_t graph, unsigned value, bool has_default) {
  cudaGraphConditionalHandle handle = 0;
  CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, value, has_default ? cudaGraphCondAssignDefault : 0));
  return handle;
}

static cudaGraphExec_t instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}

static void testIf(int *data) {
  for (unsigned value : {0u, 1u, 7u}) {
    cudaGraph_t graph, body;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    const auto handle = makeHandle(graph, 0, false);
    const auto first = addKernel(graph, {}, set, handle, value);
    const auto condition = addCondition(graph, {first}, handle, cudaGraphCondTypeIf, &body);
    addKernel(body, {}, put, data, 5);
    addKernel(graph, {condition}, copyTo, data + 1, static_cast<const int *>(data));
    cudaGraphNodeType type;
    CHECK_CUDA(cudaGraphNodeGetType(condition, &type));
    CHECK_EQ(type, cudaGraphNodeTypeConditional);
    const auto exec = instantiate(graph);
    for (int turn = 0; turn < 3; ++turn) {
      data[0] = data[1] = turn;
      CHECK_CUDA(cudaGraphLaunch(exec, 0));
      CHECK_CUDA(cudaDeviceSynchronize());
      CHECK_EQ(data[1], value ? 5 : turn);
    }
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
  }
}

// A loop whose value begins with its default in each launch, among nodes before and after it.
static void testWhile(int *data) {
  cudaGraph_t graph, body;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const auto handle = makeHandle(graph, 1, true);
  const auto first = addKernel(graph, {}, put, data, 10);
  const auto loop = addCondition(graph, {first}, handle, cudaGraphCondTypeWhile, &body);
  const auto turn = addKernel(body, {}, addOne, data + 1);
  addKernel(body, {turn}, countDown, handle, data);
  addKernel(graph, {loop}, copyTo, data + 2, static_cast<const int *>(data + 1));
  const auto exec = instantiate(graph);
  // While there is one, no other can be made of it.
  cudaGraphExec_t other;
  CHECK_EQ(cudaGraphInstantiate(&other, graph, 0), cudaErrorNotSupported);
  cudaGetLastError();
  data[1] = 0;
  for (int launch = 1; launch <= 5; ++launch) {
    CHECK_CUDA(cudaGraphLaunch(exec, 0));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQ(data[2], 10 * launch);
  }
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

static void testNested(int *data) {
  cudaGraph_t graph, outer_body, inner_body;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const auto outer = makeHandle(graph, 1, true), inner = makeHandle(graph, 0, false);
  const auto first = addKernel(graph, {}, put, data, 4);
  addCondition(graph, {first}, outer, cudaGraphCondTypeWhile, &outer_body);
  const auto begin = addKernel(outer_body, {}, beginInner, inner, data + 1, 3);
  const auto loop = addCondition(outer_body, {begin}, inner, cudaGraphCondTypeWhile, &inner_body);
  const auto turn = addKernel(inner_body, {}, addOne, data + 2);
  addKernel(inner_body, {turn}, countDown, inner, data + 1);
  addKernel(outer_body, {loop}, countDown, outer, data);
  const auto exec = instantiate(graph);
  data[2] = 0;
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  for (int launch = 0; launch < 3; ++launch)
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_EQ(data[2], 3 * 4 * 3);
  CHECK_CUDA(cudaStreamDestroy(stream));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

int main() {
  int *data = nullptr;
  CHECK_CUDA(cudaMallocManaged(&data, 16 * sizeof(int)));
  testIf(data);
  testWhile(data);
  testNested(data);
  CHECK_CUDA(cudaFree(data));
  return verdict();
}
