// The kernels that a build may have; conv_kernels.cpp chooses among them.
#pragma once

#include "motu/core/nets/conv_kernels.hpp"

#if defined(__wasm_simd128__) || defined(__SSE4_1__) || defined(_M_X64) || defined(__aarch64__)
#define MOTU_USUAL_KERNELS
#endif

namespace motu {

// Where MOTU_X86_KERNELS is defined: of processors that may be there or not.
extern const ConvolutionKernels kVnniKernels;
extern const ConvolutionKernels kVnniKernelsOf8Bits;
extern const ConvolutionKernels kAvxVnniKernels;
extern const ConvolutionKernels kAvxVnniKernelsOf8Bits;
extern const ConvolutionKernels kAvx2Kernels;
extern const ConvolutionKernels kAvx2KernelsOf8Bits;
// Where MOTU_ARM_KERNELS is, likewise.
extern const ConvolutionKernels kI8mmKernels;
extern const ConvolutionKernels kDotProductKernels;
bool has_i8mm();
bool has_dot_products();
extern const ConvolutionKernels kUsualKernels;  // where MOTU_USUAL_KERNELS is
extern const ConvolutionKernels kPlainKernels;
extern const ConvolutionKernels kPlainKernelsOf8Bits;
extern const ConvolutionKernels kPlainKernelsOf7Bits;   // with the numbers of those for AVX2
extern const ConvolutionKernels kPlainKernelsOfSigned;  // of those whose factors both have a sign

}  // namespace motu
