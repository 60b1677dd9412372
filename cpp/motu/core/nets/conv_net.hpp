// Runs a convolution net in motu's own code: on the board's points alone, with the taps that the lattice has, and with
// the same numbers on every processor.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "motu/core/nets/conv_kernels.hpp"
#include "motu/core/nets/conv_weights.hpp"
#include "motu/core/nets/net_evaluator.hpp"

namespace motu {

// A convolution's weights in 16 or 8 bits, laid out for the kernels.
struct PackedConvolution {
  PackedConvolution() = default;
  PackedConvolution(const ConvolutionWeights& layer, const ConvolutionKernels& used);

  struct Tap {
    int row = 0;  // from the point, -1 to 1
    int column = 0;
  };

  const ConvolutionKernels* kernels = nullptr;
  int outputs = 0;
  int units = 0;
  int groups = 0;
  std::vector<Tap> taps;  // those that have any weight
  std::vector<std::uint8_t> weight;
  std::vector<float> scale;
  std::vector<float> bias;
};

// Immutable, and used by several threads at once.
class ConvNet {
 public:
  // In 16 bits, but for the blocks, which may be in 8: they are nearly all of the work, and planes and heads are where
  // exactness counts. Throws "net/file" where a weight is no number.
  ConvNet(const ConvNetWeights& weights, const ConvolutionKernels& kernels, const ConvolutionKernels& of_blocks);
  explicit ConvNet(const ConvNetWeights& weights, const ConvolutionKernels& kernels = *convolution_kernels().front())
      : ConvNet(weights, kernels, kernels) {}
  ~ConvNet();

  int planes() const { return planes_; }
  int policy_planes() const { return policy_out_.outputs; }
  const ConvolutionKernels& kernels() const { return *stem_.kernels; }
  const ConvolutionKernels& kernels_of_blocks() const { return *kernels_of_blocks_; }

  // Judges positions.
  //   planes  [batch][planes][bytes], as NetEncoder::encode leaves them on a grid of rows * columns; plane 0 is the
  //   board values  [batch] in [-1, 1], for who moves logits  [batch][policy planes * rows * columns]; 0 off the board
  // Throws "net/answer" where the weights are such that an answer is no number.
  void run(std::span<const std::uint8_t> planes, int rows, int columns, std::span<float> values,
           std::span<float> logits) const;

 private:
  struct Block {
    PackedConvolution first;
    bool pools = false;
    PackedConvolution narrow;
    LinearWeights spread;
    PackedConvolution second;
  };
  class Position;
  class Run;
  using Positions = std::vector<Position>;

  std::unique_ptr<Positions> take_positions() const;

  int planes_;
  const ConvolutionKernels* kernels_of_blocks_;
  PackedConvolution stem_;
  std::vector<Block> blocks_;
  PackedConvolution policy_narrow_;
  LinearWeights policy_spread_;
  PackedConvolution policy_out_;
  PackedConvolution value_narrow_;
  LinearWeights value_hidden_;
  LinearWeights value_out_;
  mutable std::mutex lock_;
  mutable std::vector<std::unique_ptr<Positions>> idle_;  // memory of earlier runs, one for each thread at most
};

// A net of this kind on the boards of one encoder.
class ConvNetRunner final : public NetRunner {
 public:
  ConvNetRunner(std::shared_ptr<const ConvNet> net, const NetEncoder& encoder)
      : net_(std::move(net)), rows_(encoder.rows()), columns_(encoder.columns()) {}

  void run(std::span<const std::uint8_t> planes, std::span<float> values, std::span<float> logits) const override {
    net_->run(planes, rows_, columns_, values, logits);
  }

 private:
  std::shared_ptr<const ConvNet> net_;
  int rows_;
  int columns_;
};

// What a search asks in a game. Throws "net/game" for a game that the net is not for, or that has no nets.
std::unique_ptr<Evaluator> evaluator_of(std::shared_ptr<const ConvNet> net, const Game& game);

}  // namespace motu
