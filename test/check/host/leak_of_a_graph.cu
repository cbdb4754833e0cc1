// OPTIONS: --leak-check full
// The graph is destroyed, what was instantiated of it is not.
#include <cuda_runtime.h>

__global__ void kernel() {}

int main() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  kernel<<<1, 32, 0, stream>>>();
  cudaStreamEndCapture(stream, &graph);
  // EXPECT: error leak-graph
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
#ifdef REPAIRED
  cudaGraphExecDestroy(exec);
#endif
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
