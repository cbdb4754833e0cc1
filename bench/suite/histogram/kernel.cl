kernel void histogram(global const uint *data, int words, global uint *bins) {
  local uint local_bins[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    local_bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < words; i += get_global_size(0)) {
    uint word = data[i];
    atomic_inc(&local_bins[word & 255]);
    atomic_inc(&local_bins[word >> 8 & 255]);
    atomic_inc(&local_bins[word >> 16 & 255]);
    atomic_inc(&local_bins[word >> 24]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&bins[i], local_bins[i]);
}
