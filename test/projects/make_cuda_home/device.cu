__constant__ int offset = 2;

__device__ int shifted(int value) { return value + offset; }
