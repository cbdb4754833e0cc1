// Calls that lead to code of the host: a pointer taken there in a structure, one lane's of a table, a virtual function of an
// object that was copied from there, and a number. Functions of the device are called as before.
// stderr: {here}: error: kernel 'apply\(Step, int\*\)' called address 0x\w+, which is function 'twice\(int\)' of the host program
// stderr: note: a kernel can call neither a function whose address the host took
// stderr: {here}: error: kernel 'applyEach\(int \(\*\*\)\(int\), int\*\)' called address 0x\w+, which is
// stderr: note: block \(0,0,0\), thread \(37,0,0\), warp 1, lane 5
// stderr: {here}: error: kernel 'areaOf\(Shape const\*, int\*\)' called address 0x\w+, which is
// stderr: {here}: error: kernel 'applyEach\(int \(\*\*\)\(int\), int\*\)' called address 0x\w*77, which is no function
#include "../error_check.h"

typedef int (*Function)(int);

struct Step {
  long weight;
  Function function;
};

__host__ __device__ int twice(int x) { return 2 * x; }
__host__ __device__ int next(int x) { return x + 1; }

__device__ Function device_functions[] = {twice, next};

struct Shape {
  int side = 3;
  __host__ __device__ virtual ~Shape() {}
  __host__ __device__ virtual int area() const = 0;
};
struct Square : Shape {
  __host__ __device__ int area() const override { return side * side; }
};
struct Ring : Shape {
  __host__ __device__ int area() const override { return 3 * side; }
};

__global__ void apply(Step step, int *out) {
  out[threadIdx.x] = step.function(threadIdx.x); // <- here
}

__global__ void applyEach(Function *functions, int *out) {
  out[threadIdx.x] = functions[threadIdx.x](threadIdx.x); // <- here
}

__global__ void make(Shape **shape, bool square) {
  if (square)
    *shape = new Square;
  else
    *shape = new Ring;
}

__global__ void areaOf(const Shape *shape, int *out) {
  out[threadIdx.x] = shape->area(); // <- here
}

int main() {
  Step step = {1, nullptr};
  std::vector<Function> each(64);
  auto take = [&] {
    cudaGetLastError(); // of arrays that were there before the device's reset
    Function of_device[2];
    CHECK_CUDA(cudaMemcpyFromSymbol(of_device, device_functions, sizeof of_device));
    step.function = of_device[0];
    for (int i = 0; i < 64; ++i)
      each[i] = of_device[i % 2];
  };

  take();
  {
    DeviceArray<int> out(64);
    apply<<<1, 64>>>(step, out.get());
    CHECK_LAUNCH();
    CHECK_EQ(out.host()[21], 42);
    step.function = twice;
    apply<<<1, 64>>>(step, out.get());
    checkFailedLaunch(cudaErrorIllegalAddress);
  }
  take();
  {
    DeviceArray<int> out(64);
    DeviceArray<Function> functions(each);
    applyEach<<<1, 64>>>(functions.get(), out.get());
    CHECK_LAUNCH();
    CHECK_EQ(out.host()[21], 22);
    each[37] = each[40] = next;
    CHECK_CUDA(cudaMemcpy(functions.get(), each.data(), 64 * sizeof(Function), cudaMemcpyHostToDevice));
    applyEach<<<1, 64>>>(functions.get(), out.get());
    checkFailedLaunch(cudaErrorIllegalAddress);
  }
  cudaGetLastError();
  {
    DeviceArray<int> out(64);
    DeviceArray<Shape *> shape(1);
    make<<<1, 1>>>(shape.get(), false);
    areaOf<<<1, 40>>>(shape.host()[0], out.get());
    CHECK_LAUNCH();
    CHECK_EQ(out.host()[39], 9);
    Square square;
    DeviceArray<char> copy(sizeof square);
    CHECK_CUDA(cudaMemcpy(copy.get(), static_cast<void *>(&square), sizeof square, cudaMemcpyHostToDevice));
    areaOf<<<1, 40>>>(reinterpret_cast<Shape *>(copy.get()), out.get());
    checkFailedLaunch(cudaErrorIllegalAddress);
  }
  cudaGetLastError();
  {
    DeviceArray<int> out(64);
    DeviceArray<Function> functions(std::vector<Function>(64, reinterpret_cast<Function>(0x77)));
    applyEach<<<1, 64>>>(functions.get(), out.get());
    checkFailedLaunch(cudaErrorIllegalAddress);
  }
  return verdict();
}
