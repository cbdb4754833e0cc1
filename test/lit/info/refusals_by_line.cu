// Passes that leave a loop, a branch or an array alone say at which line, and why.
// RUN: %raddle explain %s --kernel few_iterations --passes | FileCheck %s --check-prefix=FEW
// RUN: %raddle explain %s --kernel divides --passes | FileCheck %s --check-prefix=DIVIDES
// RUN: %raddle explain %s --kernel some_warps_meet --block rows-of-32+eights --passes | FileCheck %s --check-prefix=MEET
// RUN: %raddle explain %s --kernel scattered_array --passes | FileCheck %s --check-prefix=ARRAY

// FEW: refusals_by_line.cu:[[@LINE+6]]: not changed by delay-exits: the loop has few iterations
__global__ void few_iterations(int *out, float limit) {
  float x = threadIdx.x;
  int step = 0;
#pragma unroll 1
  for (; step < 20; ++step) {
    if (x * x > limit) {
      step += 100;
      break;
    }
    x = x * 1.5f + 1;
  }
  out[threadIdx.x] = step;
}

// DIVIDES: refusals_by_line.cu:[[@LINE+9]]: not changed by delay-exits: lanes that have left the loop could not go on
__global__ void divides(int *out, float limit, int most) {
  float x = threadIdx.x;
  int step = 0;
  for (; step < most; ++step) {
    if (x * x > limit) {
      step += 100;
      break;
    }
    x = limit / (x + 1);
  }
  out[threadIdx.x] = step;
}

// MEET: refusals_by_line.cu:[[@LINE+7]]: not changed by fuse-warps: not all warps of the block may come here
__global__ void some_warps_meet(float *out, const float *in, int n) {
  __shared__ float tile[256];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = in[k * 256 + threadIdx.x];
    if (in[threadIdx.y] > 0)
      __syncthreads();
    sum += tile[threadIdx.x ^ 1];
  }
  out[threadIdx.x] = sum;
}

// ARRAY: refusals_by_line.cu:[[@LINE+4]]: not changed by interleave-arrays: lanes store different elements of this local array
__global__ void scattered_array(int *out, const int *in) {
  int counts[32] = {};
  for (int k = 0; k < 100; ++k)
    ++counts[in[k * 32 + threadIdx.x] & 31];
  out[threadIdx.x] = counts[out[threadIdx.x] & 31];
}
