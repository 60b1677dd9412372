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

struct Plain {
  using Ints = Four<std::int32_t>;  // a sum each, or a pair of 16 bits
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
  static Ints load(const std::int16_t* at) {
    Ints pairs;
    std::memcpy(pairs.lanes, at, sizeof(pairs.lanes));
    return pairs;
  }
  static Ints repeat_pair(const std::int16_t* at) {
    std::int32_t pair = 0;
    std::memcpy(&pair, at, sizeof(pair));
    return {pair, pair, pair, pair};
  }
  static std::int32_t low(std::int32_t pair) { return static_cast<std::int16_t>(pair); }
  static std::int32_t high(std::int32_t pair) { return pair >> 16; }
  static Ints add_products(Ints sum, Ints one, Ints other) {
    return each<Ints>([&](int i) {
      return sum.lanes[i] + low(one.lanes[i]) * low(other.lanes[i]) + high(one.lanes[i]) * high(other.lanes[i]);
    });
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
  static void store_rounded(std::int16_t* at, Floats first, Floats second) {
    for (int i = 0; i < kLanes; ++i) {
      at[i] = static_cast<std::int16_t>(std::nearbyintf(first.lanes[i]));
      at[i + kLanes] = static_cast<std::int16_t>(std::nearbyintf(second.lanes[i]));
    }
  }
};

}  // namespace

const ConvolutionKernels kPlainKernels{"plain", &convolve<Plain>, &round_to_grid<Plain>};

}  // namespace motu
