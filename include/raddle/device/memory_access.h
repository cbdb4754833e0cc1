// Loads and stores with cache hints, which a CPU has no use for: plain accesses. And address spaces.
#ifndef RADDLE_DEVICE_MEMORY_ACCESS_H
#define RADDLE_DEVICE_MEMORY_ACCESS_H

// __ldcv and __stwt promise to reach memory; they are volatile where the type allows it.
#define RADDLE_HINTED_ACCESS(type)                                                                           \
  RADDLE_DEVICE type __ldg(const type *address) { return *address; }                                         \
  RADDLE_DEVICE type __ldcg(const type *address) { return *address; }                                        \
  RADDLE_DEVICE type __ldca(const type *address) { return *address; }                                        \
  RADDLE_DEVICE type __ldcs(const type *address) { return *address; }                                        \
  RADDLE_DEVICE type __ldlu(const type *address) { return *address; }                                        \
  RADDLE_DEVICE void __stwb(type *address, type value) { *address = value; }                                 \
  RADDLE_DEVICE void __stcg(type *address, type value) { *address = value; }                                 \
  RADDLE_DEVICE void __stcs(type *address, type value) { *address = value; }

#define RADDLE_SCALAR_ACCESS(type)                                                                           \
  RADDLE_HINTED_ACCESS(type)                                                                                 \
  RADDLE_DEVICE type __ldcv(const type *address) { return *static_cast<const volatile type *>(address); }    \
  RADDLE_DEVICE void __stwt(type *address, type value) { *static_cast<volatile type *>(address) = value; }

#define RADDLE_VECTOR_ACCESS(type)                                                                           \
  RADDLE_HINTED_ACCESS(type)                                                                                 \
  RADDLE_DEVICE type __ldcv(const type *address) { return *address; }                                        \
  RADDLE_DEVICE void __stwt(type *address, type value) { *address = value; }

RADDLE_SCALAR_ACCESS(char)
RADDLE_SCALAR_ACCESS(signed char)
RADDLE_SCALAR_ACCESS(unsigned char)
RADDLE_SCALAR_ACCESS(short)
RADDLE_SCALAR_ACCESS(unsigned short)
RADDLE_SCALAR_ACCESS(int)
RADDLE_SCALAR_ACCESS(unsigned int)
RADDLE_SCALAR_ACCESS(long)
RADDLE_SCALAR_ACCESS(unsigned long)
RADDLE_SCALAR_ACCESS(long long)
RADDLE_SCALAR_ACCESS(unsigned long long)
RADDLE_SCALAR_ACCESS(float)
RADDLE_SCALAR_ACCESS(double)

RADDLE_VECTOR_ACCESS(char2)
RADDLE_VECTOR_ACCESS(char4)
RADDLE_VECTOR_ACCESS(uchar2)
RADDLE_VECTOR_ACCESS(uchar4)
RADDLE_VECTOR_ACCESS(short2)
RADDLE_VECTOR_ACCESS(short4)
RADDLE_VECTOR_ACCESS(ushort2)
RADDLE_VECTOR_ACCESS(ushort4)
RADDLE_VECTOR_ACCESS(int2)
RADDLE_VECTOR_ACCESS(int4)
RADDLE_VECTOR_ACCESS(uint2)
RADDLE_VECTOR_ACCESS(uint4)
RADDLE_VECTOR_ACCESS(longlong2)
RADDLE_VECTOR_ACCESS(ulonglong2)
RADDLE_VECTOR_ACCESS(float2)
RADDLE_VECTOR_ACCESS(float4)
RADDLE_VECTOR_ACCESS(double2)

#undef RADDLE_VECTOR_ACCESS
#undef RADDLE_SCALAR_ACCESS
#undef RADDLE_HINTED_ACCESS

// A pointer to shared memory as a number within that address space, and back: what inline PTX takes in 32
// bits.
RADDLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void *pointer) {
  return raddle_shared_offset(pointer);
}
RADDLE_DEVICE void *__cvta_shared_to_generic(__SIZE_TYPE__ address) { return raddle_shared_pointer(address); }

// An access property of the L2 cache is a hint as well.
RADDLE_DEVICE void *__nv_associate_access_property(const void *pointer, unsigned long long) {
  return const_cast<void *>(pointer);
}

#endif
