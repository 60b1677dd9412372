#include "motu/core/nets/conv_weights.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

[[noreturn]] void refuse() {
  throw Error("net/runtime", "motu's own runtime runs the nets that motu train writes, but for those that pool lines",
              "");
}

void expect(bool holds) {
  if (!holds) refuse();
}

// Goes through the nodes in the order in which training writes them, and takes the weights of the layers among them.
class Reader {
 public:
  explicit Reader(const OnnxFile& file) : file_(file) {}

  void skip(std::initializer_list<std::string_view> kinds) {
    for (const std::string_view kind : kinds) node(kind);
  }

  bool next_is(std::string_view kind, std::size_t ahead = 0) const {
    return at_ + ahead < file_.nodes.size() && file_.nodes[at_ + ahead].kind == kind;
  }

  bool is_at_end() const { return at_ == file_.nodes.size(); }

  // The edge of the convolution that comes next; 0 where none does.
  int next_edge() const {
    if (!next_is("Conv") || file_.nodes[at_].inputs.size() < 2) return 0;
    const auto found = file_.constants.find(file_.nodes[at_].inputs[1]);
    return found == file_.constants.end() || found->second.shape.size() != 4 ? 0
                                                                             : static_cast<int>(found->second.shape[2]);
  }

  ConvolutionWeights convolution(int edge) {
    const OnnxNode& found = node("Conv");
    const OnnxTensor& weight = constant(found, 1);
    expect(weight.shape.size() == 4 && weight.shape[2] == edge && weight.shape[3] == edge);
    ConvolutionWeights layer{size(weight.shape[0]), size(weight.shape[1]), edge, weight.values, {}};
    if (found.inputs.size() > 2) layer.bias = constant(found, 2).values;
    layer.bias.resize(static_cast<std::size_t>(layer.outputs));
    return layer;
  }

  LinearWeights linear() {
    const OnnxNode& found = node("Gemm");
    const OnnxTensor& weight = constant(found, 1);
    expect(weight.shape.size() == 2);
    LinearWeights layer{size(weight.shape[0]), size(weight.shape[1]), weight.values, constant(found, 2).values};
    expect(layer.bias.size() == static_cast<std::size_t>(layer.outputs));
    return layer;
  }

  void pool() { skip({"ReduceSum", "Div", "Sqrt", "Mul", "Sub", "Mul", "ReduceMax", "Concat"}); }

 private:
  // A net of more channels than that would be of another kind.
  static constexpr std::int64_t kMostChannels = 4096;

  static int size(std::int64_t side) {
    expect(side > 0 && side <= kMostChannels);
    return static_cast<int>(side);
  }

  const OnnxNode& node(std::string_view kind) {
    expect(next_is(kind));
    return file_.nodes[at_++];
  }

  const OnnxTensor& constant(const OnnxNode& node, std::size_t input) const {
    expect(input < node.inputs.size());
    const auto found = file_.constants.find(node.inputs[input]);
    expect(found != file_.constants.end() && !found->second.values.empty());
    return found->second;
  }

  const OnnxFile& file_;
  std::size_t at_ = 0;
};

BlockWeights read_block(Reader& reader) {
  BlockWeights block;
  block.first = reader.convolution(3);
  if (reader.next_edge() == 1) {
    PoolWeights pool;
    pool.narrow = reader.convolution(1);
    reader.skip({"Relu", "Mul"});
    reader.pool();
    pool.spread = reader.linear();
    reader.skip({"Unsqueeze", "Add"});
    block.pool = std::move(pool);
  }
  reader.skip({"Relu", "Mul"});
  block.second = reader.convolution(3);
  reader.skip({"Add", "Relu", "Mul"});
  return block;
}

void check_layer(const ConvolutionWeights& layer, int inputs, int outputs) {
  expect(layer.inputs == inputs && layer.outputs == outputs);
}

void check_pool(const PoolWeights& pool, int channels, int outputs) {
  expect(pool.narrow.inputs == channels && pool.spread.inputs == 3 * pool.narrow.outputs &&
         pool.spread.outputs == outputs);
}

// Whether the layers fit together, so that nothing reads beyond an end.
void check_sizes(const ConvNetWeights& net) {
  for (const BlockWeights& block : net.blocks) {
    check_layer(block.first, net.channels, net.channels);
    check_layer(block.second, net.channels, net.channels);
    if (block.pool) check_pool(*block.pool, net.channels, net.channels);
  }
  check_pool(net.policy, net.channels, net.policy.narrow.outputs);
  expect(net.policy_out.inputs == net.policy.narrow.outputs);
  expect(net.value_narrow.inputs == net.channels && net.value_hidden.inputs == 3 * net.value_narrow.outputs &&
         net.value_out.inputs == net.value_hidden.outputs);
}

}  // namespace

ConvNetWeights read_conv_net(const OnnxFile& file) {
  Reader reader(file);
  ConvNetWeights net;
  reader.skip({reader.next_is("Slice") ? "Slice" : "Conv", "ReduceSum"});  // the board, and its size
  net.stem = reader.convolution(3);
  net.planes = net.stem.inputs;
  net.channels = net.stem.outputs;
  reader.skip({"Relu", "Mul"});
  while (reader.next_edge() == 3) net.blocks.push_back(read_block(reader));
  net.policy.narrow = reader.convolution(1);
  reader.skip({"Relu", "Mul"});
  reader.pool();
  net.policy.spread = reader.linear();
  reader.skip({"Unsqueeze", "Add", "Relu"});
  net.policy_out = reader.convolution(1);
  reader.skip({"Flatten"});
  net.value_narrow = reader.convolution(1);
  reader.skip({"Relu", "Mul"});
  reader.pool();
  net.value_hidden = reader.linear();
  reader.skip({"Relu"});
  net.value_out = reader.linear();
  reader.skip({"Gather", "Mul", "Tanh"});
  expect(reader.is_at_end());
  check_sizes(net);
  return net;
}

}  // namespace motu
