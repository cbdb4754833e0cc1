// Which cluster sizes a launch may ask for, what kernels prescribe, and how many clusters a device holds.
// flags: -arch=sm_90
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void plain(unsigned *size) {
  if (cg::this_grid().thread_rank() == 0)
    *size = cg::this_cluster().num_blocks();
}
__global__ void __cluster_dims__(2, 1, 1) ofTwo(unsigned *size) {
  if (cg::this_grid().thread_rank() == 0)
    *size = cg::this_cluster().num_blocks();
}
__global__ void __cluster_dims__(16) ofSixteen(unsigned *) {}
__global__ void __cluster_dims__() ofAny(unsigned *size) {
  if (cg::this_grid().thread_rank() == 0)
    *size = cg::this_cluster().num_blocks();
}
__global__ void __launch_bounds__(64) bounded(unsigned *) {}
__global__ void configured(unsigned *size) {
  if (cg::this_grid().thread_rank() == 0)
    *size = cg::this_cluster().num_blocks();
}

static unsigned *result;

static cudaLaunchAttribute clusterOf(unsigned x, unsigned y = 1, unsigned z = 1) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {x, y, z};
  return attribute;
}

static cudaError_t launch(void (*kernel)(unsigned *), dim3 grid, std::vector<cudaLaunchAttribute> attributes,
                          dim3 block = 32) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = attributes.data();
  config.numAttrs = static_cast<unsigned>(attributes.size());
  cudaError_t error = cudaLaunchKernelEx(&config, kernel, result);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(cudaGetLastError(), error);
  return error;
}

// The launch runs, with clusters of that size.
static void accepts(void (*kernel)(unsigned *), dim3 grid, std::vector<cudaLaunchAttribute> attributes,
                    unsigned size, dim3 block = 32) {
  CHECK_CUDA(launch(kernel, grid, attributes, block));
  unsigned got = 0;
  CHECK_CUDA(cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost));
  CHECK_EQ(got, size);
}

