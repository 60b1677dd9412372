// Compiled for ARM processors with sums of products of 8 bits without and with a sign (CMakeLists.txt): Apple's since
// M2, servers since Graviton 3; see conv_kernels_body.hpp.
#ifdef __ARM_FEATURE_MATMUL_INT8

#include <arm_neon.h>

#include "motu/core/nets/conv_kernels_body.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

struct I8mm {
  using Ints = int32x4_t;
  using Floats = float32x4_t;
  static constexpr int kLanes = 4;
  static constexpr int kBytes = 1;
  static constexpr int kCells = 6;

  static Ints zeros() { return vdupq_n_s32(0); }
  static Ints load(const std::uint8_t* at) { return vreinterpretq_s32_u8(vld1q_u8(at)); }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int32_t unit = 0;
    __builtin_memcpy(&unit, at, sizeof(unit));
    return vdupq_n_s32(unit);
  }
  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(inputs), vreinterpretq_s8_s32(weights));
  }
  static Floats to_floats(Ints ints) { return vcvtq_f32_s32(ints); }
  static Floats load(const float* at) { return vld1q_f32(at); }
  static Floats repeat(float value) { return vdupq_n_f32(value); }
  static Floats add(Floats one, Floats other) { return vaddq_f32(one, other); }
  static Floats multiply(Floats one, Floats other) { return vmulq_f32(one, other); }
  static Floats larger(Floats one, Floats other) { return vmaxq_f32(one, other); }
  static void store(float* at, Floats values) { vst1q_f32(at, values); }
  static float largest(Floats values) { return vmaxvq_f32(values); }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    const int16x4_t low = vqmovn_s32(vcvtnq_s32_f32(first));
    vst1_u8(at, vqmovun_s16(vqmovn_high_s32(low, vcvtnq_s32_f32(second))));
  }
};

}  // namespace

constinit const ConvolutionKernels kI8mmKernels = kernels_named<I8mm>("i8mm");

}  // namespace motu

#endif
