// An ordinary error in the source is told once, with its place, though the file is compiled twice.
// stderr: {here}: error:
#include <cuda_runtime.h>

__global__ void broken(int *values) {
  values[0] = undeclared_name; // <- here
}

int main() {}
