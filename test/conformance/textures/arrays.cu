// Arrays: copies in, out and between, with offsets; what is known of them; surfaces; what is refused.
#include "../check.h"

constexpr int kWidth = 24, kHeight = 10, kDepth = 3;

std::vector<int> counted(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i;
  return values;
}

void rows() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  const std::size_t row = kWidth * sizeof(int);
  const std::vector<int> values = counted(kWidth * kHeight);
  cudaArray_t one, two;
  CHECK_CUDA(cudaMallocArray(&one, &format, kWidth, kHeight));
  CHECK_CUDA(cudaMallocArray(&two, &format, kWidth, kHeight));
  CHECK_CUDA(cudaMemcpy2DToArray(one, 0, 0, values.data(), row, row, kHeight, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy2DArrayToArray(two, 0, 0, one, 0, 0, row, kHeight));
  // A part of it to another place.
  CHECK_CUDA(cudaMemcpy2DArrayToArray(two, 4 * sizeof(int), 5, one, 2 * sizeof(int), 1, 8 * sizeof(int), 3));
  std::vector<int> expected = values, got(values.size());
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 8; ++x)
      expected[(5 + y) * kWidth + 4 + x] = values[(1 + y) * kWidth + 2 + x];
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(
      cudaMemcpy2DFromArrayAsync(got.data(), row, two, 0, 0, row, kHeight, cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_SAME(got, expected);

  std::vector<int> corner(6);
  CHECK_CUDA(cudaMemcpy2DFromArray(corner.data(), 3 * sizeof(int), one, 21 * sizeof(int), 8, 3 * sizeof(int),
                                   2, cudaMemcpyDefault));
  CHECK_SAME(corner, (std::vector<int>{213, 214, 215, 237, 238, 239}));

  CHECK_EQ(cudaMemcpy2DToArray(one, 4, 0, values.data(), row, row, kHeight, cudaMemcpyHostToDevice),
           cudaErrorInvalidValue);
  CHECK_EQ(cudaMemcpy2DToArray(one, 0, 1, values.data(), row, row, kHeight, cudaMemcpyHostToDevice),
           cudaErrorInvalidValue);
  cudaChannelFormatDesc asked;
  cudaExtent extent;
  unsigned flags = 99;
  CHECK_CUDA(cudaArrayGetInfo(&asked, &extent, &flags, one));
  CHECK_EQ(asked.x, 32);
  CHECK_EQ(asked.y, 0);
  CHECK_EQ(asked.f, cudaChannelFormatKindSigned);
  CHECK_EQ(extent.width, std::size_t{kWidth});
  CHECK_EQ(extent.height, std::size_t{kHeight});
  CHECK_EQ(extent.depth, std::size_t{0});
  CHECK_EQ(flags, 0u);
  CHECK_CUDA(cudaGetChannelDesc(&asked, two));
  CHECK_EQ(asked.x, 32);
  CHECK_CUDA(cudaFreeArray(one));
  CHECK_CUDA(cudaFreeArray(two));
  CHECK_CUDA(cudaFreeArray(nullptr));
  CHECK_CUDA(cudaStreamDestroy(stream));
  cudaGetLastError();
}

void volumes() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<short2>();
  const cudaExtent extent = make_cudaExtent(kWidth, kHeight, kDepth);
  const std::vector<int> values = counted(kWidth * kHeight * kDepth);
  cudaArray_t array, other;
  CHECK_CUDA(cudaMalloc3DArray(&array, &format, extent));
  CHECK_CUDA(cudaMalloc3DArray(&other, &format, extent));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<int *>(values.data()), kWidth * sizeof(int), kWidth, kHeight);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms between = {};
  between.srcArray = array;
  between.dstArray = other;
  between.extent = extent;
  between.kind = cudaMemcpyDeviceToDevice;
  CHECK_CUDA(cudaMemcpy3D(&between));
  // Out of the middle: positions count elements of the array.
  std::vector<int> got(5 * 4 * 2);
  cudaMemcpy3DParms out = {};
  out.srcArray = other;
  out.srcPos = make_cudaPos(7, 3, 1);
  out.dstPtr = make_cudaPitchedPtr(got.data(), 5 * sizeof(int), 5, 4);
  out.extent = make_cudaExtent(5, 4, 2);
  out.kind = cudaMemcpyDeviceToHost;
  CHECK_CUDA(cudaMemcpy3D(&out));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x)
        CHECK_EQ(got[(z * 4 + y) * 5 + x], ((z + 1) * kHeight + y + 3) * kWidth + x + 7);
  out.srcPos.z = 2;
  CHECK_EQ(cudaMemcpy3D(&out), cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK_CUDA(cudaFreeArray(array));
  CHECK_CUDA(cudaFreeArray(other));
}