static void sizes() {
  accepts(plain, 4, {}, 1);
  accepts(plain, 4, {clusterOf(1)}, 1);
  accepts(plain, 4, {clusterOf(0, 0, 0)}, 1);
  accepts(plain, 4, {clusterOf(2)}, 2);
  accepts(plain, 3, {clusterOf(3)}, 3);
  accepts(plain, 14, {clusterOf(7)}, 7);
  accepts(plain, 8, {clusterOf(8)}, 8, 1024);
  accepts(plain, dim3(2, 4, 2), {clusterOf(2, 2, 2)}, 8);
  accepts(plain, 8, {clusterOf(2), clusterOf(4)}, 4);
  CHECK_EQ(launch(plain, 3, {clusterOf(2)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, dim3(2, 3, 2), {clusterOf(2, 2, 2)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 9, {clusterOf(9)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 16, {clusterOf(16)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 8, {clusterOf(0)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 8, {clusterOf(2, 0, 0)}), cudaErrorInvalidClusterSize);

  CHECK_CUDA(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  accepts(plain, 9, {clusterOf(9)}, 9);
  accepts(plain, 32, {clusterOf(16)}, 16);
  CHECK_EQ(launch(plain, 8, {clusterOf(16)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 17, {clusterOf(17)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 32, {clusterOf(32)}), cudaErrorInvalidClusterSize);
  CHECK_CUDA(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
}

static void prescribed() {
  cudaFuncAttributes attributes{};
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, ofTwo));
  CHECK_EQ(attributes.clusterDimMustBeSet, 1);
  CHECK_EQ(attributes.requiredClusterWidth, 2);
  CHECK_EQ(attributes.requiredClusterHeight, 1);
  CHECK_EQ(attributes.requiredClusterDepth, 1);
  accepts(ofTwo, 4, {}, 2);
  accepts(ofTwo, 4, {clusterOf(2)}, 2);
  CHECK_EQ(launch(ofTwo, 3, {}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(ofTwo, 4, {clusterOf(4)}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(ofTwo, 4, {clusterOf(1)}), cudaErrorInvalidClusterSize);
  ofTwo<<<3, 32>>>(result);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidClusterSize);
  ofSixteen<<<16, 32>>>(result);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidClusterSize);
  CHECK_CUDA(cudaFuncSetAttribute(ofSixteen, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  ofSixteen<<<16, 32>>>(result);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, ofAny));
  CHECK_EQ(attributes.clusterDimMustBeSet, 1);
  CHECK_EQ(attributes.requiredClusterWidth, 0);
  accepts(ofAny, 4, {clusterOf(2)}, 2);
  accepts(ofAny, 4, {clusterOf(1)}, 1);
  CHECK_EQ(launch(ofAny, 4, {}), cudaErrorInvalidClusterSize);

  void *arguments[] = {&result};
  CHECK_CUDA(cudaLaunchCooperativeKernel(ofTwo, 4, 32, arguments));
  CHECK_EQ(cudaLaunchCooperativeKernel(ofTwo, 3, 32, arguments), cudaErrorInvalidClusterSize);
  cudaGetLastError();
}

// Larger clusters may be preferred; the launch still may get the others.
static void preferred() {
  cudaLaunchAttribute attribute = clusterOf(4);
  // cudaLaunchAttributePreferredClusterDimension, CUDA 12.8
  attribute.id = static_cast<cudaLaunchAttributeID>(11);
  CHECK_CUDA(launch(plain, 8, {clusterOf(2), attribute}));
  CHECK_EQ(launch(plain, 8, {attribute}), cudaErrorInvalidClusterSize);
  attribute.val.clusterDim.x = 3;
  CHECK_EQ(launch(plain, 8, {clusterOf(2), attribute}), cudaErrorInvalidClusterSize);
}

// Which mistake counts when there are several.
static void orderOfChecks() {
  CHECK(launch(bounded, 3, {clusterOf(2)}, 65) != cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 3000000, {clusterOf(7)}, 32), cudaErrorInvalidClusterSize);
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  CHECK_EQ(launch(plain, 3000000, {clusterOf(7), cooperative}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(plain, 3000000, {clusterOf(2), cooperative}), cudaErrorCooperativeLaunchTooLarge);
}

static void requiredByAttribute() {
  cudaFuncAttributes attributes{};
  CHECK_EQ(cudaFuncSetAttribute(ofTwo, cudaFuncAttributeRequiredClusterWidth, 4), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFuncSetAttribute(ofTwo, cudaFuncAttributeRequiredClusterWidth, 2));
  CHECK_EQ(cudaFuncSetAttribute(configured, cudaFuncAttributeClusterDimMustBeSet, 1), cudaErrorInvalidValue);
  CHECK_EQ(cudaFuncSetAttribute(configured, cudaFuncAttributeRequiredClusterWidth, -1),
           cudaErrorInvalidValue);
  CHECK_EQ(cudaFuncSetAttribute(configured, cudaFuncAttributeClusterSchedulingPolicyPreference, 3),
           cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK_CUDA(cudaFuncSetAttribute(configured, cudaFuncAttributeClusterSchedulingPolicyPreference,
                                  cudaClusterSchedulingPolicyLoadBalancing));
  CHECK_CUDA(cudaFuncSetAttribute(configured, cudaFuncAttributeRequiredClusterWidth, 4));
  CHECK_EQ(launch(configured, 8, {}), cudaErrorInvalidClusterSize); // height and depth are still 0
  CHECK_CUDA(cudaFuncSetAttribute(configured, cudaFuncAttributeRequiredClusterHeight, 1));
  CHECK_CUDA(cudaFuncSetAttribute(configured, cudaFuncAttributeRequiredClusterDepth, 1));
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, configured));
  CHECK_EQ(attributes.clusterDimMustBeSet, 0);
  CHECK_EQ(attributes.requiredClusterWidth, 4);
  CHECK_EQ(attributes.clusterSchedulingPolicyPreference, 2);
  accepts(configured, 8, {}, 4);
  accepts(configured, 8, {clusterOf(4)}, 4);
  CHECK_EQ(launch(configured, 6, {}), cudaErrorInvalidClusterSize);
  CHECK_EQ(launch(configured, 8, {clusterOf(2)}), cudaErrorInvalidClusterSize);
}

static void occupancy() {
  int supported = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0));
  CHECK_EQ(supported, 1);

  int size = -1, clusters = -1;
  cudaLaunchAttribute attribute = clusterOf(2);
  cudaLaunchConfig_t config{};
  config.gridDim = 256;
  config.blockDim = 256;
  CHECK_CUDA(cudaOccupancyMaxPotentialClusterSize(&size, plain, &config));
  CHECK_EQ(size, 8);
  CHECK_CUDA(cudaOccupancyMaxPotentialClusterSize(&size, ofSixteen, &config));
  CHECK_EQ(size, 16);
  CHECK_CUDA(cudaOccupancyMaxActiveClusters(&clusters, plain, &config));
  CHECK_EQ(clusters, 0);
  CHECK_CUDA(cudaOccupancyMaxActiveClusters(&clusters, ofTwo, &config));
  CHECK(clusters > 0);
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK_CUDA(cudaOccupancyMaxActiveClusters(&clusters, plain, &config));
  int multiprocessors = 0, per_multiprocessor = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, plain, 256, 0));
  CHECK_EQ(clusters, multiprocessors * per_multiprocessor / 2);
  CHECK_EQ(cudaOccupancyMaxActiveClusters(nullptr, plain, &config), cudaErrorInvalidValue);
  config.gridDim = 3;
  CHECK_EQ(cudaOccupancyMaxActiveClusters(&clusters, plain, &config), cudaErrorInvalidClusterSize);
  config.gridDim = 16;
  attribute = clusterOf(16);
  CHECK_EQ(cudaOccupancyMaxActiveClusters(&clusters, plain, &config), cudaErrorInvalidClusterSize);
  cudaGetLastError();
  config.blockDim = 2000;
  config.numAttrs = 0;
  CHECK_CUDA(cudaOccupancyMaxPotentialClusterSize(&size, plain, &config));
  CHECK_EQ(size, 0);
}

int main() {
  DeviceArray<unsigned> size(1);
  result = size.get();
  sizes();
  prescribed();
  preferred();
  orderOfChecks();
  requiredByAttribute();
  occupancy();
  return verdict();
}
