// The inner loops of a convolution net, once for each kind of processor.
//
// Activations and weights are 16 bits: as exact as a net needs (a part in 8,192 of a layer's largest activation), and
// every processor multiplies pairs of them and adds the products up in 32 bits by one instruction. Ranges are such that
// no sum overflows (kMostActivation, kMostWeights).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace motu {

// Outputs are computed in groups of so many, and their number is filled up to that.
inline constexpr int kGroup = 16;
// The largest activation, and the largest sum of an output's weights of one sign: activations are rectified, so a sum
// lies between what those above and those below 0 could make of it. Their product, rounding included, is less than
// 2^31.
inline constexpr int kMostActivation = 8191;
inline constexpr int kMostWeights = 261'000;

struct ConvolutionTask {
  const std::int16_t* input = nullptr;   // [points of the grid with its border][inputs]
  const std::int32_t* places = nullptr;  // [count] where the board's points lie in it
  int count = 0;
  const std::int32_t* taps = nullptr;  // [num_taps] from a point to its neighbours, in elements of the input
  int num_taps = 0;
  int pairs = 0;  // half as many as there are inputs
  int groups = 0;
  const std::int16_t* weight = nullptr;  // [groups][num_taps][pairs][kGroup][2]
  const float* scale = nullptr;          // [groups * kGroup] what a unit of the sum is worth
  const float* add = nullptr;            // [groups * kGroup] added to the sum's worth
  const float* residual = nullptr;       // [count][groups * kGroup] added as well, or nothing
  bool is_rectified = false;
  float* output = nullptr;  // [count][groups * kGroup]
};

struct ConvolutionKernels {
  std::string_view name;  // such as "avx2"
  // Returns the largest output, at least 0.
  float (*convolve)(const ConvolutionTask& task);
  // Rounds values [count][channels] * factor to whole numbers at their places in a grid; channels is a multiple of
  // kGroup.
  void (*round)(const float* values, const std::int32_t* places, int count, int channels, float factor,
                std::int16_t* grid);
};

// Those that this processor has, the fastest first.
std::span<const ConvolutionKernels* const> convolution_kernels();

}  // namespace motu
