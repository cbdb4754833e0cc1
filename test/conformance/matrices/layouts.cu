// The elements of fragments are where an H100 has them (measured with CUDA 13.0): programs compute with x[i] lane by lane.
#include "../check.h"

#include <mma.h>

#include <sstream>

using namespace nvcuda;

namespace {

struct Place {
  int row, column;
};

// Where lane 0 has its elements, "row,column" of x[0], x[1] ...; they repeat until all elements have a place. Each further
// lane of four has those `lane` away, each further group of four lanes those `group` away.
struct Layout {
  const char *first_lane;
  Place lane, group;
};

// Of A; of B the same with rows and columns exchanged, so that n is what m is here.
struct OfOperand {
  const char *rows_8, *rows_16, *rows_32;
  int elements_of_lane; // neighbours, before those of the next lane
};
constexpr OfOperand kSixteenBits{"0,0 0,1 0,8 0,9", "0,0 0,1 8,0 8,1 0,8 0,9 8,8 8,9",
                                 "0,0 0,1 8,0 8,1 0,8 0,9 8,8 8,9 16,0 16,1 24,0 24,1 16,8 16,9 24,8 24,9",
                                 2};
// Of B with 16 columns, of which there are two tiles of 8.
constexpr const char *kSixteenBitsOf16Columns = "0,0 0,1 0,8 0,9 8,0 8,1 8,8 8,9";
constexpr OfOperand kEightBits{"0,0 0,1 0,2 0,3", "0,0 0,1 0,2 0,3 8,0 8,1 8,2 8,3",
                               "0,0 0,1 0,2 0,3 8,0 8,1 8,2 8,3 16,0 16,1 16,2 16,3 24,0 24,1 24,2 24,3", 4};

Layout layoutOfOperand(int rows, size_t bytes, bool is_a) {
  if (bytes == sizeof(double))
    return {"0,0", {0, 1}, {1, 0}};
  if (bytes == sizeof(float))
    return {is_a ? "0,0 8,0 0,4 8,4" : "0,0 0,4 8,0 8,4", {0, 1}, {1, 0}};
  const OfOperand &of = bytes == 1 ? kEightBits : kSixteenBits;
  const char *of_16 = !is_a && bytes == 2 ? kSixteenBitsOf16Columns : of.rows_16;
  return {rows == 8 ? of.rows_8 : rows == 16 ? of_16 : of.rows_32, {0, of.elements_of_lane}, {1, 0}};
}
template <int m, int n> Layout layoutOfSums() {
  if (n == 32)
    return {"0,0 1,0 0,8 1,8 0,16 1,16 0,24 1,24", {2, 0}, {0, 1}};
  return {m == 8    ? "0,0 0,1"
          : m == 32 ? "0,0 0,1 8,0 8,1 16,0 16,1 24,0 24,1"
                    : "0,0 0,1 8,0 8,1 0,8 0,9 8,8 8,9",
          {0, 2},
          {1, 0}};
}

std::vector<Place> placesOf(const char *first_lane) {
  std::vector<Place> places;
  std::istringstream text(first_lane);
  Place place;
  for (char comma; text >> place.row >> comma >> place.column;)
    places.push_back(place);
  return places;
}

constexpr int kMostElements = 16;

template <class Fragment, class Memory>
__global__ void elements(const Memory *matrix, int stride, float *out) {
  Fragment fragment;
  wmma::load_matrix_sync(fragment, matrix, stride);
  for (int i = 0; i < fragment.num_elements; ++i)
    out[threadIdx.x * kMostElements + i] = static_cast<float>(fragment.x[i]);
}
template <class Fragment, class Memory>
__global__ void sums(const Memory *matrix, int stride, float *out, wmma::layout_t layout) {
  Fragment fragment;
  wmma::load_matrix_sync(fragment, matrix, stride, layout);
  for (int i = 0; i < fragment.num_elements; ++i)
    out[threadIdx.x * kMostElements + i] = static_cast<float>(fragment.x[i]);
}

// A matrix whose elements say in which row they are, or in which column: numbers that all types have.
template <class Memory> std::vector<Memory> numbered(int rows, int columns, bool row_major, bool by_row) {
  std::vector<Memory> matrix;
  for (int i = 0; i < rows * columns; ++i) {
    const int row = row_major ? i / columns : i % rows, column = row_major ? i % columns : i / rows;
    matrix.push_back(static_cast<Memory>(static_cast<float>(by_row ? row : column)));
  }
  return matrix;
}

template <class Memory, class Load>
void check(int rows, int columns, bool row_major, int count, const Layout &layout, bool is_exchanged,
           Load load) {
  const std::vector<Place> first_lane = placesOf(layout.first_lane);
  for (bool by_row : {true, false}) {
    DeviceArray<Memory> matrix(numbered<Memory>(rows, columns, row_major, by_row));
    DeviceArray<float> out(32 * kMostElements);
    load(matrix.get(), row_major ? columns : rows, out.get());
    CHECK_LAUNCH();
    const std::vector<float> values = out.host();
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < count; ++i) {
        const Place &first = first_lane[static_cast<size_t>(i) % first_lane.size()];
        const int row = first.row + lane % 4 * layout.lane.row + lane / 4 * layout.group.row;
        const int column = first.column + lane % 4 * layout.lane.column + lane / 4 * layout.group.column;
        CHECK_EQ(values[static_cast<size_t>(lane * kMostElements + i)],
                 static_cast<float>(by_row != is_exchanged ? row : column));
      }
  }
}

