// The inner loops of a convolution net, once for each kind of processor.
//
// Activations and weights are 16 bits: as exact as a net needs (a part in 8,192 of a layer's largest activation), and
// every processor multiplies pairs of them and adds the products up in 32 bits by one instruction. Where a processor
// does the same with fours of 8 bits, activations without a sign and weights with one, blocks may have these (a part in
// 255); where both have one there, activations have 7 bits. AVX2 adds up such products in 16 bits: there activations
// have 7 bits, and weights are small enough that some units go into 16 bits before a sum has 32. A unit of inputs, two
// or four, is always 4 bytes, and ranges are such that no sum overflows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace motu {

// Outputs are computed in groups of so many, and their number is filled up to that.
inline constexpr int kGroup = 16;
inline constexpr int kUnitBytes = 4;

// Of 16 and of 8 bits: the largest activation, the largest weight, and the largest sum of an output's weights of one
// sign: activations are rectified, so a sum lies between what those above and those below 0 could make of it. The
// product of activation and sum, rounding included, is less than 2^31.
// Where units_at_once is not 1, products of so many units are added up in 16 bits, those of the first and of the second
// half of each unit apart, and most_weights_at_once is the same for the weights of one such sum.
struct NumberRange {
  int most_activation = 0;
  int most_weight = 0;
  int most_weights = 0;
  int units_at_once = 1;
  int most_weights_at_once = 0;

  bool operator==(const NumberRange&) const = default;
};
inline constexpr NumberRange kRange16{8191, 32'767, 261'000};
inline constexpr NumberRange kRange8{255, 127, 8'000'000};
inline constexpr NumberRange kRange7{127, 127, 8'000'000, 4, 254};  // 127 * (254 + 4 by rounding) < 2^15
inline constexpr NumberRange kRangeSigned{127, 127, 8'000'000};

struct ConvolutionTask {
  const std::uint8_t* input = nullptr;   // [points of the grid with its border][bytes of a point's inputs]
  const std::int32_t* places = nullptr;  // [count] where the board's points lie in it, in bytes
  int count = 0;
  const std::int32_t* taps = nullptr;  // [num_taps] from a point to its neighbours, in bytes
  int num_taps = 0;
  int units = 0;  // of a point's inputs
  int groups = 0;
  const std::uint8_t* weight = nullptr;  // [groups][num_taps][units][kGroup][kUnitBytes]
  const float* scale = nullptr;          // [groups * kGroup] what a unit of the sum is worth
  const float* add = nullptr;            // [groups * kGroup] added to the sum's worth
  const float* residual = nullptr;       // [count][groups * kGroup] added as well, or nothing
  bool is_rectified = false;
  float* output = nullptr;  // [count][groups * kGroup]
};

struct ConvolutionKernels {
  std::string_view name;  // such as "avx2"
  int bytes = 2;          // of an activation, and of a weight: 2 or 1
  NumberRange range;
  // Returns the largest output, at least 0.
  float (*convolve)(const ConvolutionTask& task);
  // Rounds values [count][channels] * factor, from 0 on, to whole numbers at their places in a grid; channels is a
  // multiple of kGroup.
  void (*round)(const float* values, const std::int32_t* places, int count, int channels, float factor,
                std::uint8_t* grid);

  int inputs_of_unit() const { return kUnitBytes / bytes; }
};

// Those of 16 bits that this processor has, the fastest first.
std::span<const ConvolutionKernels* const> convolution_kernels();
// Those of 8 bits; plain arithmetic with the numbers of each kind, whose names begin with "plain", comes last.
std::span<const ConvolutionKernels* const> convolution_kernels_of_8_bits();

}  // namespace motu
