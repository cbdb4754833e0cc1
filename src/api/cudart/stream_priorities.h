// Priorities of streams.
#ifndef RADDLE_API_CUDART_STREAM_PRIORITIES_H
#define RADDLE_API_CUDART_STREAM_PRIORITIES_H

namespace raddle::cudart {

// As on NVIDIA's GPUs since sm_70. Accepted and reported; operations start in the order they get ready.
constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

} // namespace raddle::cudart

#endif
