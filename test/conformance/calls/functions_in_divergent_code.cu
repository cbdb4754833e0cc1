// __noinline__ functions that some lanes call: early returns, structures in and out, references to local variables.
#include "../check.h"

#include <cmath>

struct Vector {
  float x, y, z;
};

struct Matrix {
  double cells[3][3];
};

struct Mixed {
  char tag;
  short code;
  long long wide;
  bool flag;
  float parts[3];
};

__host__ __device__ __noinline__ Vector cross(Vector a, const Vector &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Changes its own copy only.
__host__ __device__ __noinline__ float consume(Vector v, int times) {
  for (int k = 0; k < times; ++k) {
    v.x = v.x * 0.5f + v.y;
    v.y = v.z;
    v.z = static_cast<float>(k);
  }
  return v.x + v.y + v.z;
}

__host__ __device__ __noinline__ Matrix multiply(const Matrix &a, Matrix b) {
  Matrix product{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        product.cells[i][j] += a.cells[i][k] * b.cells[k][j];
  return product;
}

__host__ __device__ __noinline__ Mixed mix(Mixed m, bool flip, char step) {
  m.tag = static_cast<char>(m.tag + step);
  m.code = static_cast<short>(m.code * 3);
  m.wide = (m.wide << 5) ^ m.code;
  m.flag = flip != m.flag;
  m.parts[step % 3] += 0.25f;
  return m;
}

// Several ways out, in and after a loop.
__host__ __device__ __noinline__ int search(const int *numbers, int count, int wanted, int *steps) {
  if (count <= 0)
    return -2;
  int low = 0, high = count;
  while (low < high) {
    ++*steps;
    const int middle = (low + high) / 2;
    if (numbers[middle] == wanted)
      return middle;
    if (numbers[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

__host__ __device__ __noinline__ int classify(int x) {
  switch (x % 6) {
  case 0:
    return 10;
  case 1:
    if (x % 5 == 0)
      return 20;
    break;
  case 2:
    return classify(x + 1) + 100;
  case 3:
    while (x > 7)
      x /= 2;
    return x;
  default:
    x *= 3;
  }
  return -x;
}

__host__ __device__ __noinline__ void exchange(int *a, int &b) {
  const int old = *a;
  *a = b;
  b = old;
}

__host__ __device__ __noinline__ bool isClose(double a, double b, bool strict) {
  return strict ? a == b : (a > b ? a - b : b - a) < 1.0;
}

struct Results {
  float floats[3];
  double trace;
  int found, steps, kind, exchanged;
  Mixed mixed;
};

__host__ __device__ Results compute(int i, const int *numbers, int count) {
  Results results{};
  Vector a{static_cast<float>(i), 1.0f, 2.0f}, b{0.5f, static_cast<float>(i % 7), 4.0f};
  if (i % 3) {
    const Vector c = cross(a, b);
    results.floats[0] = c.x + 2.0f * c.y + 4.0f * c.z;
  }
  for (int k = 0; k < i % 4; ++k)
    results.floats[1] += consume(k % 2 ? a : b, i % 5);
  results.floats[2] = a.x + b.y;

  Matrix m{};
  for (int k = 0; k < 9; ++k)
    m.cells[k / 3][k % 3] = (i + k) % 4;
  if (i % 5 != 1) {
    Matrix power = m;
    for (int k = 0; k < i % 3; ++k)
      power = multiply(m, power);
    results.trace = power.cells[0][0] + power.cells[1][1] + power.cells[2][2];
  }

  results.found = search(numbers, i % 2 ? count : i % 8 - 2, i * 3 % 50, &results.steps);
  results.kind = classify(i);
  int mine[4] = {i, i + 1, i + 2, i + 3};
  if (i % 4 != 2)
    exchange(&mine[i % 4], mine[(i + 1) % 4]);
  if (isClose(i, 20.5, i % 2))
    exchange(&mine[0], mine[3]);
  for (int k = 0; k < 4; ++k)
    results.exchanged = results.exchanged * 101 + mine[k];
  results.mixed = {static_cast<char>(i), static_cast<short>(-i), i * 1000ll, i % 2 == 0, {1.0f, 2.0f, 3.0f}};
  for (int k = 0; k < i % 6; ++k)
    results.mixed = mix(results.mixed, k % 2 == 0, static_cast<char>(k));
  return results;
}

__global__ void computeAll(Results *results, const int *numbers, int count) {
  const int i = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  if (i % 11 != 5)
    results[i] = compute(i, numbers, count);
}

int main() {
  std::vector<int> numbers;
  for (int i = 0; i < 40; ++i)
    numbers.push_back(2 * i);
  DeviceArray<int> device_numbers(numbers);
  for (dim3 block : {dim3(128), dim3(100), dim3(4, 25), dim3(16, 8)}) {
    const int count = static_cast<int>(block.x * block.y);
    DeviceArray<Results> results(count);
    computeAll<<<1, block>>>(results.get(), device_numbers.get(), 40);
    CHECK_LAUNCH();
    const std::vector<Results> got = results.host();
    for (int i = 0; i < count; ++i) {
      const Results expected = i % 11 == 5 ? Results{} : compute(i, numbers.data(), 40);
      for (int k = 0; k < 3; ++k)
        CHECK(std::abs(got[i].floats[k] - expected.floats[k]) <= 1e-5f * std::abs(expected.floats[k]));
      CHECK_EQ(got[i].trace, expected.trace);
      CHECK_EQ(got[i].found, expected.found);
      CHECK_EQ(got[i].steps, expected.steps);
      CHECK_EQ(got[i].kind, expected.kind);
      CHECK_EQ(got[i].exchanged, expected.exchanged);
      CHECK_EQ(static_cast<int>(got[i].mixed.tag), static_cast<int>(expected.mixed.tag));
      CHECK_EQ(got[i].mixed.code, expected.mixed.code);
      CHECK_EQ(got[i].mixed.wide, expected.mixed.wide);
      CHECK_EQ(got[i].mixed.flag, expected.mixed.flag);
      for (int k = 0; k < 3; ++k)
        CHECK_EQ(got[i].mixed.parts[k], expected.mixed.parts[k]);
    }
  }
  return verdict();
}
