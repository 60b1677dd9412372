#include "motu/core/nets/conv_kernels.hpp"

#include <vector>

#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

std::vector<const ConvolutionKernels*> found_kernels() {
  std::vector<const ConvolutionKernels*> found;
#ifdef MOTU_AVX2
  if (__builtin_cpu_supports("avx2")) found.push_back(&kAvx2Kernels);
#endif
#ifdef MOTU_USUAL_KERNELS
  found.push_back(&kUsualKernels);
#endif
  found.push_back(&kPlainKernels);
  return found;
}

}  // namespace

std::span<const ConvolutionKernels* const> convolution_kernels() {
  static const std::vector<const ConvolutionKernels*> found = found_kernels();
  return found;
}

}  // namespace motu