template <int m, int n, int k, class T, class Memory, class Order> void checkOperands() {
  using A = wmma::fragment<wmma::matrix_a, m, n, k, T, Order>;
  using B = wmma::fragment<wmma::matrix_b, m, n, k, T, Order>;
  const bool row_major = std::is_same_v<Order, wmma::row_major>;
  check<Memory>(m, k, row_major, A::num_elements, layoutOfOperand(m, sizeof(Memory), true), false,
                [](const Memory *matrix, int stride, float *out) {
                  elements<A><<<1, 32>>>(matrix, stride, out);
                });
  check<Memory>(k, n, row_major, B::num_elements, layoutOfOperand(n, sizeof(Memory), false), true,
                [](const Memory *matrix, int stride, float *out) {
                  elements<B><<<1, 32>>>(matrix, stride, out);
                });
}
template <int m, int n, int k, class T, class Memory = T> void checkBothOrders() {
  checkOperands<m, n, k, T, Memory, wmma::row_major>();
  checkOperands<m, n, k, T, Memory, wmma::col_major>();
}
template <class T> void checkShapes() {
  checkBothOrders<16, 16, 16, T>();
  checkBothOrders<32, 8, 16, T>();
  checkBothOrders<8, 32, 16, T>();
}

template <int m, int n, int k, class T> void checkSums() {
  using Sums = wmma::fragment<wmma::accumulator, m, n, k, T>;
  for (auto order : {wmma::mem_row_major, wmma::mem_col_major})
    check<T>(m, n, order == wmma::mem_row_major, Sums::num_elements, layoutOfSums<m, n>(), false,
             [order](const T *matrix, int stride, float *out) {
               sums<Sums><<<1, 32>>>(matrix, stride, out, order);
             });
}
template <class T> void checkSumsOfShapes() {
  checkSums<16, 16, 16, T>();
  checkSums<32, 8, 16, T>();
  checkSums<8, 32, 16, T>();
}

} // namespace

int main() {
  static_assert(wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major>::num_elements == 16);
  static_assert(wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::row_major>::num_elements == 4);
  checkShapes<half>();
  checkShapes<__nv_bfloat16>();
  checkShapes<signed char>();
  checkBothOrders<16, 16, 16, unsigned char>();
  checkBothOrders<16, 16, 8, wmma::precision::tf32, float>();
  checkBothOrders<8, 8, 4, double>();
  checkSumsOfShapes<float>();
  checkSumsOfShapes<half>();
  checkSumsOfShapes<int>();
  checkSums<16, 16, 8, float>();
  checkSums<8, 8, 4, double>();
  checkSums<8, 8, 32, int>();
  checkSums<8, 8, 128, int>();
  return verdict();
}
