#include "motu/core/nets/conv_kernels.hpp"

#include <vector>

#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

#ifdef MOTU_VNNI
bool has_vnni() { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"); }
#endif

std::vector<const ConvolutionKernels*> found_kernels() {
  std::vector<const ConvolutionKernels*> found;
#ifdef MOTU_VNNI
  if (has_vnni()) found.push_back(&kVnniKernels);
#endif
#ifdef MOTU_AVX2
  if (__builtin_cpu_supports("avx2")) found.push_back(&kAvx2Kernels);
#endif
#ifdef MOTU_USUAL_KERNELS
  found.push_back(&kUsualKernels);
#endif
  found.push_back(&kPlainKernels);
  return found;
}

std::vector<const ConvolutionKernels*> found_kernels_of_8_bits() {
  std::vector<const ConvolutionKernels*> found;
#ifdef MOTU_VNNI
  if (has_vnni()) found.push_back(&kVnniKernelsOf8Bits);
#endif
  found.push_back(&kPlainKernelsOf8Bits);
  return found;
}

}  // namespace

std::span<const ConvolutionKernels* const> convolution_kernels() {
  static const std::vector<const ConvolutionKernels*> found = found_kernels();
  return found;
}

std::span<const ConvolutionKernels* const> convolution_kernels_of_8_bits() {
  static const std::vector<const ConvolutionKernels*> found = found_kernels_of_8_bits();
  return found;
}

}  // namespace motu
