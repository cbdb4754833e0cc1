// What an SM of each compute capability can hold, as far as cudaOccDeviceProp does not say it.
#ifndef RADDLE_OCCUPANCY_MULTIPROCESSOR_H
#define RADDLE_OCCUPANCY_MULTIPROCESSOR_H

typedef struct raddleOccLimits {
  int major;
  int minor;
  int blocks;              /* resident per SM */
  int registers_of_thread; /* the most */
  int register_unit;       /* a warp's registers are a multiple of it */
  int subpartitions;       /* share an SM's registers */
  int shared_unit;         /* a block's shared bytes are a multiple of it */
  int barriers;            /* named ones of an SM, 0 when they are no limit */
  int carveouts[12];       /* KiB of shared memory that an SM can be set to, ascending, and then 0 */
} raddleOccLimits;

/* Those of the newest compute capability of the same major number that is no newer; null when there is none. */
static __inline__ const raddleOccLimits *raddleOccFindLimits(int major, int minor) {
  static const raddleOccLimits table[] = {
  /* clang-format off */
#define RADDLE_SM(major, minor, family, chip, warps, blocks, sm_registers, block_registers, thread_registers, \
                  register_unit, subpartitions, shared_kib, optin_kib, reserved, shared_unit, barriers,       \
                  carveouts, source)                                                                          \
  {major, minor, blocks, thread_registers, register_unit, subpartitions, shared_unit, barriers, carveouts},
/* clang-format on */
#include "architectures.def"
  };
  const raddleOccLimits *row = table, *found = NULL;
  for (; row != table + sizeof(table) / sizeof(table[0]); ++row)
    if (row->major == major && row->minor <= minor)
      found = row;
  return found;
}

#endif
