/* What a CUtensorMap holds: a tensor in global memory, and the box of it that a copy moves. cuTensorMapEncodeTiled writes it,
 * tensor copies of kernels read it (device/ptx/tensor_copies.cpp). */
#ifndef RADDLE_ABI_TENSOR_MAP_H
#define RADDLE_ABI_TENSOR_MAP_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kRaddleTensorRank = 5, /* the most dimensions */
};

/* In `mark` of whatever was made by cuTensorMapEncodeTiled. */
#define RADDLE_TENSOR_MAP_MARK 0x50414d524f534e54ull

/* Dimension 0 is the one whose elements lie side by side. Those beyond the rank have one element. */
struct RaddleTensorMap {
  unsigned long long mark;
  /* In bytes. [0] is not used: libraries know that a GPU's maps have flags in that word, and clear bit 21 to get around a fault of
   * NVIDIA's drivers. */
  unsigned long long strides[kRaddleTensorRank];
  unsigned long long address;
  unsigned last[kRaddleTensorRank];       /* the index of the last element: a dimension may have 2^32 */
  unsigned short box[kRaddleTensorRank];  /* in elements of the tensor */
  unsigned char steps[kRaddleTensorRank]; /* each so-many-th element is copied; [0] is 1 */
  unsigned char rank;
  unsigned char type; /* CUtensorMapDataType */
  unsigned char element_bytes;
  unsigned char
      swizzle; /* CUtensorMapSwizzle: none, or chunks of 16 bytes change places within 32, 64 or 128 */
  unsigned char fills_nan;
};

#ifdef __cplusplus
}
#endif

#endif
