#include "vectorize/widen/plan/access_plan.h"

#include "vectorize/widen/plan/plan_context.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

namespace raddle::vectorize {

namespace {

// Below this the addresses of the runs cost more than they save; where a lane has several fields, they are
// shared.
constexpr unsigned kShortestRun = 4, kShortestRunOfFields = 2;

// Adjacent elements.
struct Window {
  std::int64_t begin;
  unsigned elements;
};

AccessPlan cutIntoChunks(const AccessedFields &access, std::int64_t max_distance) {
  AccessPlan plan;
  plan.places.resize(access.fields.size());
  const std::int64_t size = access.element_bytes;
  const unsigned run = access.address.run(), full = access.register_bytes / access.element_bytes;
  for (unsigned first = 0; first < kLanes; first += run) {
    std::set<std::int64_t> addresses;
    for (unsigned lane = first; lane < first + run; ++lane)
      for (std::int64_t field : access.fields)
        addresses.insert(access.address.offset(lane) + field);
    std::vector<Window> windows;
    std::int64_t previous = 0;
    for (std::int64_t address : addresses) {
      if (windows.empty() || address - previous > max_distance ||
          (address - windows.back().begin) % size != 0)
        windows.push_back({address, 0});
      windows.back().elements = static_cast<unsigned>((address - windows.back().begin) / size) + 1;
      previous = address;
    }
    // A window's last chunk may overlap the one before it.
    std::vector<std::size_t> first_chunks;
    for (const Window &window : windows) {
      first_chunks.push_back(plan.chunks.size());
      const unsigned length = std::min(full, std::bit_floor(window.elements));
      for (unsigned i = 0; i < window.elements; i += length) {
        unsigned begin = std::min(i, window.elements - length);
        plan.chunks.push_back({first / run, window.begin + begin * size, length});
      }
    }
    for (std::size_t field = 0; field < access.fields.size(); ++field)
      for (unsigned lane = first; lane < first + run; ++lane) {
        std::int64_t address = access.address.offset(lane) + access.fields[field];
        std::size_t w = windows.size() - 1;
        while (windows[w].begin > address || (address - windows[w].begin) % size != 0 ||
               address >= windows[w].begin + windows[w].elements * size)
          --w;
        std::size_t chunk = first_chunks[w];
        while (address >= plan.chunks[chunk].offset + plan.chunks[chunk].elements * size)
          ++chunk;
        plan.places[field][lane] = {static_cast<unsigned>(chunk),
                                    static_cast<unsigned>((address - plan.chunks[chunk].offset) / size)};
      }
  }
  return plan;
}

// How many chunks are as long as a register, where all are equally long; else 1.
unsigned chunksOfRegister(const AccessPlan &plan, unsigned elements) {
  const unsigned length = plan.chunks.front().elements;
  const bool are_equal = std::ranges::all_of(
      plan.chunks, [&](const AccessPlan::Chunk &chunk) { return chunk.elements == length; });
  const unsigned count = std::max(elements / length, 1u);
  return are_equal && plan.chunks.size() % count == 0 ? count : 1;
}

// Shuffles that make a vector out of parts of `sources` others.
unsigned shufflesFor(std::size_t sources) {
  return static_cast<unsigned>(std::max<std::size_t>(sources, 2)) - 1;
}

// A gather takes about a step for each lane; bytes and halves have none, and need two.
unsigned stepsLaneByLane(const AccessedFields &access) {
  return static_cast<unsigned>(access.fields.size()) * (access.element_bytes < 4 ? 40 : 20);
}

constexpr unsigned kTransposedBytes = 16; // the parts of a register within which unpacking works

// Lanes lie far from each other, but the fields of a lane, or of the same lane in each part of the warp, are neighbours.
std::optional<AccessPlan> planTransposedLoads(const AccessedFields &access) {
  const unsigned side = kTransposedBytes / access.element_bytes;
  if (side != 2 && side != 4)
    return {};
  const unsigned part = std::min(kLanes, access.register_bytes / access.element_bytes),
                 run = access.address.run();
  if (run < part)
    return {};
  auto inPart = [&](unsigned lane) {
    return access.address.offset(lane) - access.address.offset(lane / part * part);
  };
  for (unsigned lane = part; lane < kLanes; ++lane)
    if (inPart(lane) != inPart(lane % part))
      return {};
  AccessPlan plan;
  plan.lanes_of_transpose = part;
  plan.side_of_transpose = side;
  plan.places.resize(access.fields.size());
  // What a part of the warp reads as one field is a column: by the run that its first lane is in, and the distance from
  // there.
  std::map<std::pair<unsigned, std::int64_t>, AccessPlan::Place> columns;
  auto columnOf = [&](unsigned first, std::size_t field) {
    return std::pair(first / run, access.address.offset(first) + access.fields[field]);
  };
  for (unsigned first = 0; first < kLanes; first += part)
    for (std::size_t field = 0; field < access.fields.size(); ++field)
      columns.insert({columnOf(first, field), {}});
  std::vector<decltype(columns)::value_type *> sorted;
  for (auto &column : columns)
    sorted.push_back(&column);
  auto isBesideTheOneBefore = [&](std::size_t i) {
    const auto [run_before, before] = sorted[i - 1]->first;
    return sorted[i]->first == std::pair(run_before, before + access.element_bytes);
  };
  // Neighbours are loaded by sides. The last side overlaps the one before, whose columns it loads again.
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    do
      ++end;
    while (end < sorted.size() && isBesideTheOneBefore(end));
    if (end - begin < side)
      return {};
    for (std::size_t i = begin; i < end; i += side) {
      const std::size_t first = std::min(i, end - side);
      const auto [of_run, distance] = sorted[first]->first;
      for (unsigned position = 0; position < side; ++position)
        sorted[first + position]->second = {static_cast<unsigned>(plan.chunks.size()), position};
      for (unsigned lane = 0; lane < part; ++lane)
        plan.chunks.push_back({of_run, distance + inPart(lane), side});
    }
  }
  for (std::size_t field = 0; field < access.fields.size(); ++field)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const AccessPlan::Place place = columns.at(columnOf(lane / part * part, field));
      plan.places[field][lane] = {place.chunk + lane % part, place.element};
    }
  return plan;
}

