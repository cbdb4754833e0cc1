#define BLOCK 256

kernel void barriers(global int *out, int exchanges) {
  local int values[BLOCK];
  int thread = get_local_id(0);
  int value = thread;
  for (int i = 0; i < exchanges; ++i) {
    values[thread] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = values[(thread + 1) % BLOCK] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
