#define TILE 32
#define ROWS 8

kernel void transpose(global float *out, global const float *in, int size) {
  local float tile[TILE][TILE + 1];
  int x = get_group_id(0) * TILE + get_local_id(0);
  int y = get_group_id(1) * TILE + get_local_id(1);
  for (int row = 0; row < TILE; row += ROWS)
    tile[get_local_id(1) + row][get_local_id(0)] = in[(y + row) * size + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + get_local_id(0);
  y = get_group_id(0) * TILE + get_local_id(1);
  for (int row = 0; row < TILE; row += ROWS)
    out[(y + row) * size + x] = tile[get_local_id(0)][get_local_id(1) + row];
}
