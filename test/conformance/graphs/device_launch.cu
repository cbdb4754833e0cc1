// flags: -rdc=true
// Graphs that kernels of graphs launch: to run beside them, at their end, and as siblings.
#include "../check.h"

__device__ cudaGraphExec_t graphs[3];
__device__ int order[64], next_place;
__device__ int errors[4];
__device__ int turns;

__device__ void note(int what) { order[atomicAdd(&next_place, 1)] = what; }

__global__ void say(int what) { note(what); }
__global__ void launches(int what) {
  note(what);
  errors[0] = cudaGraphLaunch(graphs[1], cudaStreamGraphTailLaunch);
  errors[1] = cudaGraphLaunch(graphs[0], cudaStreamGraphFireAndForget);
}
// Runs again until it has had its turns.
__global__ void again(int most) {
  note(100 + turns);
  if (++turns < most)
    errors[2] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  else
    errors[3] = cudaGraphLaunch(graphs[2], cudaStreamGraphTailLaunch);
}

static cudaGraphExec_t makeExec(const std::vector<int> &values, void (*kernel)(int)) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t last = nullptr;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  for (int value : values) {
    void *arguments[] = {&value};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(kernel);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, &last, last ? 1 : 0, &params));
    last = node;
  }
  cudaGraphExec_t exec = nullptr;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  CHECK_CUDA(cudaGraphUpload(exec, 0));
  CHECK_CUDA(cudaGraphDestroy(graph));
  return exec;
}

static std::vector<int> takeOrder() {
  int count = 0;
  std::vector<int> noted(64);
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, next_place, sizeof count));
  CHECK_CUDA(cudaMemcpyFromSymbol(noted.data(), order, 64 * sizeof(int)));
  noted.resize(count);
  const int zero = 0;
  CHECK_CUDA(cudaMemcpyToSymbol(next_place, &zero, sizeof zero));
  return noted;
}

int main() {
  const cudaGraphExec_t beside = makeExec({2, 2}, say), after = makeExec({3, 4}, say), last = makeExec({9}, say);
  const cudaGraphExec_t given[] = {beside, after, last};
  CHECK_CUDA(cudaMemcpyToSymbol(graphs, given, sizeof given));
  const cudaGraphExec_t starter = makeExec({1}, launches), repeated = makeExec({5}, again);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  for (int turn = 0; turn < 3; ++turn) {
    CHECK_CUDA(cudaGraphLaunch(starter, stream));
    say<<<1, 1, 0, stream>>>(5);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_SAME(takeOrder(), (std::vector<int>{1, 2, 2, 3, 4, 5}));
  }
  CHECK_CUDA(cudaGraphLaunch(repeated, stream));
  say<<<1, 1, 0, stream>>>(10);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_SAME(takeOrder(), (std::vector<int>{100, 101, 102, 103, 104, 9, 10}));
  std::vector<int> seen(4);
  CHECK_CUDA(cudaMemcpyFromSymbol(seen.data(), errors, 4 * sizeof(int)));
  CHECK_SAME(seen, (std::vector<int>{0, 0, 0, 0}));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return verdict();
}
