/* Tells `raddle check` of memory that a program divides itself, for C and C++.

     raddleCheckPool(begin, bytes);        // of this only pieces may be accessed from now on
     raddleCheckPiece(begin, bytes);       // the pool hands out a piece
     raddleCheckPieceResized(begin, bytes);
     raddleCheckPieceFreed(begin);         // it takes it back
     raddleCheckPoolReset(begin);          // it takes all of them back
     raddleCheckPoolGone(begin);           // what is left of it is plain memory again
     raddleCheckName(begin, "weights");    // for reports
     raddleCheckPermit(begin, RADDLE_CHECK_READ); // what kernels may do with a piece or an array

   So an access that leaves its piece is found though it stays within the pool, and so is one to a piece that was taken back.
   The header needs nothing else. In a program that does not run on Raddle, or is not checked, all of this does nothing. */
#ifndef RADDLE_CHECK_H
#define RADDLE_CHECK_H

#include <stddef.h>

#define RADDLE_CHECK_READ 1u
#define RADDLE_CHECK_WRITE 2u
#define RADDLE_CHECK_ATOMIC 4u

#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
#ifdef __cplusplus
extern "C" {
#endif
/* In libraddle.so. Whether memory is checked. */
int raddle_note_memory(unsigned what, const void *begin, size_t number) __attribute__((weak));
#ifdef __cplusplus
}
#endif
#define __RADDLE_CHECK_NOTE(what, begin, number)                                                             \
  ((void)(raddle_note_memory && raddle_note_memory(what, begin, number)))
#else
#define __RADDLE_CHECK_NOTE(what, begin, number) ((void)(begin), (void)(number))
#endif

#define raddleCheckPool(begin, bytes) __RADDLE_CHECK_NOTE(0u, begin, bytes)
#define raddleCheckPoolGone(begin) __RADDLE_CHECK_NOTE(1u, begin, (size_t)0)
#define raddleCheckPoolReset(begin) __RADDLE_CHECK_NOTE(2u, begin, (size_t)0)
#define raddleCheckPiece(begin, bytes) __RADDLE_CHECK_NOTE(3u, begin, bytes)
#define raddleCheckPieceResized(begin, bytes) __RADDLE_CHECK_NOTE(4u, begin, bytes)
#define raddleCheckPieceFreed(begin) __RADDLE_CHECK_NOTE(5u, begin, (size_t)0)
#define raddleCheckPermit(begin, permissions) __RADDLE_CHECK_NOTE(6u, begin, (size_t)(permissions))
#define raddleCheckName(begin, name) __RADDLE_CHECK_NOTE(7u, begin, (size_t)(name))

#endif
