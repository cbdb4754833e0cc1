#define BLOCK 128
#define DEPTH 8
#define EACH 8

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sgemm(global float *c, global const float *a,
                                                                   global const float *b, int size) {
  local float tile_a[DEPTH][BLOCK], tile_b[DEPTH][BLOCK];
  int thread = get_local_id(0);
  int thread_row = thread / (BLOCK / EACH) * EACH;
  int thread_column = thread % (BLOCK / EACH) * EACH;
  int a_row = thread / (DEPTH / 4), a_column = thread % (DEPTH / 4) * 4;
  int b_row = thread / (BLOCK / 4), b_column = thread % (BLOCK / 4) * 4;
  a += (get_group_id(1) * BLOCK + a_row) * size + a_column;
  b += b_row * size + get_group_id(0) * BLOCK + b_column;

  float sum[EACH][EACH] = {};
  for (int k = 0; k < size; k += DEPTH) {
    float4 from_a = vload4(0, a + k);
    tile_a[a_column + 0][a_row] = from_a.x;
    tile_a[a_column + 1][a_row] = from_a.y;
    tile_a[a_column + 2][a_row] = from_a.z;
    tile_a[a_column + 3][a_row] = from_a.w;
    vstore4(vload4(0, b + k * size), 0, &tile_b[b_row][b_column]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < DEPTH; ++i) {
      float row[EACH], column[EACH];
      for (int y = 0; y < EACH; ++y)
        row[y] = tile_a[i][thread_row + y];
      for (int x = 0; x < EACH; ++x)
        column[x] = tile_b[i][thread_column + x];
      for (int y = 0; y < EACH; ++y)
        for (int x = 0; x < EACH; ++x)
          sum[y][x] += row[y] * column[x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c += (get_group_id(1) * BLOCK + thread_row) * size + get_group_id(0) * BLOCK + thread_column;
  for (int y = 0; y < EACH; ++y)
    for (int x = 0; x < EACH; x += 4)
      vstore4((float4)(sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]), 0, c + y * size + x);
}
