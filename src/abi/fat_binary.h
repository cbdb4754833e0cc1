// The container that raddlecc embeds in host objects in place of NVIDIA's fat binary.
//
// clang's host pass wraps it in a FatBinaryWrapper and hands that to __cudaRegisterFatBinary. The
// container is position independent, little endian, and starts with the header below; the payload
// (LLVM bitcode of the device pass, later PTX beside it) follows at the stated offsets.

#ifndef RADDLE_ABI_FAT_BINARY_H
#define RADDLE_ABI_FAT_BINARY_H

#include <stdint.h>

namespace raddle::abi {

// What clang emits; the magic is the one of CUDA's own wrapper.
struct FatBinaryWrapper {
  uint32_t magic;   // kWrapperMagic
  uint32_t version; // 1
  const void *data; // FatBinaryHeader
  void *unused;
};
inline constexpr uint32_t kWrapperMagic = 0x466243b1;

inline constexpr char kFatBinaryMagic[8] = {'R', 'A', 'D', 'D', 'L', 'E', 'F', 'B'};
inline constexpr uint32_t kFatBinaryVersion = 1;

enum FatBinaryFlags : uint32_t {
  kRelocatable = 1, // -rdc=true: linked with the other relocatable ones of the same executable or library
  kDebug = 2        // -G: kernels are compiled without optimisation
};

enum class PayloadKind : uint32_t {
  kBitcode = 1,
  kPtx = 2,
  // A line of text for each kernel, in the order of the bitcode: the threads of its __launch_bounds__, or 0; its mangled name.
  kKernels = 3,
  // A line of text for each variable that programs can ask for: its declaration in PTX.
  kVariables = 4
};

struct FatBinaryHeader {
  char magic[8];            // kFatBinaryMagic
  uint32_t version;         // kFatBinaryVersion
  uint32_t flags;           // FatBinaryFlags
  uint64_t total_bytes;     // header, entries and payloads
  uint32_t arch;            // compute capability of the device pass, e.g. 90
  uint32_t entry_count;     // FatBinaryEntry records follow the header
  uint64_t content_hash[2]; // XXH3-128 of everything after the header, low half first
};
static_assert(sizeof(FatBinaryHeader) == 48);

struct FatBinaryEntry {
  PayloadKind kind;
  uint32_t arch;
  uint64_t offset; // from the start of the header
  uint64_t bytes;
};
static_assert(sizeof(FatBinaryEntry) == 24);

} // namespace raddle::abi

#endif // RADDLE_ABI_FAT_BINARY_H
