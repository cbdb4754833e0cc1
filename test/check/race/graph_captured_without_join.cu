// The branch of the second stream waits for the fork only, and not for the kernel that fills its input.
#include <cuda_runtime.h>

__global__ void scale(float *values) { values[threadIdx.x] *= 2; } // EXPECT: error race-in-graph

int main() {
  float *values;
  cudaMalloc(&values, 32 * sizeof(float));
  cudaMemset(values, 0, 32 * sizeof(float));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
#ifdef REPAIRED
  scale<<<1, 32, 0, one>>>(values);
  cudaEventRecord(fork, one);
#else
  cudaEventRecord(fork, one);
  scale<<<1, 32, 0, one>>>(values);
#endif
  cudaStreamWaitEvent(two, fork);
  scale<<<1, 32, 0, two>>>(values);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join);
  cudaGraph_t graph;
  cudaStreamEndCapture(one, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, one);
  cudaStreamSynchronize(one);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(values);
}
