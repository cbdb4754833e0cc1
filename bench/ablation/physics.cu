// Physics: particles, lattices, fields.
#include "kernels.h"

using namespace ablation;

__global__ void gravityTiles(float4 *accelerations, const float4 *bodies, int count) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int base = 0; base < count; base += 128) {
    tile[threadIdx.x] = bodies[base + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float square = dx * dx + dy * dy + dz * dz + 1e-3f, inverse = rsqrtf(square);
      float force = tile[j].w * inverse * inverse * inverse;
      ax += force * dx;
      ay += force * dy;
      az += force * dz;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0);
}

ABLATION_KERNEL(gravity_in_tiles) {
  constexpr int count = 6144;
  bench::Random random;
  auto number = [&] { return random.uniform(-1, 1); };
  DeviceArray<float4> bodies = generated<float4>(count, [&](std::size_t) {
    float x = number(), y = number(), z = number();
    return float4{x, y, z, 1};
  });
  DeviceArray<float4> accelerations(count);
  runner.measure([&] { gravityTiles<<<count / 128, 128>>>(accelerations, bodies, count); }, accelerations);
}

// Forces of particles in cells of a grid; a thread per particle walks over the 27 cells around it.
__global__ void lennardJones(float3 *forces, const float3 *positions, const int *cell_begins, int cells,
                             int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float3 p = positions[i], force = {0, 0, 0};
  int cx = int(p.x), cy = int(p.y), cz = int(p.z);
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int x = cx + dx, y = cy + dy, z = cz + dz;
        if (x < 0 || y < 0 || z < 0 || x >= cells || y >= cells || z >= cells)
          continue;
        int cell = (z * cells + y) * cells + x;
        for (int j = cell_begins[cell]; j < cell_begins[cell + 1]; ++j) {
          float3 q = positions[j];
          float rx = p.x - q.x, ry = p.y - q.y, rz = p.z - q.z, r2 = rx * rx + ry * ry + rz * rz;
          if (r2 > 0 && r2 < 1) {
            float s2 = 0.04f / r2, s6 = s2 * s2 * s2, f = 24 * s6 * (2 * s6 - 1) / r2;
            force.x += f * rx;
            force.y += f * ry;
            force.z += f * rz;
          }
        }
      }
  forces[i] = force;
}

ABLATION_KERNEL(lennard_jones_in_cells) {
  constexpr int cells = 12, count = cells * cells * cells * 6;
  bench::Random random;
  DeviceArray<float3> positions = generated<float3>(count, [&](std::size_t i) {
    int cell = int(i / 6);
    float x = random.uniform(0, 1), y = random.uniform(0, 1), z = random.uniform(0, 1);
    return float3{cell % cells + x, cell / cells % cells + y, cell / cells / cells + z};
  });
  DeviceArray<int> begins =
      generated<int>(cells * cells * cells + 1, [](std::size_t i) { return int(i * 6); });
  DeviceArray<float3> forces(count);
  runner.measure(
      [&] { lennardJones<<<blocksFor(count, 128), 128>>>(forces, positions, begins, cells, count); }, forces);
}

// Lattice Boltzmann, nine directions, streaming and collision in one kernel; a plane per direction.
__constant__ int kDx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, kDy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float kShares[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                                 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

__global__ void latticeBoltzmann(float *out, const float *in, int width, int height, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      cells = width * height;
  float f[9], density = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - kDx[k] + width) % width, sy = (y - kDy[k] + height) % height;
    f[k] = in[k * cells + sy * width + sx];
    density += f[k];
    ux += kDx[k] * f[k];
    uy += kDy[k] * f[k];
  }
  ux /= density;
  uy /= density;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float along = 3 * (kDx[k] * ux + kDy[k] * uy);
    float equilibrium = kShares[k] * density * (1 + along + 0.5f * along * along - square);
    out[k * cells + y * width + x] = f[k] + omega * (equilibrium - f[k]);
  }
}

ABLATION_KERNEL(lattice_boltzmann_d2q9) {
  constexpr int width = 512, height = 256;
  DeviceArray<float> in = uniform(9 * width * height, 0.1f, 0.2f), out(9 * width * height);
  runner.measure(
      [&] { latticeBoltzmann<<<dim3(width / 32, height / 4), dim3(32, 4)>>>(out, in, width, height, 1.2f); },
      out);
}

__device__ unsigned nextRandom(unsigned &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

// A checkerboard's colour at a time.
__global__ void isingStep(signed char *spins, unsigned *states, int size, int colour, float beta) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  int x = 2 * column + ((y + colour) & 1);
  int up = (y + size - 1) % size, down = (y + 1) % size, left = (x + size - 1) % size, right = (x + 1) % size;
  int neighbours =
      spins[up * size + x] + spins[down * size + x] + spins[y * size + left] + spins[y * size + right];
  int spin = spins[y * size + x];
  unsigned state = states[y * (size / 2) + column];
  float random = nextRandom(state) * 0x1p-32f;
  if (random < expf(-2 * beta * spin * neighbours))
    spins[y * size + x] = -spin;
  states[y * (size / 2) + column] = state;
}

