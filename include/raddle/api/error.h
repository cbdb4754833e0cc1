// Errors. The last error of the calling host thread, and what errors are called.
#ifndef RADDLE_API_ERROR_H
#define RADDLE_API_ERROR_H

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

#endif
