kernel void stencil(global float *out, global const float *in, int size, float centre, float side) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= size - 1 || y >= size - 1)
    return;
  int i = y * size + x;
  out[i] = centre * in[i] + side * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size]);
}