unsigned stepsForTranspose(const AccessPlan &plan, const AccessedFields &access) {
  const auto chunks = static_cast<unsigned>(plan.chunks.size()),
             registers = chunks * kTransposedBytes / access.register_bytes;
  // A chunk joins others on its way from memory, for which there are two ports.
  return chunks / 2 + (chunks - registers) / 2 + registers * (std::bit_width(plan.side_of_transpose) - 1);
}

// Each lane stores its neighbouring fields at once. The last of more than a side overlap those before, which are stored again.
std::optional<AccessPlan> planTransposedStores(const AccessedFields &access) {
  const unsigned side = kTransposedBytes / access.element_bytes;
  if ((side != 2 && side != 4) || access.address.run() != kLanes)
    return {};
  AccessPlan plan;
  plan.side_of_transpose = side;
  std::vector<unsigned> order(access.fields.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](unsigned field) { return access.fields[field]; });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() &&
           access.fields[order[end]] == access.fields[order[end - 1]] + access.element_bytes)
      ++end;
    if (end - begin < 2)
      return {};
    const std::size_t length = std::min<std::size_t>(end - begin, side);
    for (std::size_t i = begin; i < end; i += length) {
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(std::min(i, end - length));
      plan.stored_together.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
    }
    begin = end;
  }
  for (const auto &fields : plan.stored_together)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      plan.chunks.push_back({0, access.address.offset(lane) + access.fields[fields.front()],
                             static_cast<unsigned>(fields.size())});
  return plan;
}

// A scatter takes 22 cycles for 16 lanes on Zen 5, and without AVX-512 a store for each lane; a transpose takes its stages, and a
// step for each lane's store.
bool payTransposedStores(const AccessPlan &plan, const AccessedFields &access) {
  const auto registers =
      static_cast<unsigned>(plan.stored_together.size()) * kLanes * kTransposedBytes / access.register_bytes;
  const auto steps = static_cast<unsigned>(plan.chunks.size()) +
                     registers * (static_cast<unsigned>(std::bit_width(plan.side_of_transpose)) - 1);
  return steps <= 2 * stepsLaneByLane(access);
}

bool isPossible(const AccessedFields &access, unsigned shortest_run) {
  return access.address.run() >= shortest_run && std::has_single_bit(access.element_bytes) &&
         std::ranges::all_of(std::views::iota(0u, kLanes), [&](unsigned lane) {
           return std::abs(access.address.offset(lane)) < (std::int64_t(1) << 40);
         });
}

} // namespace

std::optional<AccessPlan::Alternating> AccessPlan::alternatingFields(unsigned first_lane,
                                                                     unsigned lanes) const {
  const auto fields = static_cast<unsigned>(places.size());
  if (fields < 4 || !std::has_single_bit(fields))
    return {};
  Alternating result{static_cast<unsigned>(chunks.size()), {}};
  for (const auto &of_field : places)
    result.first_chunk = std::min(result.first_chunk, of_field[first_lane].chunk);
  if (result.first_chunk + fields > chunks.size())
    return {};
  for (unsigned i = 0; i < fields; ++i)
    if (chunks[result.first_chunk + i].elements != lanes)
      return {};
  for (const auto &of_field : places) {
    result.position.push_back(of_field[first_lane].element);
    if (result.position.back() >= fields)
      return {};
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const Place &place = of_field[first_lane + lane];
      if ((place.chunk - result.first_chunk) * lanes + place.element !=
          lane * fields + result.position.back())
        return {};
    }
  }
  return result;
}

