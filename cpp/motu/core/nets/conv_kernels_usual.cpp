// What every processor of a kind has that motu is built for: SSE4.1 on x86, NEON on ARM, SIMD in WebAssembly.
#include "motu/core/nets/conv_kernels_body.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

#if defined(__wasm_simd128__)
#include "motu/core/nets/conv_kernels_wasm.hpp"
#elif defined(__SSE4_1__) || defined(_M_X64)
#include <smmintrin.h>
#elif defined(__aarch64__)
#include "motu/core/nets/conv_kernels_neon.hpp"
#endif

#ifdef MOTU_USUAL_KERNELS

namespace motu {

namespace {

#if defined(__wasm_simd128__)

struct Usual : WasmFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;
  static constexpr const char* kName = "wasm";

  static Ints add_products(Ints sum, Ints one, Ints other) {
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(one, other));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    wasm_v128_store(at, rounded_16(first, second));
  }
};

#elif defined(__SSE4_1__) || defined(_M_X64)

struct Usual {
  using Ints = __m128i;
  using Floats = __m128;
  static constexpr int kLanes = 4;
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;
  static constexpr int kCells = 2;  // eight sums, four weights, a pair, a product
  static constexpr const char* kName = "sse4";

  static Ints zeros() { return _mm_setzero_si128(); }
  static Ints load(const std::uint8_t* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }
  static Ints repeat_unit(const std::uint8_t* at) {
    return _mm_castps_si128(_mm_load1_ps(reinterpret_cast<const float*>(at)));
  }
  static Ints add_products(Ints sum, Ints one, Ints other) { return _mm_add_epi32(sum, _mm_madd_epi16(one, other)); }
  static Floats to_floats(Ints ints) { return _mm_cvtepi32_ps(ints); }
  static Floats load(const float* at) { return _mm_loadu_ps(at); }
  static Floats repeat(float value) { return _mm_set1_ps(value); }
  static Floats add(Floats one, Floats other) { return _mm_add_ps(one, other); }
  static Floats multiply(Floats one, Floats other) { return _mm_mul_ps(one, other); }
  static Floats larger(Floats one, Floats other) { return _mm_max_ps(one, other); }
  static void store(float* at, Floats values) { _mm_storeu_ps(at, values); }
  static float largest(Floats values) {
    const __m128 most = _mm_max_ps(values, _mm_movehl_ps(values, values));
    return _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps(most, most, 1)));
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm_packs_epi32(_mm_cvtps_epi32(first), _mm_cvtps_epi32(second)));
  }
};

#elif defined(__aarch64__)

// A vector of numbers is four sums, or the first halves of four pairs and then their second halves.
struct Usual : NeonFloats {
  static constexpr int kBytes = 2;
  static constexpr NumberRange kRange = kRange16;
  static constexpr const char* kName = "neon";

  using NeonFloats::load;
  static Ints load(const std::uint8_t* at) {
    const int16x8_t pairs = vreinterpretq_s16_u8(vld1q_u8(at));
    return vreinterpretq_s32_s16(vuzp1q_s16(pairs, vextq_s16(pairs, pairs, 1)));
  }
  static Ints repeat_unit(const std::uint8_t* at) {
    std::int16_t pair[2];
    __builtin_memcpy(pair, at, sizeof(pair));
    return vreinterpretq_s32_s16(vcombine_s16(vdup_n_s16(pair[0]), vdup_n_s16(pair[1])));
  }
  static Ints add_products(Ints sum, Ints one, Ints other) {
    const int16x8_t first = vreinterpretq_s16_s32(one);
    const int16x8_t second = vreinterpretq_s16_s32(other);
    return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(first), vget_low_s16(second)), first, second);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    vst1q_u8(at, vreinterpretq_u8_s16(rounded_16(first, second)));
  }
};

#endif

}  // namespace

constinit const ConvolutionKernels kUsualKernels = kernels_named<Usual>(Usual::kName);

}  // namespace motu

#endif
