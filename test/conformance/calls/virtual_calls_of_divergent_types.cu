// Threads of one warp call virtual functions of objects of different classes, which an earlier kernel made.
#include "../check.h"

__device__ int constructed, destroyed;

class Shape {
public:
  __device__ explicit Shape(int id) : id_(id) { atomicAdd(&constructed, 1); }
  __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); }
  __device__ virtual int area() const = 0;
  __device__ virtual int sides() const { return 0; }
  // Calls two others through the object.
  __device__ virtual int score(int factor) const { return factor * area() + sides() + id_; }

protected:
  int id_;
};

class Square : public Shape {
public:
  __device__ Square(int id, int edge) : Shape(id), edge_(edge) {}
  __device__ ~Square() override { atomicAdd(&destroyed, 100); }
  __device__ int area() const override { return edge_ * edge_; }
  __device__ int sides() const override { return 4; }

protected:
  int edge_;
};

class Bar final : public Square {
public:
  __device__ Bar(int id, int edge, int height) : Square(id, edge), height_(height) {}
  __device__ ~Bar() override { atomicAdd(&destroyed, 10000); }
  __device__ int area() const override { return Square::area() * height_; }
  __device__ int score(int factor) const override { return Square::score(factor + 1) - height_; }

private:
  int height_;
};

// Several bases: the second one's functions get an adjusted `this`.
class Named {
public:
  __device__ virtual ~Named() {}
  __device__ virtual int name() const { return 1; }
};
class Point final : public Shape, public Named {
public:
  __device__ Point(int id, int name) : Shape(id), name_(name) {}
  __device__ int area() const override { return 0; }
  __device__ int name() const override { return name_ + id_; }

private:
  int name_;
};

__global__ void create(Shape **shapes, Named **names, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count)
    return;
  names[i] = nullptr;
  if (i % 7 == 3) {
    shapes[i] = nullptr;
  } else if (i % 3 == 0) {
    shapes[i] = new Square(i, i % 5);
  } else if (i % 3 == 1) {
    shapes[i] = new Bar(i, i % 4, i % 6);
  } else {
    auto *point = new Point(i, 50);
    shapes[i] = point;
    names[i] = point;
  }
}

__global__ void use(Shape *const *shapes, Named *const *names, int *scores, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count || !shapes[i])
    return;
  int score = 0;
  for (int k = 0; k < i % 4; ++k)
    score += shapes[i]->score(k);
  if (names[i])
    score += 1000 * names[i]->name();
  scores[i] = score;
}

__global__ void destroy(Shape **shapes, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    delete shapes[i];
}

int scoreOnHost(int i) {
  int score = 0;
  for (int k = 0; k < i % 4; ++k) {
    if (i % 3 == 0)
      score += k * (i % 5) * (i % 5) + 4 + i;
    else if (i % 3 == 1)
      score += (k + 1) * (i % 4) * (i % 4) * (i % 6) + 4 + i - i % 6;
    else
      score += i;
  }
  return score + (i % 3 == 2 ? 1000 * (50 + i) : 0);
}

int main() {
  constexpr int kCount = 150;
  DeviceArray<Shape *> shapes(kCount);
  DeviceArray<Named *> names(kCount);
  DeviceArray<int> scores(kCount);
  create<<<3, 64>>>(shapes.get(), names.get(), kCount);
  use<<<3, 64>>>(shapes.get(), names.get(), scores.get(), kCount);
  destroy<<<3, 64>>>(shapes.get(), kCount);
  CHECK_LAUNCH();
  int made = 0, ended = 0;
  for (int i = 0; i < kCount; ++i) {
    if (i % 7 == 3) {
      CHECK_EQ(scores.host()[i], 0);
      continue;
    }
    CHECK_EQ(scores.host()[i], scoreOnHost(i));
    ++made;
    ended += i % 3 == 0 ? 101 : i % 3 == 1 ? 10101 : 1;
  }
  int got = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&got, constructed, sizeof got));
  CHECK_EQ(got, made);
  CHECK_CUDA(cudaMemcpyFromSymbol(&got, destroyed, sizeof got));
  CHECK_EQ(got, ended);
  return verdict();
}
