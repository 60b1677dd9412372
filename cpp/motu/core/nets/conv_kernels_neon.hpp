// What the kernels for NEON have in common, after conv_kernels_body.hpp's rules: included by the source files that are
// compiled for one kind of processor each.
#pragma once

#include <arm_neon.h>

#include "motu/core/nets/conv_kernels_body.hpp"

namespace motu {

namespace {

struct NeonFloats {
  using Ints = int32x4_t;
  using Floats = float32x4_t;
  static constexpr int kLanes = 4;
  static constexpr int kCells = 6;

  static Ints zeros() { return vdupq_n_s32(0); }
  static Floats to_floats(Ints ints) { return vcvtq_f32_s32(ints); }
  static Floats load(const float* at) { return vld1q_f32(at); }
  static Floats repeat(float value) { return vdupq_n_f32(value); }
  static Floats add(Floats one, Floats other) { return vaddq_f32(one, other); }
  static Floats multiply(Floats one, Floats other) { return vmulq_f32(one, other); }
  static Floats larger(Floats one, Floats other) { return vmaxq_f32(one, other); }
  static void store(float* at, Floats values) { vst1q_f32(at, values); }
  static float largest(Floats values) { return vmaxvq_f32(values); }
};

// Eight whole numbers of 16 bits.
inline int16x8_t rounded_16(float32x4_t first, float32x4_t second) {
  return vqmovn_high_s32(vqmovn_s32(vcvtnq_s32_f32(first)), vcvtnq_s32_f32(second));
}

// What takes four numbers of 8 bits at once.
struct NeonBytes : NeonFloats {
  static constexpr int kBytes = 1;

  using NeonFloats::load;
  static Ints load(const std::uint8_t* at) { return vreinterpretq_s32_u8(vld1q_u8(at)); }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int32_t unit = 0;
    __builtin_memcpy(&unit, at, sizeof(unit));
    return vdupq_n_s32(unit);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    vst1_u8(at, vqmovun_s16(rounded_16(first, second)));
  }
};

}  // namespace

}  // namespace motu
