// Profiler. Marks the part of a run that a profiler should look at.
#ifndef RADDLE_API_PROFILER_H
#define RADDLE_API_PROFILER_H

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#endif
