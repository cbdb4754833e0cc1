kernel void triad(global float *a, global const float *b, global const float *c, float scale, int size) {
  int i = get_global_id(0);
  if (i < size)
    a[i] = b[i] + scale * c[i];
}
