// The driver API's memory, copies and fills of all shapes, arrays, textures, streams, events, graphs and launches; the kernels are
// those of the program itself, by cudaGetFuncBySymbol.
// flags: -lcuda
#include "driver_check.h"

#include <numeric>

__global__ void scale(float *values, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factor;
}

__global__ void mix(char a, double b, short c, long long *out) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = a;
  __syncthreads();
  if (threadIdx.x == 0)
    *out = a * 1000 + c + static_cast<long long>(b) + shared[blockDim.x - 1];
}

__global__ void sample(cudaTextureObject_t texture, float *out, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height)
    out[y * width + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

namespace {

CUfunction functionOf(const void *kernel) {
  cudaFunction_t function = nullptr;
  CHECK_EQ(cudaGetFuncBySymbol(&function, kernel), cudaSuccess);
  return function;
}

std::vector<float> counting(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

void rowsAndBoxes() {
  CUdeviceptr rows = 0;
  size_t pitch = 0;
  constexpr size_t kWidth = 100, kHeight = 7;
  CHECK_CU(cuMemAllocPitch(&rows, &pitch, kWidth * sizeof(float), kHeight, 4));
  CHECK(pitch >= kWidth * sizeof(float));
  CUdeviceptr none = 0;
  size_t no_pitch = 0;
  CHECK_EQ(cuMemAllocPitch(&none, &no_pitch, 4, 4, 3), CUDA_ERROR_INVALID_VALUE);
  const std::vector<float> values = counting(kWidth * kHeight);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values.data();
  copy.srcPitch = kWidth * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = rows;
  copy.dstPitch = pitch;
  copy.WidthInBytes = kWidth * sizeof(float);
  copy.Height = kHeight;
  CHECK_CU(cuMemcpy2D(&copy));
  // The middle of the rows, one row down.
  std::vector<float> part(10 * 3);
  CUDA_MEMCPY2D back = {};
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = rows;
  back.srcPitch = pitch;
  back.srcXInBytes = 20 * sizeof(float);
  back.srcY = 2;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = part.data();
  back.dstPitch = 10 * sizeof(float);
  back.WidthInBytes = 10 * sizeof(float);
  back.Height = 3;
  CHECK_CU(cuMemcpy2DAsync(&back, nullptr));
  CHECK_CU(cuStreamSynchronize(nullptr));
  for (size_t y = 0; y < 3; ++y)
    for (size_t x = 0; x < 10; ++x)
      CHECK_EQ(part[y * 10 + x], values[(y + 2) * kWidth + x + 20]);
  CHECK_CU(cuMemsetD2D32(rows, pitch, 0x3f800000, kWidth, 2));
  CHECK_CU(cuMemcpy2D(&back));
  CHECK_EQ(part[0], values[2 * kWidth + 20]);
  back.srcY = 0;
  CHECK_CU(cuMemcpy2D(&back));
  CHECK_EQ(part[0], 1.0f);
  CUdeviceptr base = 0;
  size_t bytes = 0;
  CHECK_CU(cuMemGetAddressRange(&base, &bytes, rows + 100));
  CHECK_EQ(base, rows);
  CHECK(bytes >= pitch * kHeight);
  CHECK_CU(cuMemFree(rows));
}

void fills() {
  DeviceValues<unsigned short> values(64);
  CHECK_CU(cuMemsetD16(values.pointer, 0x1234, 64));
  CHECK_EQ(values.get()[63], 0x1234);
  CHECK_CU(cuMemsetD8(values.pointer, 0xab, 2));
  CHECK_EQ(values.get()[0], 0xabab);
  CHECK_EQ(values.get()[1], 0x1234);
  CHECK_EQ(cuMemsetD32(values.pointer + 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cuMemcpyDtoH(nullptr, values.pointer, 8), CUDA_ERROR_INVALID_VALUE);
}

void launches() {
  const CUfunction scaling = functionOf(reinterpret_cast<const void *>(&scale));
  const std::vector<float> before = counting(1000);
  DeviceValues<float> values(before);
  float factor = 3;
  int count = 1000;
  void *parameters[] = {&values.pointer, &factor, &count};
  CHECK_CU(cuLaunchKernel(scaling, 8, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  const std::vector<float> after = values.get();
  for (size_t i = 0; i < after.size(); ++i)
    CHECK_EQ(after[i], before[i] * 3);

  // All parameters in one buffer, each aligned as its type.
  const CUfunction mixing = functionOf(reinterpret_cast<const void *>(&mix));
  DeviceValues<long long> result(1);
  struct {
    char a = 5;
    double b = 70;
    short c = 9;
    CUdeviceptr out;
  } buffer;
  buffer.out = result.pointer;
  size_t bytes = sizeof buffer;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  CHECK_CU(cuLaunchKernel(mixing, 1, 1, 1, 32, 1, 1, 32 * sizeof(int), nullptr, nullptr, extra));
  CHECK_EQ(result.get()[0], 5 * 1000 + 9 + 70 + 5);
  CHECK_EQ(cuLaunchKernel(mixing, 1, 1, 1, 2000, 1, 1, 0, nullptr, nullptr, extra), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cuLaunchKernel(mixing, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, extra), CUDA_ERROR_INVALID_VALUE);

  int threads = 0, blocks = 0, most = 0;
  CHECK_CU(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scaling));
  CHECK(most >= 128);
  CHECK_CU(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, scaling, nullptr, 0, 0));
  CHECK(blocks > 0 && threads > 0);
  CHECK_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scaling, 128, 0));
  CHECK(blocks > 0);
}

void arraysAndTextures() {
  constexpr size_t kWidth = 16, kHeight = 4;
  CUDA_ARRAY_DESCRIPTOR description = {kWidth, kHeight, CU_AD_FORMAT_FLOAT, 1}, found = {};
  CUarray array = nullptr;
  CHECK_CU(cuArrayCreate(&array, &description));
  CHECK_CU(cuArrayGetDescriptor(&found, array));
  CHECK(found.Width == kWidth && found.Height == kHeight && found.Format == CU_AD_FORMAT_FLOAT &&
        found.NumChannels == 1);
  const std::vector<float> texels = counting(kWidth * kHeight);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels.data();
  copy.srcPitch = kWidth * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = kWidth * sizeof(float);
  copy.Height = kHeight;
  CHECK_CU(cuMemcpy2D(&copy));

  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC texture = {};
  for (CUaddress_mode &mode : texture.addressMode)
    mode = CU_TR_ADDRESS_MODE_CLAMP;
  texture.filterMode = CU_TR_FILTER_MODE_POINT;
  CUtexObject object = 0;
  CHECK_CU(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  DeviceValues<float> read(kWidth * kHeight);
  int width = kWidth, height = kHeight;
  void *parameters[] = {&object, &read.pointer, &width, &height};
  CHECK_CU(cuLaunchKernel(functionOf(reinterpret_cast<const void *>(&sample)), kHeight, 1, 1, kWidth, 1, 1, 0,
                          nullptr, parameters, nullptr));
  CHECK_SAME(read.get(), texels);
  CUDA_RESOURCE_DESC again = {};
  CHECK_CU(cuTexObjectGetResourceDesc(&again, object));
  CHECK(again.resType == CU_RESOURCE_TYPE_ARRAY && again.res.array.hArray == array);
  CHECK_CU(cuTexObjectDestroy(object));
  float row[4] = {};
  CHECK_CU(cuMemcpyAtoH(row, array, 3 * sizeof(float), sizeof row));
  CHECK_EQ(row[0], texels[3]);
  CHECK_CU(cuArrayDestroy(array));
}

void streamsEventsAndGraphs() {
  CUstream stream = nullptr;
  CUevent begin = nullptr, end = nullptr;
  unsigned flags = 9;
  CHECK_CU(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -1));
  CHECK_CU(cuStreamGetFlags(stream, &flags));
  CHECK_EQ(flags, unsigned{CU_STREAM_NON_BLOCKING});
  CHECK_CU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
  CHECK_CU(cuEventCreate(&end, CU_EVENT_DEFAULT));
  DeviceValues<float> values(counting(256));
  float factor = 2;
  int count = 256;
  void *parameters[] = {&values.pointer, &factor, &count};
  const CUfunction scaling = functionOf(reinterpret_cast<const void *>(&scale));
  CHECK_CU(cuEventRecord(begin, stream));
  CHECK_CU(cuLaunchKernel(scaling, 2, 1, 1, 128, 1, 1, 0, stream, parameters, nullptr));
  CHECK_CU(cuEventRecord(end, stream));
  CHECK_CU(cuEventSynchronize(end));
  float milliseconds = -1;
  CHECK_CU(cuEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds >= 0);
  int called = 0;
  CHECK_CU(cuLaunchHostFunc(stream, [](void *data) { ++*static_cast<int *>(data); }, &called));
  CHECK_CU(cuStreamAddCallback(
      stream, [](CUstream, CUresult result, void *data) { *static_cast<int *>(data) += result == CUDA_SUCCESS; },
      &called, 0));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_EQ(called, 2);

  // A graph of a stream's work, and one of nodes.
  CUgraph captured = nullptr, made = nullptr;
  CUgraphExec exec = nullptr;
  CHECK_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  CHECK_CU(cuLaunchKernel(scaling, 2, 1, 1, 128, 1, 1, 0, stream, parameters, nullptr));
  CHECK_CU(cuStreamEndCapture(stream, &captured));
  CHECK_CU(cuGraphInstantiateWithFlags(&exec, captured, 0));
  CHECK_CU(cuGraphLaunch(exec, stream));
  CHECK_CU(cuGraphLaunch(exec, stream));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_EQ(values.get()[9], 10.0f * 2 * 2 * 2);
  CHECK_CU(cuGraphExecDestroy(exec));

  CHECK_CU(cuGraphCreate(&made, 0));
  CUgraphNode fill = nullptr, launch = nullptr;
  CUDA_MEMSET_NODE_PARAMS ones = {};
  ones.dst = values.pointer;
  ones.value = 0x3f800000;
  ones.elementSize = 4;
  ones.width = 256;
  ones.height = 1;
  CUcontext context = nullptr;
  CHECK_CU(cuCtxGetCurrent(&context));
  CHECK_CU(cuGraphAddMemsetNode(&fill, made, nullptr, 0, &ones, context));
  CUDA_KERNEL_NODE_PARAMS kernel = {};
  kernel.func = scaling;
  kernel.gridDimX = 2;
  kernel.blockDimX = 128;
  kernel.gridDimY = kernel.gridDimZ = kernel.blockDimY = kernel.blockDimZ = 1;
  kernel.kernelParams = parameters;
  CHECK_CU(cuGraphAddKernelNode(&launch, made, &fill, 1, &kernel));
  CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
  CHECK_CU(cuGraphNodeGetType(launch, &type));
  CHECK_EQ(type, CU_GRAPH_NODE_TYPE_KERNEL);
  size_t nodes = 0;
  CHECK_CU(cuGraphGetNodes(made, nullptr, &nodes));
  CHECK_EQ(nodes, size_t{2});
  CHECK_CU(cuGraphInstantiateWithFlags(&exec, made, 0));
  CHECK_CU(cuGraphLaunch(exec, stream));
  CHECK_CU(cuStreamSynchronize(stream));
  CHECK_EQ(values.get()[100], 2.0f);
  CHECK_CU(cuGraphExecDestroy(exec));
  CHECK_CU(cuGraphDestroy(made));
  CHECK_CU(cuGraphDestroy(captured));
  CHECK_CU(cuEventDestroy(begin));
  CHECK_CU(cuEventDestroy(end));
  CHECK_CU(cuStreamDestroy(stream));
  CHECK_EQ(cuEventQuery(nullptr), CUDA_ERROR_INVALID_HANDLE);
}

void hostAndManagedMemory() {
  void *pinned = nullptr;
  CUdeviceptr managed = 0, of_pinned = 0;
  unsigned type = 0, is_managed = 0;
  CHECK_CU(cuMemHostAlloc(&pinned, 256, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  CHECK_CU(cuMemHostGetDevicePointer(&of_pinned, pinned, 0));
  CHECK_CU(cuMemsetD8(of_pinned, 3, 256));
  CHECK_EQ(static_cast<char *>(pinned)[255], 3);
  CHECK_CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, of_pinned));
  CHECK_EQ(type, unsigned{CU_MEMORYTYPE_HOST});
  CHECK_CU(cuMemFreeHost(pinned));
  CHECK_CU(cuMemAllocManaged(&managed, 256, CU_MEM_ATTACH_GLOBAL));
  CHECK_CU(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
  CHECK_EQ(is_managed, 1u);
  CHECK_CU(cuMemFree(managed));
  std::vector<char> own(8192);
  CHECK_CU(cuMemHostRegister(own.data(), own.size(), 0));
  CHECK_EQ(cuMemHostRegister(own.data(), own.size(), 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  CHECK_CU(cuMemHostUnregister(own.data()));
  CHECK_EQ(cuMemHostUnregister(own.data()), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  CUdeviceptr in_stream = 0;
  CHECK_CU(cuMemAllocAsync(&in_stream, 4096, nullptr));
  CHECK_CU(cuMemFreeAsync(in_stream, nullptr));
  CHECK_EQ(cuMemAlloc(&in_stream, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(cuMemAlloc(&in_stream, ~size_t{0} / 2), CUDA_ERROR_OUT_OF_MEMORY);
}

void functionsByName() {
  void *function = nullptr;
  CUdriverProcAddressQueryResult status;
  CHECK_CU(cuGetProcAddress("cuMemAlloc", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK(function == reinterpret_cast<void *>(&cuMemAlloc) && status == CU_GET_PROC_ADDRESS_SUCCESS);
  void *before = nullptr;
  CHECK_CU(cuGetProcAddress("cuStreamGetCaptureInfo", &before, 11030, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK_CU(cuGetProcAddress("cuStreamGetCaptureInfo", &function, 12030, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK(function && before && function != before);
  CHECK_CU(cuGetProcAddress("cuLaunchKernel", &before, 12000, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status));
  CHECK_CU(cuGetProcAddress("cuLaunchKernel", &function, 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM,
                            &status));
  CHECK(function && before && function != before);
  CHECK_CU(cuGetProcAddress("cuLibraryLoadData", &function, 11000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK(!function && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  CHECK_CU(cuGetProcAddress("cuNoSuchFunction", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK(!function && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

} // namespace

int main() {
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDevicePrimaryCtxRetain(&context, 0));
  CHECK_CU(cuCtxSetCurrent(context));
  rowsAndBoxes();
  fills();
  launches();
  arraysAndTextures();
  streamsEventsAndGraphs();
  hostAndManagedMemory();
  functionsByName();
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_CU(cuDevicePrimaryCtxRelease(0));
  return verdict();
}
