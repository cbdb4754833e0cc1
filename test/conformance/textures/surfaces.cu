// Surfaces of every shape and elements of every size: what is written is read again and copied out, and beyond the edges each boundary
// mode does its own.
#include "../check.h"

#include <cstring>

enum Shape { kLine, kPlane, kSolid, kLines, kPlanes, kCube, kCubes };

constexpr int kWidth = 20, kHeight = 6, kDepth = 4, kSide = 8;

struct Geometry {
  Shape shape;
  cudaExtent extent;
  unsigned flags;
};

// Which bytes an element has.
template <typename T> __host__ __device__ T valueOf(int i) {
  T value;
  unsigned char bytes[sizeof(T)];
  for (int k = 0; k < static_cast<int>(sizeof(T)); ++k)
    bytes[k] = static_cast<unsigned char>(i * 7 + k * 31 + 1);
  memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T>
__device__ void write(Shape shape, cudaSurfaceObject_t surface, T value, int x, int y, int z,
                      cudaSurfaceBoundaryMode mode) {
  x *= static_cast<int>(sizeof(T));
  switch (shape) {
  case kLine:
    return surf1Dwrite(value, surface, x, mode);
  case kPlane:
    return surf2Dwrite(value, surface, x, y, mode);
  case kSolid:
    return surf3Dwrite(value, surface, x, y, z, mode);
  case kLines:
    return surf1DLayeredwrite(value, surface, x, z, mode);
  case kPlanes:
    return surf2DLayeredwrite(value, surface, x, y, z, mode);
  case kCube:
    return surfCubemapwrite(value, surface, x, y, z, mode);
  default:
    return surfCubemapLayeredwrite(value, surface, x, y, z, mode);
  }
}

template <typename T>
__device__ T read(Shape shape, cudaSurfaceObject_t surface, int x, int y, int z,
                  cudaSurfaceBoundaryMode mode) {
  x *= static_cast<int>(sizeof(T));
  T value;
  switch (shape) {
  case kLine:
    return surf1Dread<T>(surface, x, mode);
  case kPlane:
    return surf2Dread<T>(surface, x, y, mode);
  case kSolid:
    surf3Dread(&value, surface, x, y, z, mode);
    return value;
  case kLines:
    surf1DLayeredread(&value, surface, x, z, mode);
    return value;
  case kPlanes:
    return surf2DLayeredread<T>(surface, x, y, z, mode);
  case kCube:
    surfCubemapread(&value, surface, x, y, z, mode);
    return value;
  default:
    return surfCubemapLayeredread<T>(surface, x, y, z, mode);
  }
}

// How many elements a row, a slice and all have.
struct Size {
  int width, height, depth;
  __host__ __device__ int count() const { return width * height * depth; }
};

template <typename T> __global__ void writeAll(Shape shape, cudaSurfaceObject_t surface, Size size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size.count())
    write(shape, surface, valueOf<T>(i), i % size.width, i / size.width % size.height,
          i / (size.width * size.height), cudaBoundaryModeTrap);
}

template <typename T>
__global__ void readAll(Shape shape, cudaSurfaceObject_t surface, Size size, int right, int down,
                        cudaSurfaceBoundaryMode mode, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size.count())
    out[i] = read<T>(shape, surface, i % size.width + right, i / size.width % size.height + down,
                     i / (size.width * size.height), mode);
}

// Beyond an edge: nothing is written, or the element at the edge is.
template <typename T> __global__ void writeBeyond(Shape shape, cudaSurfaceObject_t surface, Size size) {
  write(shape, surface, valueOf<T>(1000), size.width, 0, 0, cudaBoundaryModeZero);
  write(shape, surface, valueOf<T>(1001), -1, 0, 0, cudaBoundaryModeZero);
  write(shape, surface, valueOf<T>(1002), size.width + 5, 0, size.depth - 1, cudaBoundaryModeClamp);
}

