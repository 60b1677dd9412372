// A net behind the searches' seam: encodes a batch of positions, has the net run, and reads its answers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/core/nets/net_encoder.hpp"
#include "motu/core/search/evaluator.hpp"
#include "motu/core/state/chance.hpp"

namespace motu {

// Whatever runs a net. Called by several threads at once.
class NetRunner {
 public:
  virtual ~NetRunner() = default;
  // `planes` holds `batch` positions as the encoder leaves them; fills the values [batch], in [-1, 1] for who moves,
  // and the logits [batch * size of a policy], by point.
  virtual void run(std::span<const std::uint8_t> planes, std::span<float> values, std::span<float> logits) const = 0;
};

// Nets know nothing of the pie rule: where a swap is possible, the better of the two sides is the value, and the swap's
// prior is the chance that the other side is the better one. Nor do they know rolls to come: the value of one is the
// mean over its faces.
//
// A net errs differently in each view of a position. Searches look at each position in a view of its own, so that their
// means over many positions err less; a closer look is the mean over all views.
class NetEvaluator final : public Evaluator {
 public:
  NetEvaluator(std::shared_ptr<const NetEncoder> encoder, std::shared_ptr<const NetRunner> runner);

  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  bool look_closely(State& state, Evaluation& out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  // A position that is asked about, or a face of a roll that is. A face that ends the game is known already.
  struct Part {
    std::size_t asked = 0;     // which of the states
    std::int64_t row = -1;     // in the net's batch
    double probability = 1.0;  // of the face
    double value = 0.0;        // for the state's side
    bool is_opposite = false;  // the face is the other side's turn
  };

  void add_row(const State& state, int side, Part part);
  void add_faces(State& state, std::size_t asked);
  void add_planes(const State& state, int view);
  void run();
  void gather(const State& state, std::size_t row, int view, std::vector<float>& priors);
  void read(const State& state, std::size_t row, int view, std::vector<float>& priors);
  static void finish(const State& state, float value, Evaluation& out);

  std::shared_ptr<const NetEncoder> encoder_;
  std::shared_ptr<const NetRunner> runner_;
  std::size_t position_bytes_;
  std::vector<std::uint8_t> planes_;
  std::vector<float> values_;
  std::vector<float> logits_;
  std::vector<float> priors_;
  std::vector<Action> actions_;
  std::vector<Part> parts_;
  std::vector<Face> faces_;
};

}  // namespace motu
