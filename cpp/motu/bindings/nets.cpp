#include "motu/bindings/nets.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>;
using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

class PyNetRunner final : public NetRunner {
 public:
  PyNetRunner(SharedObject run, std::shared_ptr<const NetEncoder> encoder)
      : run_(std::move(run)), encoder_(std::move(encoder)) {}

  void run(std::span<const std::uint8_t> planes, std::span<float> values, std::span<float> logits) const override {
    const PythonLocked locked;
    auto* copy = new std::uint8_t[planes.size()];
    const nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    std::ranges::copy(planes, copy);
    const std::size_t sizes[] = {values.size(), encoder_->planes().size(), encoder_->plane_bytes()};
    const nb::object given = nb::cast(Bytes(copy, 3, sizes, owner));
    const nb::object answer = ask_python(*run_, given, encoder_->rows(), encoder_->columns());
    take(answer[0], values, "values");
    take(answer[1], logits, "logits");
  }

 private:
  static void take(const nb::object& answer, std::span<float> out, const char* what) {
    const auto floats = nb::cast<Floats>(answer);
    if (floats.size() != out.size()) {
      throw nb::value_error((std::string("a net's ") + what + " have the wrong size").c_str());
    }
    std::copy_n(floats.data(), out.size(), out.begin());
  }

  SharedObject run_;
  std::shared_ptr<const NetEncoder> encoder_;
};

void check_view(const NetEncoder& encoder, std::int64_t view) {
  if (view >= 0 && view < encoder.num_views()) return;
  const std::string number = std::to_string(view);
  throw Error("net/view", "no view " + number + ": there are 0 to " + std::to_string(encoder.num_views() - 1), number);
}

// A position's planes in a view, uint8 [planes, bytes].
auto encode(const NetEncoder& encoder, const PyState& state, std::int64_t view) {
  check_view(encoder, view);
  check_game(encoder.game(), *state.state, "this encoding", "net");
  const std::size_t planes = encoder.planes().size();
  auto* bits = new std::uint8_t[planes * encoder.plane_bytes()];
  const nb::capsule owner(bits, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
  encoder.encode(*state.state, static_cast<int>(view), {bits, planes * encoder.plane_bytes()});
  return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>(bits, {planes, encoder.plane_bytes()}, owner);
}

std::vector<int> points(const NetEncoder& encoder, std::int64_t view) {
  check_view(encoder, view);
  std::vector<int> found;
  for (Action action = 0; action < encoder.game().num_actions(); ++action)
    found.push_back(encoder.point_of(action, static_cast<int>(view)));
  return found;
}

using GivenPlanes = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<nb::numpy, float, nb::ndim<1>>;
using Logits = nb::ndarray<nb::numpy, float, nb::ndim<2>>;

template <std::size_t dimensions>
auto new_floats(const std::size_t (&shape)[dimensions], std::span<float>& view) {
  std::size_t count = 1;
  for (const std::size_t side : shape) count *= side;
  auto* floats = new float[count]();
  view = {floats, count};
  const nb::capsule owner(floats, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return nb::ndarray<nb::numpy, float, nb::ndim<dimensions>>(floats, dimensions, shape, owner);
}

// Grids larger than any board would only be a way to ask for memory.
constexpr int kMostRows = 256;

std::pair<Values, Logits> run_net(const PyConvNet& self, const GivenPlanes& planes, int rows, int columns) {
  const ConvNet& net = self.net();
  const bool fits = rows > 0 && columns > 0 && rows <= kMostRows && columns <= kMostRows;
  const std::size_t points = fits ? static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) : 0;
  if (!fits || planes.shape(1) != static_cast<std::size_t>(net.planes()) || planes.shape(2) != (points + 7) / 8)
    throw nb::value_error("planes are uint8 [batch, planes of the net, bytes of rows * columns bits]");
  const std::size_t batch = planes.shape(0);
  std::span<float> values;
  std::span<float> logits;
  Values all_values = new_floats({batch}, values);
  Logits all_logits = new_floats({batch, points * static_cast<std::size_t>(net.policy_planes())}, logits);
  {
    const PythonUnlocked unlocked;
    net.run({planes.data(), planes.size()}, rows, columns, values, logits);
  }
  return {std::move(all_values), std::move(all_logits)};
}

using KernelList = std::span<const ConvolutionKernels* const>;

KernelList kernels_of(int bits) {
  if (bits == 16) return convolution_kernels();
  if (bits == 8) return convolution_kernels_of_8_bits();
  throw nb::value_error("nets are run in 16 bits or, their blocks, in 8");
}

std::vector<std::string> names_of(KernelList kernels) {
  std::vector<std::string> names;
  for (const ConvolutionKernels* each : kernels) names.emplace_back(each->name);
  return names;
}

const ConvolutionKernels& find_kernels(KernelList kernels, const std::string& name) {
  for (const ConvolutionKernels* each : kernels)
    if (name.empty() || each->name == name) return *each;
  throw Error("net/runtime", "this processor has no kernels '" + name + "'", name, "", names_of(kernels));
}

std::shared_ptr<const ConvNet> make_conv_net(const OnnxFile& file, const std::string& kernels,
                                             const std::optional<std::string>& of_blocks) {
  const ConvolutionKernels& found = find_kernels(kernels_of(16), kernels);
  const ConvolutionKernels& blocks = of_blocks ? find_kernels(kernels_of(8), *of_blocks) : found;
  return std::make_shared<const ConvNet>(read_conv_net(file), found, blocks);
}

}  // namespace

