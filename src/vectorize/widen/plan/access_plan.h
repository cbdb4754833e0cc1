// How the lanes of a warp reach addresses that differ by known offsets: which vectors are loaded or stored as
// they lie in memory, and which of their elements belong to which lane.
//
//   struct Point { float x, y, z; } *p;      lane i reads p[i].x, p[i].y and p[i].z: fields 0, 4, 8, stride
//   12
//
//   memory   x0 y0 z0 x1 y1 z1 ...           six registers of 16 elements, loaded once
//   lanes    x0 x1 x2 ...   y0 y1 y2 ...     each field is picked out of them by fixed shuffles
//
// Where lanes lie far apart, each loads its neighbouring fields for itself, and blocks of them are transposed:
//
//   t[lane * 33 + 0 ... 3]                   32 loads of 16 bytes, four of which fill a register of 16 elements; or stores
//
// The same holds for reversed and strided accesses, for lanes that share elements, and for warps that consist
// of several short rows. What is loaded between two lanes' elements is never more than a register wide, and
// both ends are the lanes' own, so it cannot fault.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_ACCESS_PLAN_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_ACCESS_PLAN_H

#include "analysis/lane_shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace raddle::vectorize {

struct AccessPlan {
  /// A vector as it lies in memory.
  struct Chunk {
    unsigned run;        // whose first lane's address it is counted from
    std::int64_t offset; // bytes from there
    unsigned elements;
  };
  struct Place {
    unsigned chunk;
    unsigned element;
  };
  struct Writer {
    unsigned field;
    unsigned lane;
  };

  std::vector<Chunk> chunks;
  /// For loads: so many neighbouring chunks fill a register, and become one before anything is picked out of
  /// them.
  unsigned joined = 1;
  /// For loads: for each field and lane, where its element is. Several lanes may share one.
  std::vector<std::array<Place, analysis::LaneShape::kLanes>> places;
  /// For loads: the chunks come in sets of one for each of so many lanes, with as many neighbouring columns each as a
  /// block has; 0: the chunks are others.
  unsigned lanes_of_transpose = 0;
  /// For loads and stores.
  unsigned side_of_transpose = 0;
  /// For stores with transposes: the neighbouring fields, as many as a side or fewer, that each lane stores at once.
  std::vector<std::vector<unsigned>> stored_together;
  /// For stores: for each chunk and element, whose value it gets: the last lane's where several write it, and
  /// none where it lies between lanes' elements.
  std::vector<std::vector<std::optional<Writer>>> writers;

  /// Fields that alternate in full chunks: x0 y0 z0 w0 x1 y1 ... in four of them.
  struct Alternating {
    unsigned first_chunk;
    std::vector<unsigned> position; // of each field
  };
  /// For loads: whether the fields of these lanes are all that some chunks hold. A power of two, four or more,
  /// and as many chunks of as many elements as there are lanes.
  std::optional<Alternating> alternatingFields(unsigned first_lane, unsigned lanes) const;
  /// For stores: no two lanes write the same element.
  bool has_one_writer_each = false;
};

struct AccessedFields {
  const analysis::LaneShape &address;
  std::span<const std::int64_t> fields; // bytes from it; each lane accesses all of them
  unsigned element_bytes;
  unsigned register_bytes;
};

/// Null where a gather is as good.
std::optional<AccessPlan> planLoads(const AccessedFields &access);

/// Null where a scatter is as good.
std::optional<AccessPlan> planStores(const AccessedFields &access);

} // namespace raddle::vectorize

#endif
