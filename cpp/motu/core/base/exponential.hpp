// Curves whose last digits are the same with every C library, so that searches at a fixed seed are: made of additions,
// products and quotients in double precision, each of which is rounded in one way only (processors that fuse two of
// them are left to do so). The libraries' own differ from each other, in 4 % of hyperbolic tangents by the last digit;
// these are the nearest floats but for one in a hundred thousand.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace motu {

namespace exponential_parts {

// e^x for |x| <= 300: 2^k times the series of what is left, which is within half of ln 2.
inline double of(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2 = 0.6931471805599453;
  const double k = std::floor(x * kLog2E + 0.5);
  const double r = x - k * kLn2;
  double sum = 1.0 / 362880;
  for (const double term : {1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0}) {
    sum = sum * r + term;
  }
  return sum * std::bit_cast<double>((static_cast<std::int64_t>(k) + 1023) << 52);
}

}  // namespace exponential_parts

// Right to eleven digits; beyond -300 and 300 as there.
inline double exponential(double x) { return exponential_parts::of(std::clamp(x, -300.0, 300.0)); }

inline float exponential(float x) {
  return static_cast<float>(exponential_parts::of(std::clamp(static_cast<double>(x), -150.0, 150.0)));
}

// Right to eleven digits.
inline double hyperbolic_tangent(double x) {
  const double size = std::min(std::abs(x), 20.0);
  double value = 0.0;
  if (size < 0.01) {
    const double square = size * size;
    value = size * (1.0 - square * (1.0 / 3 - square * (2.0 / 15)));
  } else {
    value = 1.0 - 2.0 / (exponential_parts::of(2.0 * size) + 1.0);
  }
  return x < 0 ? -value : value;
}

inline float hyperbolic_tangent(float x) { return static_cast<float>(hyperbolic_tangent(static_cast<double>(x))); }

namespace logarithm_parts {

// The exponent's share, and the series of the inverse hyperbolic tangent of what is left, which is between the square
// roots of 1/2 and of 2.
constexpr double of(double x) {
  constexpr double kLn2 = 0.6931471805599453;
  constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  double exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  double rest = std::bit_cast<double>((bits & kMantissa) | std::bit_cast<std::uint64_t>(1.0));
  if (rest > 1.4142135623730951) {
    rest *= 0.5;
    exponent += 1.0;
  }
  const double s = (rest - 1.0) / (rest + 1.0);
  const double square = s * s;
  double sum = 0.0;
  for (int n = 21; n >= 1; n -= 2) sum = sum * square + 1.0 / n;
  return exponent * kLn2 + 2.0 * s * sum;
}

constexpr int kStepBits = 5;
constexpr int kSteps = 1 << kStepBits;

struct Step {
  double inverse;
  double logarithm;
};

// Of 1, 1 + 1/32 … 1 + 31/32.
constexpr std::array<Step, kSteps> steps() {
  std::array<Step, kSteps> all{};
  for (int i = 0; i < kSteps; ++i) {
    const double begin = 1.0 + static_cast<double>(i) / kSteps;
    all[static_cast<std::size_t>(i)] = {1.0 / begin, of(begin)};
  }
  return all;
}

constexpr std::array<Step, kSteps> kTable = steps();

}  // namespace logarithm_parts

// ln x of a normal number above 0, right to the last digits.
constexpr double logarithm(double x) { return logarithm_parts::of(x); }

// Searches ask for it in every node, so it has a table and no division.
inline float logarithm(float x) {
  constexpr double kLn2 = 0.6931471805599453;
  constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x));
  const auto exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  const auto rest = std::bit_cast<double>((bits & kMantissa) | std::bit_cast<std::uint64_t>(1.0));
  const auto& step = logarithm_parts::kTable[(bits & kMantissa) >> (52 - logarithm_parts::kStepBits)];
  const double r = rest * step.inverse - 1.0;
  const double series = r * (1.0 + r * (-1.0 / 2 + r * (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5)))));
  return static_cast<float>(exponent * kLn2 + step.logarithm + series);
}

}  // namespace motu
