// A node reads what another one writes, but the graph has no edge between them.
#include <cuda_runtime.h>

__global__ void produce(int *values) { values[threadIdx.x] = threadIdx.x; }

__global__ void consume(const int *values, int *out) {
  out[threadIdx.x] = values[63 - threadIdx.x]; // EXPECT: error race-in-graph
}

int main() {
  int *values, *out;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  void *of_produce[] = {&values}, *of_consume[] = {&values, &out};
  cudaKernelNodeParams parameters = {};
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(64);
  cudaGraphNode_t first, second;
  parameters.func = reinterpret_cast<void *>(produce);
  parameters.kernelParams = of_produce;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters);
  parameters.func = reinterpret_cast<void *>(consume);
  parameters.kernelParams = of_consume;
#ifdef REPAIRED
  cudaGraphAddKernelNode(&second, graph, &first, 1, &parameters);
#else
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &parameters);
#endif
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(values);
  cudaFree(out);
}
