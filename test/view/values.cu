// Prints what each lane of a warp holds at the end in the variables of its kernel: "name lane value".
#include <cstdio>

__device__ unsigned counter;

struct Point {
  float x, y;
  int tag;
};

__device__ Point moved(Point from, float by) {
  from.x += by;
  return from;
}

__device__ int twice(int value) {
  int doubled = value * 2;
  return doubled;
}

__global__ void values(const float *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i >= n || lane >= 30)
    return;
  float x = in[i];
  double wide = x / 3;
  if (lane % 3 == 0)
    x = x + 0.5f;
  else if (lane % 3 == 1)
    x = -x;
  int rounds = 0;
  for (int k = 0; k < lane % 5; ++k) {
    rounds = rounds + k;
    if (k == 2 && lane > 10)
      break;
  }
  unsigned here = __activemask();
  unsigned odd = __ballot_sync(0x3fffffff, lane & 1);
  unsigned same = __match_any_sync(0x3fffffff, lane % 4);
  int below = __shfl_up_sync(0x3fffffff, rounds, 2, 8);
  float across = __shfl_xor_sync(0x3fffffff, x, 1);
  tile[threadIdx.x] = rounds * 7;
  __syncwarp(0x3fffffff);
  int other = tile[threadIdx.x ^ 1];
  unsigned char byte = static_cast<unsigned char>(200 + lane);
  short small = static_cast<short>(-lane);
  long long large = 1ll << (lane + 20);
  bool is_odd = lane % 2;
  int result = twice(lane) + other;
  Point p = {x, 2 * x, lane};
  p.y += 1;
  Point q = p, r = moved(q, 3), points[2];
  points[lane % 2] = r;
  points[1 - lane % 2] = p;
  points[lane % 2].tag = 1000 + lane;
  float4 v = make_float4(x, p.y, r.x, lane);
  int list[4] = {}, table[2][2] = {{1, 2}, {3, lane}};
  for (int k = 0; k < 4; ++k)
    list[k] = lane * k;
  list[lane % 4] = -lane;
  table[lane % 2][1] = 50 + lane;
  if (lane == 0)
    atomicAdd(&counter, 1);
  out[i] = result;
  (void)here;
  if (blockIdx.x != 1 || threadIdx.x < 32)
    return;
  printf("lane %d %d\nx %d %.9g\nwide %d %.17g\nrounds %d %d\nodd %d %u\nsame %d %u\nbelow %d %d\nacross %d %.9g\n", lane, lane,
         lane, x, lane, wide, lane, rounds, lane, odd, lane, same, lane, below, lane, across);
  printf("p.x %d %.9g\np.y %d %.9g\nq.tag %d %d\nr.x %d %.9g\nr.tag %d %d\nv.x %d %.9g\nv.w %d %.9g\n", lane, p.x, lane, p.y, lane,
         q.tag, lane, r.x, lane, r.tag, lane, v.x, lane, v.w);
  printf("points[0].x %d %.9g\npoints[1].y %d %.9g\npoints[0].tag %d %d\npoints[1].tag %d %d\n", lane, points[0].x, lane, points[1].y,
         lane, points[0].tag, lane, points[1].tag);
  printf("list[0] %d %d\nlist[2] %d %d\nlist[3] %d %d\ntable[0][0] %d %d\ntable[0][1] %d %d\ntable[1][1] %d %d\n", lane, list[0], lane,
         list[2], lane, list[3], lane, table[0][0], lane, table[0][1], lane, table[1][1]);
  printf("other %d %d\nbyte %d %d\nsmall %d %d\nlarge %d %lld\nis_odd %d %d\nresult %d %d\n", lane, other, lane, byte, lane,
         small, lane, large, lane, is_odd, lane, result);
}

int main() {
  float *in;
  int *out;
  cudaMallocManaged(&in, 128 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i)
    in[i] = i * 1.25f;
  // Only the second warp of block 1 prints.
  values<<<2, 64>>>(in, out, 126);
  return cudaDeviceSynchronize() != cudaSuccess;
}
