// Fragments of nvcuda::wmma that there are not, and products of types that do not go together.
// stderr: error: static assertion failed.*no such fragment\. A and B: m16n16k16, m32n8k16, m8n32k16 of half
// stderr: error: static assertion failed.*half goes with accumulators of float and half
#include <mma.h>

using namespace nvcuda;

__global__ void kernel(const half *a, int *out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, half, wmma::row_major> of_another_shape;
  wmma::load_matrix_sync(of_another_shape, a, 16);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> rows;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> columns;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sums;
  wmma::mma_sync(sums, rows, columns, sums);
}
int main() {}
