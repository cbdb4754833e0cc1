// raddle explain --passes says why a loop over tiles, or one that adds up, stays as it is.
// RUN: %raddle explain %s --kernel stored --block rows-of-32+eights --passes | FileCheck %s --check-prefix=STORED
// RUN: %raddle explain %s --kernel scaled --block rows-of-32+eights --passes | FileCheck %s --check-prefix=SCALED
// RUN: %raddle explain %s --kernel numbered --block rows-of-32+eights --passes | FileCheck %s --check-prefix=NUMBERED


template <bool stored, bool numbered>
__device__ void multiplied(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[32][32], tile_b[32][32];
  float sum = 0;
  for (int tile = 0; tile < size; tile += 32) {
    tile_a[threadIdx.y][threadIdx.x] = 2 * a[threadIdx.y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x] * (numbered ? tile : 1);
    __syncthreads();
    if (stored)
      c[threadIdx.y * size + threadIdx.x] = sum;
  }
  c[threadIdx.y * size + threadIdx.x] = sum;
}

// STORED: not changed by batch-tiles: other memory than the tiles is written from tile to tile
__global__ void stored(float *c, const float *a, const float *b, int size) { multiplied<true, false>(c, a, b, size); }
// SCALED: not changed by batch-tiles: one tile has many iterations
// SCALED: not changed by pipeline-tile-copies: a tile is not only copied
__global__ void scaled(float *c, const float *a, const float *b, int size) { multiplied<false, false>(c, a, b, size); }
// NUMBERED: not changed by batch-tiles: what is computed with a tile depends on which one it is
__global__ void numbered(float *c, const float *a, const float *b, int size) { multiplied<false, true>(c, a, b, size); }