std::optional<AccessPlan> planLoads(const AccessedFields &access) {
  if (!isPossible(access, access.fields.size() > 1 ? kShortestRunOfFields : kShortestRun))
    return {};
  AccessPlan plan = cutIntoChunks(access, access.register_bytes);
  const unsigned part = std::min(kLanes, access.register_bytes / access.element_bytes);
  unsigned steps = static_cast<unsigned>(plan.chunks.size() + 1) / 2;
  if (access.address.run() < kShortestRun) {
    plan.joined = chunksOfRegister(plan, part);
    steps += kLanes / access.address.run(); // addresses
    steps += static_cast<unsigned>(plan.chunks.size() - plan.chunks.size() / plan.joined);
  }
  std::set<unsigned> separated;
  for (unsigned first = 0; first < kLanes; first += part) {
    if (const auto alternating = plan.alternatingFields(first, part)) {
      // A step for each field and halving, once for lanes that share their elements with others.
      if (separated.insert(alternating->first_chunk).second)
        steps += static_cast<unsigned>(plan.places.size()) *
                 static_cast<unsigned>(std::bit_width(plan.places.size()) - 1);
      continue;
    }
    for (const auto &places : plan.places) {
      std::set<unsigned> sources;
      for (unsigned lane = first; lane < first + part; ++lane)
        sources.insert(places[lane].chunk / plan.joined);
      steps += shufflesFor(sources.size());
    }
  }
  if (steps <= stepsLaneByLane(access))
    return plan;
  // Where a lane has so many neighbouring fields it would load them by sides from an address of its own.
  if (auto transposed = planTransposedLoads(access);
      transposed && (access.fields.size() * access.element_bytes >= kTransposedBytes ||
                     stepsForTranspose(*transposed, access) <= stepsLaneByLane(access)))
    return transposed;
  return {};
}

// The smallest distance of two elements that lanes of a run access.
static std::uint64_t smallestDistance(const AccessedFields &access) {
  const unsigned run = access.address.run();
  auto smallest = std::numeric_limits<std::uint64_t>::max();
  for (unsigned first = 0; first < kLanes; first += run) {
    std::vector<std::int64_t> places;
    for (unsigned lane = first; lane < first + run; ++lane)
      for (std::int64_t field : access.fields)
        places.push_back(access.address.offset(lane) + field);
    std::ranges::sort(places);
    for (std::size_t i = 1; i < places.size(); ++i)
      smallest = std::min(smallest, static_cast<std::uint64_t>(places[i] - places[i - 1]));
  }
  return smallest;
}

std::optional<AccessPlan> planStores(const AccessedFields &access) {
  if (!isPossible(access, kShortestRun))
    return {};
  // Where elements overlap in part, the last one has to be stored last.
  const std::uint64_t smallest_distance = smallestDistance(access);
  if (smallest_distance != 0 && smallest_distance < access.element_bytes)
    return {};
  // Stores that leave out elements exist for those of 4 and 8 bytes, and with AVX-512 for all.
  const bool may_leave_out = access.element_bytes >= 4 || access.register_bytes == 64;
  AccessPlan plan = cutIntoChunks(access, may_leave_out ? access.register_bytes : access.element_bytes);
  const unsigned part = std::min(kLanes, access.register_bytes / access.element_bytes),
                 run = access.address.run();
  unsigned steps = static_cast<unsigned>(plan.chunks.size());
  for (const AccessPlan::Chunk &chunk : plan.chunks) {
    std::vector<std::optional<AccessPlan::Writer>> writers(chunk.elements);
    std::set<std::pair<unsigned, unsigned>> sources;
    for (unsigned element = 0; element < chunk.elements; ++element) {
      for (unsigned lane = chunk.run * run; lane < (chunk.run + 1) * run; ++lane)
        for (unsigned field = 0; field < access.fields.size(); ++field)
          if (access.address.offset(lane) + access.fields[field] ==
              chunk.offset + element * access.element_bytes)
            writers[element] = AccessPlan::Writer{field, lane};
      if (writers[element])
        sources.insert({writers[element]->field, writers[element]->lane / part});
    }
    plan.writers.push_back(std::move(writers));
    steps += shufflesFor(sources.size());
  }
  if (steps > stepsLaneByLane(access)) {
    auto transposed = planTransposedStores(access);
    return smallest_distance != 0 && transposed && payTransposedStores(*transposed, access) ? transposed
                                                                                            : std::nullopt;
  }
  plan.has_one_writer_each = smallest_distance != 0;
  return plan;
}

} // namespace raddle::vectorize
