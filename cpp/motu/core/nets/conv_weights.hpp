// The weights of a convolution net, read from the file that training writes (motu.train.export).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "motu/core/nets/onnx_file.hpp"

namespace motu {

// A convolution over the grid, or over single points where its edge is 1.
struct ConvolutionWeights {
  int outputs = 0;
  int inputs = 0;
  int edge = 1;               // 1 or 3
  std::vector<float> weight;  // [outputs][inputs][edge][edge]
  std::vector<float> bias;    // [outputs]
};

struct LinearWeights {
  int outputs = 0;
  int inputs = 0;
  std::vector<float> weight;  // [outputs][inputs]
  std::vector<float> bias;    // [outputs]
};

// What is pooled over the board and added to every point.
struct PoolWeights {
  ConvolutionWeights narrow;
  LinearWeights spread;
};

struct BlockWeights {
  ConvolutionWeights first;
  std::optional<PoolWeights> pool;
  ConvolutionWeights second;  // the block's scale is multiplied in
};

struct ConvNetWeights {
  int planes = 0;
  int channels = 0;
  ConvolutionWeights stem;
  std::vector<BlockWeights> blocks;
  PoolWeights policy;
  ConvolutionWeights policy_out;
  ConvolutionWeights value_narrow;
  LinearWeights value_hidden;
  LinearWeights value_out;  // the first output is the value's logit
};

// Throws "net/runtime" where the graph is not the one that training writes for games without actions of whole lines.
ConvNetWeights read_conv_net(const OnnxFile& file);

}  // namespace motu
