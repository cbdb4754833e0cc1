// Memory in the order of streams by the driver API: in a stream of the program no current context is needed, and a stream that
// captures gets nodes. Events, and memory that is freed, need no current context either.
// flags: -lcuda
#include "driver_check.h"

namespace {

void withoutCurrentContext(CUcontext context) {
  CUstream stream = nullptr;
  CUevent before = nullptr, after = nullptr;
  CUdeviceptr array = 0;
  CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuEventCreate(&before, CU_EVENT_DEFAULT));
  CHECK_CU(cuEventCreate(&after, CU_EVENT_DEFAULT));
  CHECK_CU(cuMemAlloc(&array, 64));
  CHECK_CU(cuCtxPopCurrent(nullptr));

  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool = nullptr;
  CHECK_CU(cuMemPoolCreate(&pool, &properties));
  CUdeviceptr first = 0, second = 0;
  CHECK_CU(cuMemAllocFromPoolAsync(&first, 64, pool, stream));
  CHECK_CU(cuMemAllocAsync(&second, 64, stream));
  CHECK(first != 0 && second != 0);
  CHECK_CU(cuMemFreeAsync(first, stream));
  CHECK_CU(cuMemFreeAsync(second, stream));
  CHECK_EQ(cuMemAllocAsync(&first, 64, nullptr), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_EQ(cuMemsetD32Async(array, 1, 16, nullptr), CUDA_ERROR_INVALID_CONTEXT);
  CHECK_CU(cuEventRecord(before, stream));
  CHECK_CU(cuMemsetD32Async(array, 1, 16, stream));
  CHECK_CU(cuEventRecord(after, stream));
  CHECK_CU(cuEventSynchronize(after));
  float milliseconds = -1;
  CHECK_CU(cuEventElapsedTime(&milliseconds, before, after));
  CHECK(milliseconds >= 0);
  CHECK_CU(cuMemFree(array));
  CHECK_CU(cuMemAddressReserve(&array, 2 << 20, 0, 0, 0));
  CHECK_CU(cuMemAddressFree(array, 2 << 20));
  CUcontext current = context;
  CHECK_CU(cuCtxGetCurrent(&current));
  CHECK(current == nullptr);

  CHECK_CU(cuCtxPushCurrent(context));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_CU(cuMemPoolDestroy(pool));
  CHECK_CU(cuEventDestroy(before));
  CHECK_CU(cuEventDestroy(after));
  CHECK_CU(cuStreamDestroy(stream));
}

void inAStreamThatCaptures() {
  CUstream stream = nullptr;
  CUmemoryPool pool = nullptr;
  CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK_CU(cuDeviceGetDefaultMemPool(&pool, 0));
  CHECK_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  CUdeviceptr first = 0, second = 0;
  CHECK_CU(cuMemAllocAsync(&first, 64, stream));
  CHECK_CU(cuMemAllocFromPoolAsync(&second, 64, pool, stream));
  CHECK_CU(cuMemsetD32Async(first, 1, 16, stream));
  CHECK_CU(cuMemFreeAsync(first, stream));
  CHECK_CU(cuMemFreeAsync(second, stream));
  CUgraph graph = nullptr;
  CHECK_CU(cuStreamEndCapture(stream, &graph));
  size_t count = 0;
  CHECK_CU(cuGraphGetNodes(graph, nullptr, &count));
  CHECK_EQ(count, size_t{5});
  std::vector<CUgraphNode> nodes(count);
  CHECK_CU(cuGraphGetNodes(graph, nodes.data(), &count));
  int allocations = 0, frees = 0;
  for (CUgraphNode node : nodes) {
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    CHECK_CU(cuGraphNodeGetType(node, &type));
    allocations += type == CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    frees += type == CU_GRAPH_NODE_TYPE_MEM_FREE;
  }
  CHECK_EQ(allocations, 2);
  CHECK_EQ(frees, 2);
  CUgraphExec exec = nullptr;
  CHECK_CU(cuGraphInstantiate(&exec, graph, 0));
  CHECK_CU(cuGraphLaunch(exec, stream));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_CU(cuGraphExecDestroy(exec));
  CHECK_CU(cuGraphDestroy(graph));
  CHECK_CU(cuStreamDestroy(stream));
}

} // namespace

int main() {
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  withoutCurrentContext(context);
  inAStreamThatCaptures();
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
