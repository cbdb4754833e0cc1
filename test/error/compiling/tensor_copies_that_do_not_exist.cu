// Tensor copies that are not there, and fields of tensor maps that do not exist, are named with their lines.
// stderr: tensor_copies_that_do_not_exist\.cu:9:3: error: asm: 'cp\.async\.bulk\.tensor\.3d\.shared::cluster\.global\.im2col\.mbarrier::complete_tx::bytes' has the modifier '\.im2col', which 'cp\.async\.bulk\.tensor' does not have here: there are copies of tiles, \.1d to \.5d; \.im2col
// stderr: tensor_copies_that_do_not_exist\.cu:11:3: error: asm: .*has the modifier '\.6d'.*there are copies of tiles, \.1d to \.5d
// stderr: tensor_copies_that_do_not_exist\.cu:13:3: error: asm: 'cp\.reduce\.async\.bulk\.tensor\.1d\.global\.shared::cta\.mul\.bulk_group' has the modifier '\.mul'.*there are reductions of tiles
// stderr: tensor_copies_that_do_not_exist\.cu:14:3: error: asm: swizzles are 0 to 3: none, 32, 64 and 128 bytes
// stderr: tensor_copies_that_do_not_exist\.cu:15:3: error: asm: a vector of 2 is needed

__global__ void kernel(const void *map, unsigned shared, unsigned barrier, int x, unsigned short y) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %3, %3}], [%2], {%4};"
               ::"r"(shared), "l"(map), "r"(barrier), "r"(x), "h"(y));
  asm volatile("cp.async.bulk.tensor.6d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];"
               ::"r"(shared), "l"(map), "r"(barrier), "r"(x));
  asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.mul.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(x), "r"(shared));
  asm volatile("tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%0], 4;" ::"l"(map));
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(x), "r"(shared));
}
int main() {}
