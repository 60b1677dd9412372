// A net as Python hands it to searches.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/shared_object.hpp"
#include "motu/core/nets/conv_net.hpp"
#include "motu/core/nets/net_evaluator.hpp"

namespace motu {

// Holds what runs the net: a callable of (planes uint8 [batch, planes, bytes], rows, columns) that returns float32
// arrays, values [batch] and logits [batch, policy size].
class PyNet final : public EvaluatorSource {
 public:
  explicit PyNet(SharedObject run) : run_(std::move(run)) {}
  // Throws "net/game" for a game without nets.
  std::unique_ptr<Evaluator> evaluator_for(const Game& game) const override;

 private:
  SharedObject run_;
};

// A net that motu runs itself, read from the bytes of its file.
class PyConvNet final : public EvaluatorSource {
 public:
  // `kernels` and, where blocks are to be in 8 bits, `of_blocks` are named as convolution_kernels() and
  // convolution_kernels_of_8_bits() name them, or empty for the fastest. Throws "net/file" for what is no net,
  // "net/runtime" for one of another kind, and for kernels that this processor does not have.
  PyConvNet(std::span<const std::uint8_t> file, const std::string& kernels,
            const std::optional<std::string>& of_blocks);
  // Throws "net/game" for a game that looks different to a net.
  std::unique_ptr<Evaluator> evaluator_for(const Game& game) const override;

  const ConvNet& net() const { return *net_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  PyConvNet(const OnnxFile& file, const std::string& kernels, const std::optional<std::string>& of_blocks);

  std::shared_ptr<const ConvNet> net_;
  std::map<std::string, std::string> metadata_;
};

}  // namespace motu