ABLATION_KERNEL(ising_checkerboard) {
  constexpr int size = 1024;
  DeviceArray<signed char> first =
      generated<signed char>(size * size, [](std::size_t i) { return i * 2654435761u >> 16 & 1 ? 1 : -1; });
  DeviceArray<signed char> spins(size * size);
  DeviceArray<unsigned> seeds = integersBelow<unsigned>(1u << 31, size * size / 2), states(size * size / 2);
  runner.before([&] {
    bench::require(cudaMemcpy(spins, first, size * size, cudaMemcpyDeviceToDevice));
    bench::require(cudaMemcpy(states, seeds, size * size * 2, cudaMemcpyDeviceToDevice));
  });
  runner.measure(
      [&] {
        for (int colour = 0; colour < 2; ++colour)
          isingStep<<<dim3(size / 2 / 256, size), 256>>>(spins, states, size, colour, 0.4f);
      },
      spins);
}

struct Particle {
  float x, y, z, vx, vy, vz;
};

__global__ void moveParticles(Particle *particles, int count, float step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  Particle p = particles[i];
  p.vy -= 9.81f * step;
  p.x += p.vx * step;
  p.y += p.vy * step;
  p.z += p.vz * step;
  if (p.y < 0) {
    p.y = -p.y;
    p.vy *= -0.8f;
  }
  if (p.x < 0 || p.x > 1)
    p.vx = -p.vx;
  if (p.z < 0 || p.z > 1)
    p.vz = -p.vz;
  particles[i] = p;
}

ABLATION_KERNEL(particles_as_structures) {
  constexpr int count = 200000;
  bench::Random random;
  DeviceArray<Particle> first = generated<Particle>(count, [&](std::size_t) {
    Particle p;
    for (float *value : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz})
      *value = random.uniform(0, 1);
    return p;
  });
  DeviceArray<Particle> particles(count);
  runner.before([&] {
    bench::require(cudaMemcpy(particles, first, count * sizeof(Particle), cudaMemcpyDeviceToDevice));
  });
  runner.measure(
      [&] {
        for (int i = 0; i < 4; ++i)
          moveParticles<<<blocksFor(count, 256), 256>>>(particles, count, 0.01f);
      },
      particles);
}

// Finite differences of Maxwell's equations in two dimensions: three fields in turn.
__global__ void updateMagnetic(float *hx, float *hy, const float *ez, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * width + x;
  if (x < width - 1 && y < height - 1) {
    hx[i] -= 0.5f * (ez[i + width] - ez[i]);
    hy[i] += 0.5f * (ez[i + 1] - ez[i]);
  }
}

__global__ void updateElectric(float *ez, const float *hx, const float *hy, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * width + x;
  if (x > 0 && y > 0 && x < width && y < height)
    ez[i] += 0.5f * (hy[i] - hy[i - 1] - hx[i] + hx[i - width]);
}

ABLATION_KERNEL(maxwell_2d) {
  constexpr int width = 700, height = 500, size = width * height;
  DeviceArray<float> first = uniform(size), ez(size), hx(size), hy(size);
  runner.before([&] {
    bench::require(cudaMemcpy(ez, first, size * 4, cudaMemcpyDeviceToDevice));
    bench::require(cudaMemset(hx, 0, size * 4));
    bench::require(cudaMemset(hy, 0, size * 4));
  });
  runner.measure(
      [&] {
        dim3 grid(blocksFor(width, 32), blocksFor(height, 8)), block(32, 8);
        for (int i = 0; i < 5; ++i) {
          updateMagnetic<<<grid, block>>>(hx, hy, ez, width, height);
          updateElectric<<<grid, block>>>(ez, hx, hy, width, height);
        }
      },
      ez);
}

struct Sphere {
  float x, y, z, radius;
};

__global__ void traceSpheres(float *image, const Sphere *spheres, int count, int width, int height) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  float dx = (px - width * 0.5f) / width, dy = (py - height * 0.5f) / width, dz = 1;
  float scale = rsqrtf(dx * dx + dy * dy + dz * dz);
  dx *= scale, dy *= scale, dz *= scale;
  float nearest = 1e20f, shade = 0;
  for (int i = 0; i < count; ++i) {
    Sphere s = spheres[i];
    float b = s.x * dx + s.y * dy + s.z * dz, c = s.x * s.x + s.y * s.y + s.z * s.z - s.radius * s.radius;
    float root = b * b - c;
    if (root > 0) {
      float t = b - sqrtf(root);
      if (t > 0 && t < nearest) {
        nearest = t;
        shade = (s.z - t * dz) / s.radius;
      }
    }
  }
  image[py * width + px] = shade;
}

ABLATION_KERNEL(ray_tracing_spheres) {
  constexpr int width = 640, height = 480, count = 40;
  bench::Random random;
  DeviceArray<Sphere> spheres = generated<Sphere>(count, [&](std::size_t) {
    float x = random.uniform(-3, 3), y = random.uniform(-2, 2), z = random.uniform(4, 9);
    return Sphere{x, y, z, random.uniform(0.2f, 0.8f)};
  });
  DeviceArray<float> image(width * height);
  runner.measure(
      [&] {
        traceSpheres<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(image, spheres, count, width, height);
      },
      image);
}

