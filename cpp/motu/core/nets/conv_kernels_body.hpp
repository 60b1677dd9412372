// The loops of conv_kernels.hpp, given what a vector is. Included by the source files that are compiled for one kind of
// processor each: nothing here or in what they include may be shared with other source files, or the linker could
// choose the code of a processor that is not there. Hence no function of the standard library.
//
// All processors get the same numbers, to the last bit: sums are whole numbers, and floating point is rounded after
// each operation (no multiplication and addition in one).
#pragma once

#include "motu/core/nets/conv_kernels.hpp"

namespace motu {

namespace {

// The sums of some cells for a group of outputs. A function of its own that copies them at its end: as long as they are
// only named by constants, compilers keep them in registers.
template <typename Lanes, int cells>
inline void add_up(const ConvolutionTask& task, int group, int first,
                   typename Lanes::Ints (&result)[cells][kGroup / Lanes::kLanes]) {
  using Ints = typename Lanes::Ints;
  constexpr int kVectors = kGroup / Lanes::kLanes;
  Ints sums[cells][kVectors];
#pragma GCC unroll 16
  for (int cell = 0; cell < cells; ++cell)
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector) sums[cell][vector] = Lanes::zeros();
  constexpr int kStep = kGroup * kUnitBytes;
  const std::uint8_t* weight = task.weight + static_cast<std::int64_t>(group) * task.num_taps * task.units * kStep;
  for (int tap = 0; tap < task.num_taps; ++tap) {
    const std::uint8_t* at[cells];
#pragma GCC unroll 16
    for (int cell = 0; cell < cells; ++cell) at[cell] = task.input + task.places[first + cell] + task.taps[tap];
    for (int unit = 0; unit < task.units; ++unit) {
      Ints weights[kVectors];
#pragma GCC unroll 16
      for (int vector = 0; vector < kVectors; ++vector)
        weights[vector] = Lanes::load(weight + kUnitBytes * Lanes::kLanes * vector);
      weight += kStep;
#pragma GCC unroll 16
      for (int cell = 0; cell < cells; ++cell) {
        const Ints inputs = Lanes::repeat_unit(at[cell] + kUnitBytes * unit);
#pragma GCC unroll 16
        for (int vector = 0; vector < kVectors; ++vector)
          sums[cell][vector] = Lanes::add_products(sums[cell][vector], inputs, weights[vector]);
      }
    }
  }
#pragma GCC unroll 16
  for (int cell = 0; cell < cells; ++cell)
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector) result[cell][vector] = sums[cell][vector];
}

// Likewise, where products of some units are added up in 16 bits first (NumberRange::units_at_once).
template <typename Lanes, int cells, int units>
inline const std::uint8_t* add_units(const std::uint8_t* weight, const std::uint8_t* const (&at)[cells], int unit,
                                     typename Lanes::Ints (&sums)[cells][kGroup / Lanes::kLanes]) {
  using Ints = typename Lanes::Ints;
  constexpr int kVectors = kGroup / Lanes::kLanes;
  Ints parts[cells][kVectors];
#pragma GCC unroll 16
  for (int more = 0; more < units; ++more) {
    Ints weights[kVectors];
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector)
      weights[vector] = Lanes::load(weight + kUnitBytes * (kGroup * more + Lanes::kLanes * vector));
#pragma GCC unroll 16
    for (int cell = 0; cell < cells; ++cell) {
      const Ints inputs = Lanes::repeat_unit(at[cell] + kUnitBytes * (unit + more));
#pragma GCC unroll 16
      for (int vector = 0; vector < kVectors; ++vector) {
        const Ints products = Lanes::products(inputs, weights[vector]);
        parts[cell][vector] = more == 0 ? products : Lanes::add_parts(parts[cell][vector], products);
      }
    }
  }
#pragma GCC unroll 16
  for (int cell = 0; cell < cells; ++cell)
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector)
      sums[cell][vector] = Lanes::add_part(sums[cell][vector], parts[cell][vector]);
  return weight + kUnitBytes * kGroup * units;
}

