// Threads that go along rows of their own: matrices times vectors, parts of an array, with rows of every length, in loops that
// all lanes leave together and in others, with terms of all elements or of some.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <vector>

namespace {

template <typename T>
__global__ void times_vector(T *out, const T *matrix, const T *vector, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  T sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += matrix[row * columns + k] * vector[k];
  out[row] = sum;
}

// Two rows at once, of which one is chosen by an index.
template <typename T>
__global__ void difference(T *out, const T *matrix, const int *chosen, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || row % 5 == 3)
    return;
  const T *left = matrix + size_t(row) * columns, *right = matrix + size_t(chosen[row]) * columns;
  T sum = 0;
  for (unsigned k = 0; k < columns; ++k)
    sum = 3 * sum + (left[k] - right[k]);
  out[row] = sum;
}

// Pointers go along, each row has its own length.
template <typename T> __global__ void own_lengths(T *out, const T *matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const T *at = matrix + row * columns, *end = at + row % (columns + 1);
  T sum = 0;
  while (at != end)
    sum = 3 * sum + *at++;
  out[row] = sum;
}

// What lies in a row is replaced on the way.
template <typename T> __global__ void prefix_sums(T *matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  T sum = 0;
  for (int k = 0; k < columns; ++k) {
    sum += matrix[row * columns + k];
    matrix[row * columns + k] = sum;
  }
}

// Rows of a size that is known when the program is compiled.
template <typename T, int kColumns> __global__ void fixed(T *out, const T *matrix, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  T sum = 0;
#pragma unroll 1
  for (int k = 0; k < kColumns; ++k)
    sum = 3 * sum + matrix[row * kColumns + k];
  out[row] = sum;
}

// Terms of some of a row's elements: copies of the loop's body of which not all load.
enum class Which { odd, first_of_four, last_of_four, late, early };

template <Which kWhich> __host__ __device__ bool hasTerm(int k) {
  switch (kWhich) {
  case Which::odd:
    return k & 1;
  case Which::first_of_four:
    return (k & 3) == 0;
  case Which::last_of_four:
    return (k & 3) == 3;
  case Which::late:
    return k >= 3;
  default:
    return k < 5;
  }
}

// `kColumns` is 0 where their number is only known at run time.
template <typename T, Which kWhich, int kColumns>
__global__ void some_terms(T *out, const T *matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, number = kColumns ? kColumns : columns;
  if (row >= rows)
    return;
  T sum = 0;
#pragma unroll 1
  for (int k = 0; k < number; ++k) {
    const T element = matrix[row * number + k];
    sum = hasTerm<kWhich>(k) ? static_cast<T>(sum + element * static_cast<T>(k + 1)) : sum;
  }
  out[row] = sum;
}

template <typename T> std::vector<T> randomNumbers(int size) {
  Random random;
  std::vector<T> numbers(size);
  for (T &number : numbers)
    number = static_cast<T>(random.below(4));
  return numbers;
}

template <typename T> T weighted(const T *row, int length) {
  T sum = 0;
  for (int k = 0; k < length; ++k)
    sum = static_cast<T>(3 * sum + row[k]);
  return sum;
}

template <typename T, int kColumns> void checkFixed() {
  const int rows = 77;
  const std::vector<T> matrix = randomNumbers<T>(rows * kColumns);
  DeviceArray<T> device_matrix(matrix), out(rows);
  fixed<T, kColumns><<<2, 64>>>(out.get(), device_matrix.get(), rows);
  CHECK_LAUNCH();
  std::vector<T> expected;
  for (int row = 0; row < rows; ++row)
    expected.push_back(weighted(&matrix[row * kColumns], kColumns));
  CHECK_SAME(out.host(), expected);
}