__global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x, y = blockIdx.x;
  const int value = surf2Dread<int>(from, (x - 1) * static_cast<int>(sizeof(int)), y, cudaBoundaryModeZero);
  int clamped;
  surf2Dread(&clamped, from, (x + 1) * static_cast<int>(sizeof(int)), y + 1, cudaBoundaryModeClamp);
  surf2Dwrite(value + 1000 * clamped, to, x * static_cast<int>(sizeof(int)), y);
  // Outside, this does nothing.
  surf2Dwrite(-1, to, (x + kWidth) * static_cast<int>(sizeof(int)), y, cudaBoundaryModeZero);
}

__global__ void fill(cudaSurfaceObject_t to) {
  surf2DLayeredwrite(make_short2(static_cast<short>(threadIdx.x), static_cast<short>(blockIdx.x)), to,
                     static_cast<int>(threadIdx.x * sizeof(short2)), static_cast<int>(blockIdx.x),
                     static_cast<int>(blockIdx.y));
}

void surfaces() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  const std::size_t row = kWidth * sizeof(int);
  const std::vector<int> values = counted(kWidth * kHeight);
  cudaArray_t arrays[2];
  cudaSurfaceObject_t objects[2];
  for (int i = 0; i < 2; ++i) {
    CHECK_CUDA(cudaMallocArray(&arrays[i], &format, kWidth, kHeight, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[i];
    CHECK_CUDA(cudaCreateSurfaceObject(&objects[i], &resource));
  }
  CHECK_CUDA(cudaMemcpy2DToArray(arrays[0], 0, 0, values.data(), row, row, kHeight, cudaMemcpyHostToDevice));
  shift<<<kHeight, kWidth>>>(objects[0], objects[1]);
  std::vector<int> got(values.size());
  CHECK_CUDA(cudaMemcpy2DFromArray(got.data(), row, arrays[1], 0, 0, row, kHeight, cudaMemcpyDeviceToHost));
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const int left = x > 0 ? values[y * kWidth + x - 1] : 0;
      const int beyond = values[(y + 1 < kHeight ? y + 1 : y) * kWidth + (x + 1 < kWidth ? x + 1 : x)];
      CHECK_EQ(got[y * kWidth + x], left + 1000 * beyond);
    }
  for (int i = 0; i < 2; ++i) {
    CHECK_CUDA(cudaDestroySurfaceObject(objects[i]));
    CHECK_CUDA(cudaFreeArray(arrays[i]));
  }

  const cudaChannelFormatDesc pairs = cudaCreateChannelDesc<short2>();
  cudaArray_t layers;
  CHECK_CUDA(cudaMalloc3DArray(&layers, &pairs, make_cudaExtent(kWidth, kHeight, kDepth),
                               cudaArrayLayered | cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = layers;
  cudaSurfaceObject_t object;
  CHECK_CUDA(cudaCreateSurfaceObject(&object, &resource));
  fill<<<dim3(kHeight, kDepth), kWidth>>>(object);
  std::vector<short2> all(kWidth * kHeight * kDepth);
  cudaMemcpy3DParms out = {};
  out.srcArray = layers;
  out.dstPtr = make_cudaPitchedPtr(all.data(), kWidth * sizeof(short2), kWidth, kHeight);
  out.extent = make_cudaExtent(kWidth, kHeight, kDepth);
  out.kind = cudaMemcpyDeviceToHost;
  CHECK_CUDA(cudaMemcpy3D(&out));
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK_EQ(all[i].x, static_cast<short>(i % kWidth));
    CHECK_EQ(all[i].y, static_cast<short>(i / kWidth % kHeight));
  }
  CHECK_CUDA(cudaDestroySurfaceObject(object));
  CHECK_CUDA(cudaFreeArray(layers));
}

void refused() {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
  CHECK(cudaMallocArray(&array, &format, 16, 16) != cudaSuccess);
  format = cudaCreateChannelDesc<float>();
  CHECK_EQ(cudaMallocArray(nullptr, &format, 16, 16), cudaErrorInvalidValue);
  CHECK_EQ(cudaMallocArray(&array, &format, 0, 0), cudaErrorInvalidValue);
  CHECK_EQ(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, 6), cudaArrayCubemap),
           cudaErrorInvalidValue);
  cudaTextureObject_t texture = 0;
  cudaResourceDesc resource = {};
  cudaTextureDesc description = {};
  CHECK_EQ(cudaCreateTextureObject(nullptr, &resource, &description, nullptr),
           cudaErrorInvalidResourceHandle);
  CHECK_EQ(cudaCreateTextureObject(&texture, nullptr, &description, nullptr), cudaErrorInvalidValue);
  // cudaArraySurfaceLoadStore is a hint: surfaces are made without it, too.
  CHECK_CUDA(cudaMallocArray(&array, &format, 16, 16));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t object;
  CHECK_CUDA(cudaCreateSurfaceObject(&object, &resource));
  CHECK_CUDA(cudaDestroySurfaceObject(object));
  CHECK_EQ(cudaCreateTextureObject(nullptr, &resource, &description, nullptr), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFreeArray(array));
  cudaGetLastError();
}

int main() {
  rows();
  volumes();
  surfaces();
  refused();
  return verdict();
}
