// A graph copies a result back without waiting for the kernel that computes it.
#include <cuda_runtime.h>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int *values, *host;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  cudaMallocHost(&host, 32 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  void *arguments[] = {&values};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void *>(twice);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(32);
  parameters.kernelParams = arguments;
  cudaGraphNode_t kernel, copy;
  cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &parameters);
#ifdef REPAIRED
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, values, 32 * sizeof(int), cudaMemcpyDeviceToHost);
#else
  cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, host, values, 32 * sizeof(int), cudaMemcpyDeviceToHost);
#endif
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(exec, stream); // EXPECT: error race-in-graph
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(values);
  cudaFreeHost(host);
}
