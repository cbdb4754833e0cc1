// Which address space a generic pointer points into, and addresses as numbers within a space. All memory is
// host memory here, so but for shared memory (memory_access.h) such a number is the address itself.
#ifndef RADDLE_DEVICE_ADDRESS_SPACES_H
#define RADDLE_DEVICE_ADDRESS_SPACES_H

// As on a GPU, parameters of a kernel are global memory when they are asked about as generic pointers, and
// what lies in no other space is global too, null included.
RADDLE_DEVICE unsigned int __isGlobal(const void *pointer) {
  const unsigned space = raddle_address_space(pointer);
  return space == 1 || space == 101;
}
RADDLE_DEVICE unsigned int __isShared(const void *pointer) { return raddle_address_space(pointer) == 3; }
RADDLE_DEVICE unsigned int __isConstant(const void *pointer) { return raddle_address_space(pointer) == 4; }
RADDLE_DEVICE unsigned int __isLocal(const void *pointer) { return raddle_address_space(pointer) == 5; }
RADDLE_DEVICE unsigned int __isGridConstant(const void *pointer) {
  return raddle_address_space(pointer) == 101;
}
// The shared memory of any block of the cluster, the own one's too.
RADDLE_DEVICE unsigned int __isClusterShared(const void *pointer) {
  const unsigned space = raddle_address_space(pointer);
  return space == 3 || space == 7;
}

#define RADDLE_ADDRESS_CONVERSION(space)                                                                     \
  RADDLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_##space(const void *pointer) {                               \
    return (__SIZE_TYPE__)pointer;                                                                           \
  }                                                                                                          \
  RADDLE_DEVICE void *__cvta_##space##_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
RADDLE_ADDRESS_CONVERSION(global)
RADDLE_ADDRESS_CONVERSION(constant)
RADDLE_ADDRESS_CONVERSION(local)
RADDLE_ADDRESS_CONVERSION(grid_constant)
#undef RADDLE_ADDRESS_CONVERSION

#endif
