#define SEGMENT 1024

kernel void bitonicSort(global int *out, global const int *in) {
  local int keys[SEGMENT];
  int thread = get_local_id(0);
  in += get_group_id(0) * SEGMENT;
  out += get_group_id(0) * SEGMENT;
  keys[thread] = in[thread];
  keys[thread + SEGMENT / 2] = in[thread + SEGMENT / 2];
  for (int length = 2; length <= SEGMENT; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int first = 2 * thread - (thread & (stride - 1));
      bool ascending = (first & length) == 0;
      int a = keys[first], b = keys[first + stride];
      if ((a > b) == ascending) {
        keys[first] = b;
        keys[first + stride] = a;
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[thread] = keys[thread];
  out[thread + SEGMENT / 2] = keys[thread + SEGMENT / 2];
}