template <typename Lanes, int cells>
inline void add_up_in_parts(const ConvolutionTask& task, int group, int first,
                            typename Lanes::Ints (&result)[cells][kGroup / Lanes::kLanes]) {
  using Ints = typename Lanes::Ints;
  constexpr int kVectors = kGroup / Lanes::kLanes;
  constexpr int kAtOnce = Lanes::kUnitsAtOnce;
  Ints sums[cells][kVectors];
#pragma GCC unroll 16
  for (int cell = 0; cell < cells; ++cell)
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector) sums[cell][vector] = Lanes::zeros();
  const std::uint8_t* weight =
      task.weight + static_cast<std::int64_t>(group) * task.num_taps * task.units * kGroup * kUnitBytes;
  for (int tap = 0; tap < task.num_taps; ++tap) {
    const std::uint8_t* at[cells];
#pragma GCC unroll 16
    for (int cell = 0; cell < cells; ++cell) at[cell] = task.input + task.places[first + cell] + task.taps[tap];
    int unit = 0;
    for (; unit + kAtOnce <= task.units; unit += kAtOnce)
      weight = add_units<Lanes, cells, kAtOnce>(weight, at, unit, sums);
    for (; unit < task.units; ++unit) weight = add_units<Lanes, cells, 1>(weight, at, unit, sums);
  }
#pragma GCC unroll 16
  for (int cell = 0; cell < cells; ++cell)
#pragma GCC unroll 16
    for (int vector = 0; vector < kVectors; ++vector) result[cell][vector] = sums[cell][vector];
}

template <typename Lanes, int cells>
float convolve_cells(const ConvolutionTask& task, int group, int first, float largest) {
  using Floats = typename Lanes::Floats;
  constexpr int kVectors = kGroup / Lanes::kLanes;
  typename Lanes::Ints sums[cells][kVectors];
  if constexpr (requires { Lanes::kUnitsAtOnce; }) {
    add_up_in_parts<Lanes, cells>(task, group, first, sums);
  } else {
    add_up<Lanes, cells>(task, group, first, sums);
  }
  const int outputs = task.groups * kGroup;
  Floats most = Lanes::repeat(largest);
  for (int cell = 0; cell < cells; ++cell) {
    for (int vector = 0; vector < kVectors; ++vector) {
      const int output = group * kGroup + vector * Lanes::kLanes;
      const std::int64_t place = static_cast<std::int64_t>(first + cell) * outputs + output;
      Floats value = Lanes::multiply(Lanes::to_floats(sums[cell][vector]), Lanes::load(task.scale + output));
      value = Lanes::add(value, Lanes::load(task.add + output));
      if (task.residual != nullptr) value = Lanes::add(value, Lanes::load(task.residual + place));
      if (task.is_rectified) value = Lanes::larger(value, Lanes::repeat(0.0F));
      most = Lanes::larger(most, value);
      Lanes::store(task.output + place, value);
    }
  }
  return Lanes::largest(most);
}

// Cells are taken in twos to kCells at a time, as evenly as that goes: a single one would wait for each sum.
template <typename Lanes, int most = Lanes::kCells>
float convolve_rest(const ConvolutionTask& task, int group, int first, int cells, float largest) {
  if constexpr (most > 1) {
    if (cells < most) return convolve_rest<Lanes, most - 1>(task, group, first, cells, largest);
  }
  return convolve_cells<Lanes, most>(task, group, first, largest);
}

template <typename Lanes>
float convolve(const ConvolutionTask& task) {
  float largest = 0.0F;
  for (int group = 0; group < task.groups; ++group) {
    int first = 0;
    for (int tiles = (task.count + Lanes::kCells - 1) / Lanes::kCells; tiles > 0; --tiles) {
      const int cells = (task.count - first + tiles - 1) / tiles;
      largest = convolve_rest<Lanes>(task, group, first, cells, largest);
      first += cells;
    }
  }
  return largest;
}

template <typename Lanes>
void round_to_grid(const float* values, const std::int32_t* places, int count, int channels, float factor,
                   std::uint8_t* grid) {
  const typename Lanes::Floats factors = Lanes::repeat(factor);
  for (int cell = 0; cell < count; ++cell) {
    const float* from = values + static_cast<std::int64_t>(cell) * channels;
    std::uint8_t* at = grid + places[cell];
    for (int channel = 0; channel < channels; channel += kGroup) {
      if constexpr (Lanes::kLanes == kGroup) {
        Lanes::store_rounded(at + channel * Lanes::kBytes, Lanes::multiply(Lanes::load(from + channel), factors));
      } else {
        for (int part = channel; part < channel + kGroup; part += 2 * Lanes::kLanes)
          Lanes::store_rounded(at + part * Lanes::kBytes, Lanes::multiply(Lanes::load(from + part), factors),
                               Lanes::multiply(Lanes::load(from + part + Lanes::kLanes), factors));
      }
    }
  }
}

template <typename Lanes>
constexpr ConvolutionKernels kernels_named(std::string_view name) {
  return {name, Lanes::kBytes, Lanes::kRange, &convolve<Lanes>, &round_to_grid<Lanes>};
}

}  // namespace

}  // namespace motu
