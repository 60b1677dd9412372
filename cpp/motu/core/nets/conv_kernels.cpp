#include "motu/core/nets/conv_kernels.hpp"

#include <vector>

#ifdef MOTU_X86_KERNELS
#include <cpuid.h>
#endif

#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

namespace {

#ifdef MOTU_X86_KERNELS
bool has_vnni() { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"); }
// Asked of the processor itself: compilers have known its name for a few years only.
bool has_avxvnni() {
  unsigned int abilities = 0, unused = 0;
  constexpr unsigned int kAvxVnni = 1U << 4;
  return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 1, &abilities, &unused, &unused, &unused) != 0 &&
         (abilities & kAvxVnni) != 0;
}
#endif

std::vector<const ConvolutionKernels*> found_kernels() {
  std::vector<const ConvolutionKernels*> found;
#ifdef MOTU_X86_KERNELS
  if (has_vnni()) found.push_back(&kVnniKernels);
  if (has_avxvnni()) found.push_back(&kAvxVnniKernels);
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
#ifdef MOTU_X86_KERNELS
  if (has_vnni()) found.push_back(&kVnniKernelsOf8Bits);
  if (has_avxvnni()) found.push_back(&kAvxVnniKernelsOf8Bits);
  if (__builtin_cpu_supports("avx2")) found.push_back(&kAvx2KernelsOf8Bits);
#endif
#ifdef MOTU_ARM_KERNELS
  if (has_i8mm()) found.push_back(&kI8mmKernels);
  if (has_dot_products()) found.push_back(&kDotProductKernels);
#endif
  for (const ConvolutionKernels* plain : {&kPlainKernelsOf8Bits, &kPlainKernelsOf7Bits, &kPlainKernelsOfSigned})
    found.push_back(plain);
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
