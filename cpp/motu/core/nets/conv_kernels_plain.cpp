// Plain arithmetic, for any processor: compilers make of it what vectors there are.
#include <cmath>
#include <cstring>

#include "motu/core/nets/conv_kernels_body.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

template <typename Number>
struct Four {
  Number lanes[4];
};

struct PlainFloats {
  using Ints = Four<std::int32_t>;  // a sum each, or a unit of inputs
  using Floats = Four<float>;
  static constexpr int kLanes = 4;
  static constexpr int kCells = 2;

  template <typename Result, typename Operation>
  static Result each(Operation operation) {
    Result result;
    for (int i = 0; i < kLanes; ++i) result.lanes[i] = operation(i);
    return result;
  }

  static Ints zeros() { return {}; }
  static Ints load(const std::uint8_t* at) {
    Ints units;
    std::memcpy(units.lanes, at, sizeof(units.lanes));
    return units;
  }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int32_t unit = 0;
    std::memcpy(&unit, at, sizeof(unit));
    return {unit, unit, unit, unit};
  }
  static Floats to_floats(Ints ints) {
    return each<Floats>([&](int i) { return static_cast<float>(ints.lanes[i]); });
  }
  static Floats load(const float* at) {
    return each<Floats>([&](int i) { return at[i]; });
  }
  static Floats repeat(float value) { return {value, value, value, value}; }
  static Floats add(Floats one, Floats other) {
    return each<Floats>([&](int i) { return one.lanes[i] + other.lanes[i]; });
  }
  static Floats multiply(Floats one, Floats other) {
    return each<Floats>([&](int i) { return one.lanes[i] * other.lanes[i]; });
  }
  static Floats larger(Floats one, Floats other) {
    return each<Floats>([&](int i) { return one.lanes[i] > other.lanes[i] ? one.lanes[i] : other.lanes[i]; });
  }
  static void store(float* at, Floats values) { std::memcpy(at, values.lanes, sizeof(values.lanes)); }
  static float largest(Floats values) {
    float most = values.lanes[0];
    for (const float value : values.lanes) most = value > most ? value : most;
    return most;
  }
};

struct Plain : PlainFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;

  static std::int32_t low(std::int32_t pair) { return static_cast<std::int16_t>(pair); }
  static std::int32_t high(std::int32_t pair) { return pair >> 16; }
  static Ints add_products(Ints sum, Ints one, Ints other) {
    return each<Ints>([&](int i) {
      return sum.lanes[i] + low(one.lanes[i]) * low(other.lanes[i]) + high(one.lanes[i]) * high(other.lanes[i]);
    });
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    std::int16_t numbers[2 * kLanes];
    for (int i = 0; i < kLanes; ++i) {
      numbers[i] = static_cast<std::int16_t>(std::nearbyintf(first.lanes[i]));
      numbers[i + kLanes] = static_cast<std::int16_t>(std::nearbyintf(second.lanes[i]));
    }
    std::memcpy(at, numbers, sizeof(numbers));
  }
};

struct PlainOf8Bits : PlainFloats {
  static constexpr int kBytes = 1;
  static constexpr NumberRange kRange = kRange8;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return each<Ints>([&](int i) {
      std::int32_t total = sum.lanes[i];
      for (int byte = 0; byte < kUnitBytes; ++byte)
        total += static_cast<std::uint8_t>(inputs.lanes[i] >> (8 * byte)) *
                 static_cast<std::int8_t>(weights.lanes[i] >> (8 * byte));
      return total;
    });
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    for (int i = 0; i < kLanes; ++i) {
      at[i] = static_cast<std::uint8_t>(std::nearbyintf(first.lanes[i]));
      at[i + kLanes] = static_cast<std::uint8_t>(std::nearbyintf(second.lanes[i]));
    }
  }
};

// Sums of 32 bits come to the same as those that are added up in 16 bits first.
struct PlainOf7Bits : PlainOf8Bits {
  static constexpr NumberRange kRange = kRange7;
};

// No activation has more than 7 bits.
struct PlainOfSigned : PlainOf8Bits {
  static constexpr NumberRange kRange = kRangeSigned;
};

}  // namespace

constinit const ConvolutionKernels kPlainKernels = kernels_named<Plain>("plain");
constinit const ConvolutionKernels kPlainKernelsOf8Bits = kernels_named<PlainOf8Bits>("plain-8");
constinit const ConvolutionKernels kPlainKernelsOf7Bits = kernels_named<PlainOf7Bits>("plain-7");
constinit const ConvolutionKernels kPlainKernelsOfSigned = kernels_named<PlainOfSigned>("plain-signed");

}  // namespace motu
