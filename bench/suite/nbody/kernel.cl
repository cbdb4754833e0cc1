#define BLOCK 256

kernel void nbody(global float4 *accelerations, global const float4 *bodies, int size, float softening) {
  local float4 tile[BLOCK];
  float4 body = bodies[get_global_id(0)];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < size; first += BLOCK) {
    tile[get_local_id(0)] = bodies[first + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < BLOCK; ++j) {
      float4 other = tile[j];
      float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
      float factor = other.w * inverse * inverse * inverse;
      ax += dx * factor;
      ay += dy * factor;
      az += dz * factor;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[get_global_id(0)] = (float4)(ax, ay, az, 0);
}
