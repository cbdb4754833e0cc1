#include "../common/device.h"
#include "problem.h"

__global__ void copy(cudaSurfaceObject_t to, cudaSurfaceObject_t from, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size)
    surf2Dwrite(surf2Dread<float>(from, x * 4, y), to, x * 4, y);
}

class Surface {
public:
  explicit Surface(int size) : size_(size) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    bench::require(cudaMallocArray(&array_, &format, size, size, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    bench::require(cudaCreateSurfaceObject(&object_, &resource));
  }
  ~Surface() {
    cudaDestroySurfaceObject(object_);
    cudaFreeArray(array_);
  }
  void copyFrom(const bench::Array<float> &texels) {
    bench::require(
        cudaMemcpy2DToArray(array_, 0, 0, texels.data(), row(), row(), size_, cudaMemcpyHostToDevice));
  }
  void copyTo(bench::Array<float> &texels) const {
    bench::require(
        cudaMemcpy2DFromArray(texels.data(), row(), array_, 0, 0, row(), size_, cudaMemcpyDeviceToHost));
  }
  operator cudaSurfaceObject_t() const { return object_; }

private:
  std::size_t row() const { return size_ * sizeof(float); }

  int size_;
  cudaArray_t array_ = nullptr;
  cudaSurfaceObject_t object_ = 0;
};

struct Program : SurfaceCopy {
  explicit Program(bool tiny) : SurfaceCopy(tiny), out_(size), in_(size) { in_.copyFrom(in); }
  void run() {
    copy<<<dim3(bench::blocksFor(size, 32), bench::blocksFor(size, 8)), dim3(32, 8)>>>(out_, in_, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> out(in.size());
    out_.copyTo(out);
    SurfaceCopy::check(out.data());
  }
  Surface out_, in_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
