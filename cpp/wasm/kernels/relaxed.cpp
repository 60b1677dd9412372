// A module of its own (scripts/wasm_build.py): the loops of nets for browsers that add up products of 8 bits, which
// WebAssembly calls relaxed, since its answers differ where a factor has more than 7 bits. It works in the engine's
// memory and on a stack that it is given there (nets.cpp).
#include "motu/core/nets/conv_kernels_wasm.hpp"

namespace motu {

namespace {

struct Relaxed : WasmFloats {
  static constexpr int kBytes = 1;

  static Ints add_products(Ints sum, Ints inputs, Ints weights) {
    return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(weights, inputs, sum);
  }
  static void store_rounded(std::uint8_t* at, Floats first, Floats second) {
    const v128_t numbers = rounded_16(first, second);
    wasm_v128_store64_lane(at, wasm_u8x16_narrow_i16x8(numbers, numbers), 0);
  }
};

}  // namespace

}  // namespace motu

extern "C" {

__attribute__((export_name("convolve"))) float convolve(const motu::ConvolutionTask* task) {
  return motu::convolve<motu::Relaxed>(*task);
}

__attribute__((export_name("round"))) void round_to_grid(const float* values, const std::int32_t* places, int count,
                                                         int channels, float factor, std::uint8_t* grid) {
  motu::round_to_grid<motu::Relaxed>(values, places, count, channels, factor, grid);
}
}
