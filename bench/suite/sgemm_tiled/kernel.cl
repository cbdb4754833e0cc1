#define TILE 32

kernel void sgemm(global float *c, global const float *a, global const float *b, int size) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx;
  int y = get_group_id(1) * TILE + ty;
  float sum = 0;
  for (int tile = 0; tile < size; tile += TILE) {
    tile_a[ty][tx] = a[y * size + tile + tx];
    tile_b[ty][tx] = b[(tile + ty) * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += tile_a[ty][k] * tile_b[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * size + x] = sum;
}
