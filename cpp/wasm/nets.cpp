#include "wasm/nets.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "motu/core/base/error.hpp"
#include "motu/core/base/rng.hpp"

namespace motu {

namespace {

// The module of kernels/relaxed.cpp, which a browser may not know how to read: then it does without.
constexpr unsigned char kKernelModule[] = {
#embed "relaxed.wasm"
};

// Room for what its functions cannot keep in registers: some vectors.
constexpr std::size_t kStackBytes = 4096;
alignas(16) unsigned char kernel_stack[kStackBytes];

// What the page has made of it.
std::optional<ConvolutionKernels>& kernels_of_8_bits() {
  static std::optional<ConvolutionKernels> kernels;
  return kernels;
}

// How many positions a second the net judges: in a batch, on a board of usual size, the shortest of some times.
double rate_of(const ConvNet& net) {
  using Clock = std::chrono::steady_clock;
  constexpr int kEdge = 9;
  constexpr std::size_t kBatch = 16;
  constexpr std::size_t kBytes = (kEdge * kEdge + 7) / 8;
  Rng rng(1);
  std::vector<std::uint8_t> planes(kBatch * static_cast<std::size_t>(net.planes()) * kBytes);
  for (std::uint8_t& byte : planes) byte = static_cast<std::uint8_t>(rng.next() & rng.next());
  for (std::size_t at = 0; at < planes.size(); at += static_cast<std::size_t>(net.planes()) * kBytes)
    std::fill_n(planes.begin() + static_cast<std::ptrdiff_t>(at), kBytes, std::uint8_t{0xFF});
  std::vector<float> values(kBatch);
  std::vector<float> logits(kBatch * static_cast<std::size_t>(net.policy_planes() * kEdge * kEdge));
  double shortest = std::numeric_limits<double>::infinity();
  for (int time = 0; time < 4; ++time) {
    const auto begin = Clock::now();
    net.run(planes, kEdge, kEdge, values, logits);
    shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return static_cast<double>(kBatch) / std::max(shortest, 1e-6);
}

}  // namespace

PageNet open_net(const ConvNetWeights& weights, double bits) {
  if (bits != 0 && bits != 8 && bits != 16)
    throw Error("engine/request", "nets have blocks of 8 or 16 bits, or 0 for the faster ones");
  const ConvolutionKernels& usual = *convolution_kernels().front();
  const std::optional<ConvolutionKernels>& other = kernels_of_8_bits();
  if (bits == 8 && !other) throw Error("net/runtime", "this browser has no inner loops of 8 bits");
  PageNet best;
  const auto try_blocks = [&](const ConvolutionKernels& of_blocks) {
    auto net = std::make_shared<const ConvNet>(weights, usual, of_blocks);
    const double rate = rate_of(*net);
    if (rate > best.rate) best = {std::move(net), rate};
  };
  if (bits != 8) try_blocks(usual);
  if (bits != 16 && other) try_blocks(*other);
  return best;
}

}  // namespace motu

using namespace motu;

// The module of kernels, for a page that can read it: it is to work in the engine's memory.
extern "C" __attribute__((export_name("motu_kernels"))) const unsigned char* motu_kernels() { return kKernelModule; }

extern "C" __attribute__((export_name("motu_kernels_size"))) std::size_t motu_kernels_size() {
  return sizeof(kKernelModule);
}

// Where its stack begins, which grows downwards.
extern "C" __attribute__((export_name("motu_kernels_stack"))) const unsigned char* motu_kernels_stack() {
  return kernel_stack + kStackBytes;
}

// Takes the functions of that module into use, which the page has put into the table of functions: where they stand.
extern "C" __attribute__((export_name("motu_use_kernels"))) void motu_use_kernels(
    decltype(ConvolutionKernels::convolve) convolve, decltype(ConvolutionKernels::round) round) {
  kernels_of_8_bits() = ConvolutionKernels{"relaxed", 1, kRangeSigned, convolve, round};
}
