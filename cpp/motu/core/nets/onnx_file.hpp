// The parts of an ONNX file that are needed to run a net of ours: its nodes in order, their constants, its metadata.
//
// ONNX is a protocol buffer (https://onnx.ai/onnx/repo-docs/IR.html, onnx.proto); only the fields that are used are
// read, all others are passed over.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace motu {

struct OnnxTensor {
  std::vector<std::int64_t> shape;
  std::vector<float> values;  // none where the file has other numbers than float32
};

struct OnnxNode {
  std::string kind;  // such as "Conv"
  std::vector<std::string> inputs;
};

struct OnnxFile {
  std::vector<OnnxNode> nodes;
  std::map<std::string, OnnxTensor> constants;
  std::map<std::string, std::string> metadata;
};

// Throws "net/file" for what is no ONNX file, or is cut off.
OnnxFile read_onnx(std::span<const std::uint8_t> bytes);

}  // namespace motu
