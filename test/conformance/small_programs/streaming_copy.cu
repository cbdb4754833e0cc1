// Streams global memory through a small shared array with memcpy_async, waiting for each piece.
#include "../check.h"
#include "../headers_under_test.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__device__ int streamed[16 * 1024];

__global__ void kernel(int *global_data) {
  cg::thread_block tb = cg::this_thread_block();
  const size_t elementsPerThreadBlock = 16 * 1024;
  const size_t elementsInShared = 128;
  __shared__ int local_smem[elementsInShared];

  size_t copy_count;
  size_t index = 0;
  while (index < elementsPerThreadBlock) {
    cg::memcpy_async(tb, local_smem, elementsInShared, global_data + index, elementsPerThreadBlock - index);
    copy_count = min(elementsInShared, elementsPerThreadBlock - index);
    cg::wait(tb);
    // Work with local_smem
    for (unsigned i = tb.thread_rank(); i < copy_count; i += tb.size())
      streamed[index + i] = 3 * local_smem[copy_count - 1 - i];
    tb.sync();
    index += copy_count;
  }
}

// Whatever size and address: the last piece is short, and the source starts where no vector does. Both
// layouts count elements.
template <typename T> __global__ void pieces(const T *in, T *out, size_t count, size_t piece) {
  extern __shared__ __align__(16) unsigned char storage[];
  T *shared = reinterpret_cast<T *>(storage);
  cg::thread_block block = cg::this_thread_block();
  for (size_t index = 0; index < count; index += piece) {
    cg::memcpy_async(block, shared, piece, in + index, count - index);
    cg::wait(block);
    size_t here = min(piece, count - index);
    for (size_t i = block.thread_rank(); i < here; i += block.size())
      out[index + i] = shared[i];
    block.sync();
  }
}

// The form that counts bytes, by tiles of the block.
__global__ void bytes_by_tiles(const char *in, char *out, int bytes) {
  __shared__ __align__(16) char shared[4][256];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int begin = tile.meta_group_rank() * bytes;
  cg::memcpy_async(tile, shared[tile.meta_group_rank()], in + begin, bytes);
  cg::wait(tile);
  for (int i = tile.thread_rank(); i < bytes; i += tile.size())
    out[begin + i] = shared[tile.meta_group_rank()][i];
}

// NVIDIA's header (CUDA 13.0) leaves bytes out, or faults, unless sizes and addresses are multiples of four.
static bool may_copy(std::size_t bytes) { return RADDLE_COOPERATIVE_GROUPS || bytes % 4 == 0; }

template <typename T> static void check_pieces(Random &random) {
  for (unsigned count : {1u, 100u, 1001u})
    for (unsigned offset : {0u, 1u, 3u})
      for (unsigned piece : {128u, 77u}) {
        if (!may_copy(count * sizeof(T)) || !may_copy(offset * sizeof(T)) || !may_copy(piece * sizeof(T)))
          continue;
        std::vector<T> values(count + offset);
        for (T &value : values)
          value = static_cast<T>(random.bits());
        DeviceArray<T> in(values), out(count);
        pieces<<<1, 50, piece * sizeof(T)>>>(in.get() + offset, out.get(), count, piece);
        CHECK_LAUNCH();
        CHECK_SAME(out.host(), std::vector<T>(values.begin() + offset, values.end()));
      }
}

int main() {
  Random random;
  const int count = 16 * 1024;
  std::vector<int> values(count), expected(count), got(count);
  for (int &value : values)
    value = random.below(1 << 28);
  for (int i = 0; i < count; ++i)
    expected[i] = 3 * values[i / 128 * 128 + 127 - i % 128];
  DeviceArray<int> device(values);
  for (int threads : {32, 65, 128}) {
    kernel<<<1, threads>>>(device.get());
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpyFromSymbol(got.data(), streamed, count * sizeof(int)));
    CHECK_SAME(got, expected);
    CHECK_CUDA(cudaMemset(device.get() + 1, 0, 4));
    expected[126] = 0;
  }
  check_pieces<char>(random);
  check_pieces<short>(random);
  check_pieces<long long>(random);
  for (int bytes : {1, 3, 16, 40, 64, 255, 256}) {
    if (!may_copy(bytes))
      continue;
    std::vector<char> text(4 * bytes);
    for (char &c : text)
      c = static_cast<char>(random.bits());
    DeviceArray<char> in(text), out(4 * bytes);
    bytes_by_tiles<<<1, 128>>>(in.get(), out.get(), bytes);
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), text);
  }
  return verdict();
}
