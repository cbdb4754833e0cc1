// A program that does not look at the errors of its calls is told what was wrong with each.
// stderr: refused_calls_say_why.cu:32:3: warning: cudaMemcpy failed: cudaErrorInvalidValue
// stderr: note: 404 bytes are too many: the destination is an array of 400 bytes, allocated at .*:28:3$
// stderr: refused_calls_say_why.cu:33:3: warning: cudaMemcpy2D failed: cudaErrorInvalidValue
// stderr: note: the source should be memory of the host; it is an array of 400 bytes, allocated at .*:28:3$
// stderr: refused_calls_say_why.cu:34:3: warning: cudaMemcpyAsync failed: cudaErrorInvalidValue
// stderr: note: the source is memory of the device, the destination of the host: that is cudaMemcpyDeviceToHost
// stderr: refused_calls_say_why.cu:35:3: warning: cudaMemset failed: cudaErrorInvalidValue
// stderr: note: 100 bytes are too many: the memory is an array of 400 bytes, allocated at .*:28:3, of which 80 are left there
// stderr: refused_calls_say_why.cu:36:3: warning: cudaMemcpyToSymbol failed: cudaErrorInvalidValue
// stderr: note: 20 bytes are too many: the symbol is the variable 'symbol' of 16 bytes
// stderr: refused_calls_say_why.cu:38:3: warning: cudaFree failed: cudaErrorInvalidValue
// stderr: note: it points to an array of 400 bytes, allocated at .*:28:3, freed at .*:37:3$
// stderr: refused_calls_say_why.cu:39:3: warning: cudaFreeHost failed: cudaErrorInvalidValue
// stderr: note: 0x[0-9a-f]+ is not from a function that goes with this one
// stderr: warning: cudaFreeAsync failed: cudaErrorInvalidValue
// stderr: note: it does not point to the start of an array of 100 bytes
// stderr: note: the program never asked
#include <cuda_runtime.h>

__device__ int symbol[4];

int main() {
  int *array = nullptr, *other = nullptr;
  int host[200] = {};

  // What a program often has.
  cudaMalloc(&array, 400);
  cudaMalloc(&other, 100);

  // The lines of these count.
  cudaMemcpy(array, host, 404, cudaMemcpyHostToDevice);
  cudaMemcpy2D(array, 40, array, 40, 40, 10, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(host, array, 400, cudaMemcpyHostToDevice);
  cudaMemset(array + 80, 0, 100);
  cudaMemcpyToSymbol(symbol, host, 16, 4);
  cudaFree(array);
  cudaFree(array);
  cudaFreeHost(host);
  cudaFreeAsync(other + 1, nullptr);
  return 0;
}