template <typename T, Which kWhich, int kColumns> void checkSomeTerms(int columns) {
  const int rows = 90;
  const std::vector<T> matrix = randomNumbers<T>(rows * columns);
  DeviceArray<T> device_matrix(matrix), out(rows);
  some_terms<T, kWhich, kColumns><<<2, 64>>>(out.get(), device_matrix.get(), rows, columns);
  CHECK_LAUNCH();
  std::vector<T> expected;
  for (int row = 0; row < rows; ++row) {
    T sum = 0;
    for (int k = 0; k < columns; ++k)
      if (hasTerm<kWhich>(k))
        sum = static_cast<T>(sum + matrix[row * columns + k] * static_cast<T>(k + 1));
    expected.push_back(sum);
  }
  CHECK_SAME(out.host(), expected);
}

template <typename T, Which kWhich> void checkSomeTerms() {
  for (int columns : {3, 16, 29, 64})
    checkSomeTerms<T, kWhich, 0>(columns);
  checkSomeTerms<T, kWhich, 37>(37);
  checkSomeTerms<T, kWhich, 64>(64);
}

template <typename T> void check(int columns) {
  const int rows = 150;
  const std::vector<T> matrix = randomNumbers<T>(rows * columns + 1);
  const std::vector<T> vector = randomNumbers<T>(columns + 1);
  std::vector<int> chosen(rows);
  for (int row = 0; row < rows; ++row)
    chosen[row] = row * 37 % rows;
  DeviceArray<T> device_matrix(matrix), device_vector(vector);
  DeviceArray<int> device_chosen(chosen);
  DeviceArray<T> products(rows), differences(rows), weighted_sums(rows);
  times_vector<<<3, 64>>>(products.get(), device_matrix.get(), device_vector.get(), rows, columns);
  difference<<<3, 64>>>(differences.get(), device_matrix.get(), device_chosen.get(), rows, columns);
  own_lengths<<<3, 64>>>(weighted_sums.get(), device_matrix.get(), rows, columns);
  CHECK_LAUNCH();
  std::vector<T> expected_products, expected_differences, expected_sums, sums = matrix;
  for (int row = 0; row < rows; ++row) {
    T product = 0, difference = 0, sum = 0;
    for (int k = 0; k < columns; ++k) {
      const T left = matrix[row * columns + k], right = matrix[chosen[row] * columns + k];
      product = static_cast<T>(product + left * vector[k]);
      difference = static_cast<T>(3 * difference + (left - right));
      sums[row * columns + k] = sum = static_cast<T>(sum + left);
    }
    expected_products.push_back(product);
    expected_differences.push_back(row % 5 == 3 ? T(0) : difference);
    expected_sums.push_back(weighted(&matrix[row * columns], row % (columns + 1)));
  }
  CHECK_SAME(products.host(), expected_products);
  CHECK_SAME(differences.host(), expected_differences);
  CHECK_SAME(weighted_sums.host(), expected_sums);
  prefix_sums<<<3, 64>>>(device_matrix.get(), rows, columns);
  CHECK_LAUNCH();
  CHECK_SAME(device_matrix.host(), sums);
}

} // namespace

int main() {
  for (int columns : {0, 1, 7, 16, 19, 48, 83}) {
    check<unsigned>(columns);
    check<unsigned char>(columns);
    check<unsigned short>(columns);
    check<unsigned long long>(columns);
  }
  // Sums of so few small numbers are exact.
  for (int columns : {5, 10}) {
    check<float>(columns);
    check<double>(columns);
  }
  check<double>(21);
  checkFixed<unsigned, 6>();
  checkFixed<unsigned, 37>();
  checkFixed<unsigned, 64>();
  checkFixed<double, 9>();
  checkFixed<unsigned char, 40>();
  checkSomeTerms<unsigned, Which::odd>();
  checkSomeTerms<unsigned, Which::first_of_four>();
  checkSomeTerms<unsigned, Which::last_of_four>();
  checkSomeTerms<unsigned, Which::late>();
  checkSomeTerms<unsigned, Which::early>();
  checkSomeTerms<unsigned char, Which::first_of_four>();
  checkSomeTerms<double, Which::last_of_four>();
  return verdict();
}
