#include "../common/device.h"
#include "problem.h"

// A warp for each row.
__global__ void spmv(float *y, const int *begins, const int *columns, const float *values, const float *x,
                     int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = begins[row] + lane; i < begins[row + 1]; i += 32)
    sum += values[i] * x[columns[i]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0)
    y[row] = sum;
}

struct Program : Spmv {
  explicit Program(bool tiny)
      : Spmv(tiny), y_(rows), x_(x), values_(values), begins_(begins), columns_(columns) {}
  void run() {
    spmv<<<bench::blocksFor(std::size_t(rows) * 32, 256), 256>>>(y_, begins_, columns_, values_, x_, rows);
    bench::finish();
  }
  void check() {
    bench::Array<float> y(rows);
    y_.copyTo(y);
    Spmv::check(y.data());
  }
  bench::DeviceArray<float> y_, x_, values_;
  bench::DeviceArray<int> begins_, columns_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
