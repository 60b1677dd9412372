// What the kernels for WebAssembly have in common, after conv_kernels_body.hpp's rules: included by source files that
// are compiled for different browsers.
#pragma once

#include <wasm_simd128.h>

#include "motu/core/nets/conv_kernels_body.hpp"

namespace motu {

namespace {

struct WasmFloats {
  using Ints = v128_t;
  using Floats = v128_t;
  static constexpr int kLanes = 4;
  static constexpr int kCells = 2;  // eight sums, four weights, a unit, a product: all 16 registers of an x86 processor

  static Ints zeros() { return wasm_i32x4_splat(0); }
  static Ints load(const std::uint8_t* at) { return wasm_v128_load(at); }
  static Ints repeat_unit(const std::uint8_t* at) { return wasm_v128_load32_splat(at); }
  static Floats to_floats(Ints ints) { return wasm_f32x4_convert_i32x4(ints); }
  static Floats load(const float* at) { return wasm_v128_load(at); }
  static Floats repeat(float value) { return wasm_f32x4_splat(value); }
  static Floats add(Floats one, Floats other) { return wasm_f32x4_add(one, other); }
  static Floats multiply(Floats one, Floats other) { return wasm_f32x4_mul(one, other); }
  static Floats larger(Floats one, Floats other) { return wasm_f32x4_pmax(one, other); }
  static void store(float* at, Floats values) { wasm_v128_store(at, values); }
  static float largest(Floats values) {
    const Floats two = larger(values, wasm_i32x4_shuffle(values, values, 2, 3, 0, 1));
    const float low = wasm_f32x4_extract_lane(two, 0);
    const float high = wasm_f32x4_extract_lane(two, 1);
    return low > high ? low : high;
  }
};

inline v128_t rounded_32(v128_t values) { return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(values)); }

// Eight whole numbers of 16 bits.
inline v128_t rounded_16(v128_t first, v128_t second) {
  return wasm_i16x8_narrow_i32x4(rounded_32(first), rounded_32(second));
}

}  // namespace

}  // namespace motu