// A transform of 256 complex numbers per block, radix 2, in shared memory.
__global__ void fourier(float2 *data) {
  __shared__ float2 values[256];
  int t = threadIdx.x, reversed = __brev(t) >> 24;
  values[reversed] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int half = 1; half < 256; half *= 2) {
    if (t < 128) {
      int k = t % half, i = t / half * 2 * half + k;
      float sine, cosine;
      sincospif(-float(k) / half, &sine, &cosine);
      float2 a = values[i], b = values[i + half];
      float2 c = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
      values[i] = make_float2(a.x + c.x, a.y + c.y);
      values[i + half] = make_float2(a.x - c.x, a.y - c.y);
    }
    __syncthreads();
  }
  data[blockIdx.x * 256 + t] = values[t];
}

ABLATION_KERNEL(fft_of_256_in_shared_memory) {
  constexpr int transforms = 1000, size = transforms * 256;
  DeviceArray<float2> first =
      generated<float2>(size, [](std::size_t i) { return float2{float(i % 97), float(i % 31)}; });
  DeviceArray<float2> data(size);
  runner.before([&] { bench::require(cudaMemcpy(data, first, size * 8, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { fourier<<<transforms, 256>>>(data); }, data);
}

// Oscillators on a ring, integrated by Runge and Kutta's method; neighbours meet in shared memory.
__device__ float slope(const float *phases, float own, int i, int count) {
  float left = phases[(i + count - 1) % count], right = phases[(i + 1) % count];
  return 1 + 0.3f * (sinf(left - own) + sinf(right - own));
}

__global__ void oscillators(float *phases, int steps, float dt) {
  __shared__ float shared[256];
  int i = threadIdx.x;
  float phase = phases[blockIdx.x * 256 + i];
  for (int step = 0; step < steps; ++step) {
    shared[i] = phase;
    __syncthreads();
    float k1 = slope(shared, phase, i, 256), k2 = slope(shared, phase + 0.5f * dt * k1, i, 256);
    float k3 = slope(shared, phase + 0.5f * dt * k2, i, 256), k4 = slope(shared, phase + dt * k3, i, 256);
    phase += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    __syncthreads();
  }
  phases[blockIdx.x * 256 + i] = phase;
}

ABLATION_KERNEL(coupled_oscillators) {
  constexpr int rings = 32, count = rings * 256;
  DeviceArray<float> first = uniform(count, 0, 6), phases(count);
  runner.before([&] { bench::require(cudaMemcpy(phases, first, count * 4, cudaMemcpyDeviceToDevice)); });
  runner.measure([&] { oscillators<<<rings, 256>>>(phases, 20, 0.01f); }, phases);
}

struct Node {
  float low[3], high[3];
  int left, right; // a leaf has a negative `left`
};

// A ray through a tree of boxes, with a stack of its own.
__global__ void traverse(int *hits, const Node *nodes, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float origin[3] = {x / float(width), y / float(height), -1}, inverse[3] = {10, 20, 1};
  int stack[32], size = 0, found = 0;
  stack[size++] = 0;
  while (size > 0) {
    const Node &node = nodes[stack[--size]];
    float near = 0, far = 1e9f;
    for (int axis = 0; axis < 3; ++axis) {
      float a = (node.low[axis] - origin[axis]) * inverse[axis],
            b = (node.high[axis] - origin[axis]) * inverse[axis];
      near = fmaxf(near, fminf(a, b));
      far = fminf(far, fmaxf(a, b));
    }
    if (near > far)
      continue;
    if (node.left < 0) {
      ++found;
    } else {
      stack[size++] = node.left;
      stack[size++] = node.right;
    }
  }
  hits[y * width + x] = found;
}

ABLATION_KERNEL(bounding_volume_hierarchy) {
  constexpr int depth = 9, width = 256, height = 128;
  std::vector<Node> nodes;
  std::function<int(Node, int)> divide = [&](Node box, int level) {
    int index = int(nodes.size());
    nodes.push_back(box);
    nodes[index].left = -1;
    if (level == depth)
      return index;
    int axis = level % 3;
    Node low = box, high = box;
    low.high[axis] = high.low[axis] = 0.5f * (box.low[axis] + box.high[axis]);
    int left = divide(low, level + 1), right = divide(high, level + 1);
    nodes[index].left = left;
    nodes[index].right = right;
    return index;
  };
  divide(Node{{0, 0, 0}, {1, 1, 1}, 0, 0}, 0);
  DeviceArray<Node> tree = generated<Node>(nodes.size(), [&](std::size_t i) { return nodes[i]; });
  DeviceArray<int> hits(width * height);
  runner.measure([&] { traverse<<<dim3(width / 16, height / 8), dim3(16, 8)>>>(hits, tree, width, height); },
                 hits);
}
