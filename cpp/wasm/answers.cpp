#include "wasm/answers.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "motu/core/search/evaluator.hpp"
#include "motu/core/state/chance.hpp"
#include "motu/core/state/reason.hpp"

namespace motu {

namespace {

// Outcomes of a roll that lead to the same position, by the first of each.
class AlikeOutcomes {
 public:
  AlikeOutcomes() = default;
  explicit AlikeOutcomes(State& state) {
    std::vector<Action> outcomes;
    std::vector<Face> faces;
    merge_outcomes(state, outcomes, faces, [this](Action outcome, std::size_t place) {
      if (place == alike_.size()) alike_.emplace_back();
      alike_[place].push_back(outcome);
    });
  }

  // The numbers, 1 and up, that the die shows.
  void tell_shows(Action outcome, Json& out) const {
    out.key("shows").open('[');
    const auto found = std::ranges::find(alike_, outcome, [](const auto& outcomes) { return outcomes.front(); });
    if (found != alike_.end()) {
      for (const Action each : *found) out.whole(each + 1);
    }
    out.close(']');
  }

 private:
  std::vector<std::vector<Action>> alike_;
};

// Writes one analysis. Values of a roll, which trees tell from person 0's side, are turned to who rolls.
class AnalysisWriter {
 public:
  AnalysisWriter(const State& state, Json& out)
      : state_(state), has_dice_(state.game().max_chance_outcomes() > 0), out_(out) {
    is_turned_ = state.is_chance_node() && side_of(state) == 1;
    if (state.is_chance_node()) alike_ = AlikeOutcomes(*state.clone());
  }

  void tell_root(const SearchResult& found) {
    out_.key("rootInfo").open('{').key("currentPlayer").whole(state_.to_move());
    if (state_.is_chance_node()) {
      out_.key("announced").string(state_.action_text(state_.history().back().first, false));
    }
    out_.key("visits").whole(static_cast<long long>(found.visits));
    tell_worth(state_.is_chance_node() ? turned(found.value) : found.moves.front().value);
    tell_bounds(found.lower, found.upper);
    out_.close('}');
  }

  // Whether anything is known of it: tried moves, decided ones, and those that are worth something.
  bool is_known(const RootMove& move) const {
    const auto [lower, upper] = turned(move.lower, move.upper);
    return move.visits > 0 || !proof_of(lower, upper).empty() || lower > -1;
  }

  void tell_move(const RootMove& move, int order) {
    out_.open('{').key("move").string(state_.action_to_string(move.action)).key("order").whole(order);
    if (state_.is_chance_node()) alike_.tell_shows(move.action, out_);
    out_.key("visits").whole(move.visits);
    tell_worth(turned(move.value));
    out_.key("prior").number(move.prior);
    tell_bounds(move.lower, move.upper);
    out_.key("plies");
    move.plies > 0 ? out_.whole(move.plies) : out_.null();
    out_.key("pruned").flag(move.is_pruned);
    tell_variation(move.variation);
    if (!move.faces.empty()) tell_faces(move);
    out_.close('}');
  }

 private:
  double turned(double value) const { return is_turned_ ? -value : value; }
  std::pair<double, double> turned(double lower, double upper) const {
    return is_turned_ ? std::pair(-upper, -lower) : std::pair(lower, upper);
  }

  void tell_worth(double value) {
    out_.key("winrate").number((value + 1) / 2).key("value").number(value);
    if (has_dice_) out_.key("equity").number(value);
  }

  void tell_bounds(double least, double most) {
    const auto [lower, upper] = turned(least, most);
    out_.key("lower").number(lower).key("upper").number(upper).key("proof");
    const std::string_view proof = proof_of(lower, upper);
    proof.empty() ? out_.null() : out_.string(proof);
  }

  static std::string_view proof_of(double lower, double upper) {
    if (lower >= 1) return "win";
    if (upper <= -1) return "loss";
    if (lower < upper) return {};
    return lower == 0 ? "draw" : "exact";
  }

  // Only the first action may be an outcome.
  void tell_variation(const std::vector<Action>& variation) {
    out_.key("pv").open('[').string(state_.action_to_string(variation.front()));
    for (std::size_t i = 1; i < variation.size(); ++i) out_.string(state_.action_text(variation[i], false));
    out_.close(']');
  }

  void tell_faces(const RootMove& move) {
    const auto after = state_.clone();
    after->apply_unchecked(move.action);
    const AlikeOutcomes alike(*after);
    out_.key("faces").open('[');
    for (const FaceReport& face : move.faces) {
      out_.open('{');
      alike.tell_shows(face.outcome, out_);
      out_.key("probability").number(face.probability).key("visits").whole(face.visits);
      tell_worth(face.value);
      out_.close('}');
    }
    out_.close(']');
  }

  const State& state_;
  bool has_dice_;
  bool is_turned_ = false;
  AlikeOutcomes alike_;
  Json& out_;
};

}  // namespace

void tell_analysis(const State& state, const SearchResult& found, int max_moves, Json& out) {
  AnalysisWriter writer(state, out);
  out.open('{').key("isSettled").flag(found.is_settled);
  writer.tell_root(found);
  out.key("moveInfos").open('[');
  const int most = max_moves > 0 && !state.is_chance_node() ? max_moves : static_cast<int>(found.moves.size());
  int told = 0;
  for (const RootMove& move : found.moves) {
    if (told < most && writer.is_known(move)) writer.tell_move(move, told++);
  }
  if (told == 0 && !found.moves.empty()) writer.tell_move(found.moves.front(), 0);
  out.close(']').close('}');
}

void tell_end(const State& state, Json& out) {
  out.open('{').key("isSettled").flag(true);
  out.key("rootInfo").open('{').key("currentPlayer").null().key("winner");
  state.winning_colour() < 0 ? out.null() : out.whole(state.winning_colour());
  out.key("reason").string(reason_of(state.outcome().termination)).key("visits").whole(0).close('}');
  out.key("moveInfos").open('[').close(']').close('}');
}

}  // namespace motu
