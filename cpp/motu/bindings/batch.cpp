#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <atomic>
#include <memory>
#include <optional>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/bindings/process.hpp"
#include "motu/core/batch/game_batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

template <class T>
using Buffer = nb::ndarray<T, nb::c_contig, nb::device::cpu>;
using Bytes = std::optional<Buffer<std::uint8_t>>;
using Floats = std::optional<Buffer<float>>;
using Actions = Buffer<const std::int64_t>;

template <class T>
std::span<T> view_of(const std::optional<Buffer<T>>& buffer) {
  return buffer ? std::span<T>(buffer->data(), buffer->size()) : std::span<T>();
}

// A batch with the arrays that it writes to, which so live as long as it does.
class PyBatch {
 public:
  PyBatch(const std::shared_ptr<const Game>& game, const BatchOptions& options, Bytes masks, Bytes bytes, Floats floats,
          Bytes bits, Buffer<std::int8_t> players, Buffer<float> rewards, Buffer<std::uint8_t> is_terminated,
          Buffer<std::uint8_t> is_truncated)
      : masks_(std::move(masks)),
        bytes_(std::move(bytes)),
        floats_(std::move(floats)),
        bits_(std::move(bits)),
        players_(std::move(players)),
        rewards_(std::move(rewards)),
        is_terminated_(std::move(is_terminated)),
        is_truncated_(std::move(is_truncated)),
        batch_(game, options,
               {view_of(masks_), view_of(bytes_), view_of(floats_), view_of(bits_), view_of(players_),
                view_of(rewards_), view_of(is_terminated_), view_of(is_truncated_)}) {}

  ~PyBatch() { begin_here(); }
  PyBatch(const PyBatch&) = delete;
  PyBatch& operator=(const PyBatch&) = delete;

  const GameBatch& batch() const { return batch_; }

  void reset(std::optional<std::uint64_t> seed) {
    const PythonUnlocked unlocked;
    const OneAtATime alone = begin();
    batch_.reset(seed);
  }

  void reset_some(const Buffer<const std::uint8_t>& which) {
    const std::span<const std::uint8_t> marks(which.data(), which.size());
    const PythonUnlocked unlocked;
    const OneAtATime alone = begin();
    batch_.reset(marks);
  }

  void step(const Actions& actions) {
    const std::span<const std::int64_t> chosen(actions.data(), actions.size());
    const PythonUnlocked unlocked;
    const OneAtATime alone = begin();
    batch_.step(chosen);
  }

  void sample(const Buffer<std::int64_t>& out) {
    const std::span<std::int64_t> drawn(out.data(), out.size());
    const PythonUnlocked unlocked;
    const OneAtATime alone = begin();
    batch_.sample(drawn);
  }

  PyState copy_of(int index) {
    const OneAtATime alone = begin();
    check_index(index, batch_.size(), "game");
    return PyState(batch_.state(index).clone());
  }

 private:
  OneAtATime begin() {
    begin_here();
    return {is_busy_, "engine/busy", "another thread is at work on these games"};
  }

  // In a child of the process that made it there is nobody who works or who could be at work.
  void begin_here() noexcept {
    if (process_.is_this()) return;
    process_ = Process();
    is_busy_ = false;
    batch_.forget_threads();
  }

  Bytes masks_;
  Bytes bytes_;
  Floats floats_;
  Bytes bits_;
  std::optional<Buffer<std::int8_t>> players_;
  Floats rewards_;
  Bytes is_terminated_;
  Bytes is_truncated_;
  std::atomic<bool> is_busy_{false};
  Process process_;
  GameBatch batch_;
};

}  // namespace

void init_batch(nb::module_& m) {
  nb::class_<PyBatch>(m, "NativeBatch", "Many games at once; see motu.games.vector_env.")
      .def(
          "__init__",
          [](PyBatch* self, const std::shared_ptr<const Game>& game, int games, int max_actions, int threads,
             bool restarts, bool dense, std::uint64_t seed, Bytes masks, Bytes bytes, Floats floats, Bytes bits,
             Buffer<std::int8_t> players, Buffer<float> rewards, Buffer<std::uint8_t> terminated,
             Buffer<std::uint8_t> truncated) {
            const BatchOptions options{games, max_actions, threads, restarts, dense, seed};
            new (self) PyBatch(game, options, std::move(masks), std::move(bytes), std::move(floats), std::move(bits),
                               std::move(players), std::move(rewards), std::move(terminated), std::move(truncated));
          },
          "game"_a, "games"_a, "max_actions"_a, "threads"_a, "restarts"_a, "dense"_a, "seed"_a,
          "masks"_a.none().noconvert(), "bytes"_a.none().noconvert(), "floats"_a.none().noconvert(),
          "bits"_a.none().noconvert(), "players"_a.noconvert(), "rewards"_a.noconvert(), "terminated"_a.noconvert(),
          "truncated"_a.noconvert())
      .def("reset", &PyBatch::reset, "seed"_a.none())
      .def("reset_some", &PyBatch::reset_some, "which"_a)
      .def("step", &PyBatch::step, "actions"_a)
      .def("sample", &PyBatch::sample, "out"_a.noconvert())
      .def("copy_of", &PyBatch::copy_of, "index"_a);
}

}  // namespace motu
