#include "motu/core/nets/onnx_file.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

static_assert(std::endian::native == std::endian::little, "raw tensors are read as they lie in the file");

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint64_t kFloat32 = 1;  // TensorProto.DataType

[[noreturn]] void refuse() { throw Error("net/file", "no ONNX file, or one that is cut off", ""); }

// The numbers of the fields that are read.
namespace model {
constexpr std::uint32_t kGraph = 7, kMetadata = 14;
}
namespace graph {
constexpr std::uint32_t kNode = 1, kConstant = 5;
}
namespace node {
constexpr std::uint32_t kInput = 1, kKind = 4;
}
namespace tensor {
constexpr std::uint32_t kShape = 1, kType = 2, kFloats = 4, kName = 8, kRaw = 9;
}
namespace entry {
constexpr std::uint32_t kKey = 1, kValue = 2;
}

struct Field {
  std::uint32_t number = 0;
  std::uint64_t integer = 0;  // of a number
  Bytes bytes;                // of a text, a message, or numbers one after the other
};

// Goes through the fields of a message.
class Fields {
 public:
  explicit Fields(Bytes message) : left_(message) {}

  bool next(Field& field) {
    if (left_.empty()) return false;
    const std::uint64_t key = integer();
    field = {static_cast<std::uint32_t>(key >> 3), 0, {}};
    switch (key & 7U) {
      case 0:
        field.integer = integer();
        break;
      case 1:
        field.bytes = take(8);
        break;
      case 2:
        field.bytes = take(integer());
        break;
      case 5:
        field.bytes = take(4);
        break;
      default:
        refuse();
    }
    return true;
  }

  // A number of seven bits a byte, the lowest first.
  std::uint64_t integer() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = take(1)[0];
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80U) return value;
    }
    refuse();
  }

  bool is_empty() const { return left_.empty(); }

 private:
  Bytes take(std::uint64_t size) {
    if (size > left_.size()) refuse();
    const Bytes taken = left_.first(static_cast<std::size_t>(size));
    left_ = left_.subspan(static_cast<std::size_t>(size));
    return taken;
  }

  Bytes left_;
};

std::string text(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

void append_floats(Bytes raw, std::vector<float>& values) {
  if (raw.size() % sizeof(float) != 0) refuse();
  const std::size_t old = values.size();
  values.resize(old + raw.size() / sizeof(float));
  if (!raw.empty()) std::memcpy(values.data() + old, raw.data(), raw.size());
}

void append_shape(const Field& field, std::vector<std::int64_t>& shape) {
  if (field.bytes.empty()) {
    shape.push_back(static_cast<std::int64_t>(field.integer));
    return;
  }
  for (Fields numbers(field.bytes); !numbers.is_empty();) shape.push_back(static_cast<std::int64_t>(numbers.integer()));
}

// Whether the shape has so many places.
bool fits(const std::vector<std::int64_t>& shape, std::size_t size) {
  std::uint64_t places = 1;
  for (const std::int64_t side : shape) {
    if (side < 0 || static_cast<std::uint64_t>(side) > std::numeric_limits<std::uint32_t>::max()) return false;
    places *= static_cast<std::uint64_t>(side);
    if (places > std::numeric_limits<std::uint32_t>::max()) return false;
  }
  return places == size;
}

std::pair<std::string, OnnxTensor> read_tensor(Bytes message) {
  std::string name;
  OnnxTensor found;
  std::uint64_t type = 0;
  Bytes raw;
  Field field;
  for (Fields fields(message); fields.next(field);) {
    switch (field.number) {
      case tensor::kShape:
        append_shape(field, found.shape);
        break;
      case tensor::kType:
        type = field.integer;
        break;
      case tensor::kFloats:
        append_floats(field.bytes, found.values);
        break;
      case tensor::kName:
        name = text(field.bytes);
        break;
      case tensor::kRaw:
        raw = field.bytes;
        break;
      default:
        break;
    }
  }
  if (type == kFloat32) {
    append_floats(raw, found.values);
    if (!fits(found.shape, found.values.size())) refuse();
  }
  return {std::move(name), std::move(found)};
}

OnnxNode read_node(Bytes message) {
  OnnxNode found;
  Field field;
  for (Fields fields(message); fields.next(field);) {
    if (field.number == node::kInput) found.inputs.push_back(text(field.bytes));
    if (field.number == node::kKind) found.kind = text(field.bytes);
  }
  return found;
}

void read_graph(Bytes message, OnnxFile& file) {
  Field field;
  for (Fields fields(message); fields.next(field);) {
    if (field.number == graph::kNode) file.nodes.push_back(read_node(field.bytes));
    if (field.number == graph::kConstant) file.constants.insert(read_tensor(field.bytes));
  }
}

void read_metadata(Bytes message, OnnxFile& file) {
  std::string key;
  std::string value;
  Field field;
  for (Fields fields(message); fields.next(field);) {
    if (field.number == entry::kKey) key = text(field.bytes);
    if (field.number == entry::kValue) value = text(field.bytes);
  }
  file.metadata[key] = value;
}

}  // namespace

OnnxFile read_onnx(std::span<const std::uint8_t> bytes) {
  OnnxFile file;
  Field field;
  for (Fields fields(bytes); fields.next(field);) {
    if (field.number == model::kGraph) read_graph(field.bytes, file);
    if (field.number == model::kMetadata) read_metadata(field.bytes, file);
  }
  if (file.nodes.empty()) refuse();
  return file;
}

}  // namespace motu
