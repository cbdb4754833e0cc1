// Virtual functions of objects made in device code: overriding, pure, through several bases, destructors.
#include "../check.h"

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual double area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Named {
  __device__ virtual ~Named() {}
  __device__ virtual int name() const { return 1; }
};
struct Circle : Shape {
  __device__ explicit Circle(double radius) : radius(radius) {}
  __device__ double area() const override { return 3 * radius * radius; }
  double radius;
};
__device__ int destroyed;
struct Square : Shape, Named {
  __device__ explicit Square(double side) : side(side) {}
  __device__ ~Square() override { atomicAdd(&destroyed, 1); }
  __device__ double area() const override { return side * side; }
  __device__ int corners() const override { return 4; }
  __device__ int name() const override { return 2; }
  double side;
};

__global__ void measure(double *areas, int *corners, int *names) {
  int t = threadIdx.x;
  Circle circle(t);
  Square square(t + 1);
  const Shape *shape = t % 3 == 0 ? static_cast<const Shape *>(&circle) : &square;
  areas[t] = shape->area();
  corners[t] = shape->corners();
  const Named *named = &square;
  names[t] = named->name();
}

// An object that lives in global memory from one launch to the next.
__global__ void create(Shape **shapes) {
  int t = threadIdx.x;
  if (t % 2)
    shapes[t] = new Circle(t);
  else
    shapes[t] = new Square(t);
}
__global__ void use(Shape *const *shapes, double *areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void destroy(Shape **shapes) { delete shapes[threadIdx.x]; }

int main() {
  const int n = 40;
  DeviceArray<double> areas(n);
  DeviceArray<int> corners(n), names(n);
  DeviceArray<Shape *> shapes(n);
  measure<<<1, n>>>(areas.get(), corners.get(), names.get());
  CHECK_LAUNCH();
  std::vector<double> got = areas.host();
  std::vector<int> got_corners = corners.host();
  for (int t = 0; t < n; ++t) {
    CHECK_EQ(got[t], t % 3 == 0 ? 3.0 * t * t : (t + 1.0) * (t + 1));
    CHECK_EQ(got_corners[t], t % 3 == 0 ? 0 : 4);
  }
  CHECK_SAME(names.host(), std::vector<int>(n, 2));
  create<<<1, n>>>(shapes.get());
  use<<<1, n>>>(shapes.get(), areas.get());
  destroy<<<1, n>>>(shapes.get());
  CHECK_LAUNCH();
  got = areas.host();
  for (int t = 0; t < n; ++t)
    CHECK_EQ(got[t], t % 2 ? 3.0 * t * t : 1.0 * t * t);
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, destroyed, sizeof count));
  CHECK_EQ(count, n + n / 2);
  return verdict();
}