template <typename T> class Surface {
public:
  explicit Surface(const Geometry &geometry)
      : shape_(geometry.shape), size_{static_cast<int>(geometry.extent.width),
                                      geometry.extent.height ? static_cast<int>(geometry.extent.height) : 1,
                                      geometry.extent.depth ? static_cast<int>(geometry.extent.depth) : 1} {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK_CUDA(
        cudaMalloc3DArray(&array_, &format, geometry.extent, geometry.flags | cudaArraySurfaceLoadStore));
    CHECK_CUDA(cudaMalloc(&out_, size_.count() * sizeof(T)));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    CHECK_CUDA(cudaCreateSurfaceObject(&surface_, &resource));
  }
  Surface(const Surface &) = delete;
  ~Surface() {
    CHECK_CUDA(cudaDestroySurfaceObject(surface_));
    CHECK_CUDA(cudaFree(out_));
    CHECK_CUDA(cudaFreeArray(array_));
  }

  void check() {
    writeAll<T><<<blocks(), 64>>>(shape_, surface_, size_);
    std::vector<T> expected(size_.count());
    for (int i = 0; i < size_.count(); ++i)
      expected[i] = valueOf<T>(i);
    checkSame(seen(0, 0, cudaBoundaryModeTrap), expected);
    checkSame(copied(), expected);
    checkBeyond(cudaBoundaryModeZero);
    checkBeyond(cudaBoundaryModeClamp);
    writeBeyond<T><<<1, 1>>>(shape_, surface_, size_);
    expected[(size_.depth - 1) * size_.height * size_.width + size_.width - 1] = valueOf<T>(1002);
    checkSame(copied(), expected);
  }

private:
  int blocks() const { return (size_.count() + 63) / 64; }

  std::vector<T> seen(int right, int down, cudaSurfaceBoundaryMode mode) {
    readAll<<<blocks(), 64>>>(shape_, surface_, size_, right, down, mode, out_);
    std::vector<T> got(size_.count());
    CHECK_CUDA(cudaMemcpy(got.data(), out_, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return got;
  }
  std::vector<T> copied() {
    std::vector<T> got(size_.count());
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array_;
    copy.dstPtr = make_cudaPitchedPtr(got.data(), size_.width * sizeof(T), size_.width, size_.height);
    copy.extent = make_cudaExtent(size_.width, size_.height, size_.depth);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    return got;
  }
  void checkSame(const std::vector<T> &got, const std::vector<T> &expected) {
    const int same = std::memcmp(got.data(), expected.data(), got.size() * sizeof(T));
    if (same != 0)
      std::printf("shape %d, elements of %zu bytes:\n", shape_, sizeof(T));
    CHECK_EQ(same, 0);
  }
  // Elements to the left, to the right and, where there are rows, below.
  void checkBeyond(cudaSurfaceBoundaryMode mode) {
    const bool has_rows = size_.height > 1;
    for (const int right : {-3, 4})
      for (const int down : {0, has_rows ? 2 : 0}) {
        std::vector<T> expected(size_.count());
        for (int i = 0; i < size_.count(); ++i)
          expected[i] = neighbour(i, right, down, mode);
        checkSame(seen(right, down, mode), expected);
      }
  }
  T neighbour(int i, int right, int down, cudaSurfaceBoundaryMode mode) const {
    int x = i % size_.width + right, y = i / size_.width % size_.height + down;
    const int z = i / (size_.width * size_.height);
    if (mode == cudaBoundaryModeZero && (x < 0 || x >= size_.width || y >= size_.height))
      return T{};
    x = x < 0 ? 0 : x < size_.width ? x : size_.width - 1;
    y = y < size_.height ? y : size_.height - 1;
    return valueOf<T>((z * size_.height + y) * size_.width + x);
  }

  Shape shape_;
  Size size_;
  cudaArray_t array_ = nullptr;
  cudaSurfaceObject_t surface_ = 0;
  T *out_ = nullptr;
};

template <typename T> void checkShapes() {
  const Geometry geometries[] = {
      {kLine, make_cudaExtent(kWidth, 0, 0), 0},
      {kPlane, make_cudaExtent(kWidth, kHeight, 0), 0},
      {kSolid, make_cudaExtent(kWidth, kHeight, kDepth), 0},
      {kLines, make_cudaExtent(kWidth, 0, kDepth), cudaArrayLayered},
      {kPlanes, make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered},
      {kCube, make_cudaExtent(kSide, kSide, 6), cudaArrayCubemap},
      {kCubes, make_cudaExtent(kSide, kSide, 12), cudaArrayCubemap | cudaArrayLayered},
  };
  for (const Geometry &geometry : geometries)
    Surface<T>(geometry).check();
}

int main() {
  checkShapes<unsigned char>();
  checkShapes<short>();
  checkShapes<float>();
  checkShapes<int2>();
  checkShapes<uint4>();
  return verdict();
}