PyConvNet::PyConvNet(std::span<const std::uint8_t> file, const std::string& kernels,
                     const std::optional<std::string>& of_blocks)
    : PyConvNet(read_onnx(file), kernels, of_blocks) {}

PyConvNet::PyConvNet(const OnnxFile& file, const std::string& kernels, const std::optional<std::string>& of_blocks)
    : net_(make_conv_net(file, kernels, of_blocks)), metadata_(file.metadata) {}

std::unique_ptr<Evaluator> PyConvNet::evaluator_for(const Game& game) const { return evaluator_of(net_, game); }

std::unique_ptr<Evaluator> PyNet::evaluator_for(const Game& game) const {
  const std::shared_ptr<const NetEncoder> encoder = make_net_encoder(game);
  return std::make_unique<NetEvaluator>(encoder, std::make_shared<PyNetRunner>(run_, encoder));
}

void init_nets(nb::module_& m) {
  nb::class_<NetEncoder>(m, "NetEncoder", "How a game looks to a net; see motu.eval.nets.encoding.")
      .def_prop_ro("rows", &NetEncoder::rows)
      .def_prop_ro("columns", &NetEncoder::columns)
      .def_prop_ro("planes", &NetEncoder::planes, "What each plane shows.")
      .def_prop_ro("policy_planes", &NetEncoder::policy_planes)
      .def_prop_ro("has_lines", &NetEncoder::has_lines, "Whether the last two of them are of whole rows and columns.")
      .def_prop_ro("lattice", &NetEncoder::lattice)
      .def_prop_ro("num_views", &NetEncoder::num_views)
      .def("encode", &encode, "state"_a, "view"_a = 0, "uint8 [planes, bytes]: bit i % 8 of byte i / 8 is point i.")
      .def("points", &points, "view"_a = 0, "[num_actions] the policy's point of each action, -1: none.");
  m.def(
      "net_encoder", [](const Game& game) { return make_net_encoder(game).release(); }, nb::rv_policy::take_ownership,
      "game"_a, "The encoder of a game; raises NetError where there is none.");
  nb::class_<PyNet, EvaluatorSource>(m, "NativeNet", "A net as searches use it.")
      .def(
          "__init__", [](PyNet* self, const nb::callable& run) { new (self) PyNet(SharedObject(run)); }, "run"_a,
          nb::sig("def __init__(self, run: object) -> None"));
  m.def(
      "net_kernels", [](int bits) { return names_of(kernels_of(bits)); }, "bits"_a = 16,
      "The inner loops for nets that this processor has, of 16 bits or, for blocks, of 8, the fastest first.");
  nb::class_<PyConvNet, EvaluatorSource>(m, "NativeConvNet",
                                         "A net that motu runs itself; see motu.eval.nets.motu_runtime.")
      .def(
          "__init__",
          [](PyConvNet* self, const nb::bytes& file, const std::string& kernels,
             const std::optional<std::string>& of_blocks) {
            new (self) PyConvNet({static_cast<const std::uint8_t*>(file.data()), file.size()}, kernels, of_blocks);
          },
          "file"_a, "kernels"_a = "", "of_blocks"_a.none() = nb::none(),
          "From an ONNX file's bytes; raises NetError. Inner loops are named as by `net_kernels`, '' being the "
          "fastest; blocks are in 16 bits, too, unless those of 8 bits are named.")
      .def_prop_ro("metadata", &PyConvNet::metadata, "What the file says besides the graph.")
      .def_prop_ro(
          "kernels", [](const PyConvNet& self) { return self.net().kernels().name; }, "The processor's inner loops.")
      .def("run", &run_net, "planes"_a, "rows"_a, "columns"_a,
           "Planes uint8 [batch, planes, bytes] to values float32 [batch] and logits [batch, policy size].");
}

}  // namespace motu
