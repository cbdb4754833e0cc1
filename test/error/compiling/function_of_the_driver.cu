// stderr: {here}: error: use of undeclared identifier 'cuMemAlloc'
// stderr: note: Raddle has no driver API
#include <cuda.h>

int main() {
  CUdeviceptr memory;
  return cuMemAlloc(&memory, 400); // <- here
}
