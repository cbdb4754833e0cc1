// Which sanitizer this code is compiled for, as 0/1 macros.
#ifndef RADDLE_BASE_SANITIZERS_H
#define RADDLE_BASE_SANITIZERS_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RADDLE_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define RADDLE_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define RADDLE_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define RADDLE_TSAN 1
#endif

#ifndef RADDLE_ASAN
#define RADDLE_ASAN 0
#endif
#ifndef RADDLE_TSAN
#define RADDLE_TSAN 0
#endif

#endif
