// Versions.
#ifndef RADDLE_API_VERSION_H
#define RADDLE_API_VERSION_H

cudaError_t cudaDriverGetVersion(int *driverVersion);
cudaError_t cudaRuntimeGetVersion(int *runtimeVersion);

#endif
