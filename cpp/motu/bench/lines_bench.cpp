// How fast the line net judges: positions a CPU second, one by one and one turn ahead.
//
// See measure.hpp for the arguments and what is printed. "value" jumps from position to position; "turn" judges all
// that one turn can lead to, and counts these.
#include <memory>
#include <vector>

#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/turns.hpp"
#include "motu/bench/measure.hpp"

namespace {

using namespace motu;

// Decisions of random games, a new one every few plies.
std::vector<std::unique_ptr<State>> decisions_of(const AtmalofGame& game) {
  std::vector<std::unique_ptr<State>> found;
  Rng rng(1);
  while (found.size() < 256) {
    const auto state = game.new_state();
    while (!state->is_terminal() && state->ply() < 200) {
      if (!state->is_chance_node() && rng.below(8) == 0) found.push_back(state->clone());
      state->apply_unchecked(state->sample_legal(rng));
    }
  }
  return found;
}

class Judging {
 public:
  explicit Judging(const AtmalofGame& game) : states_(decisions_of(game)), turns_(line_net_for(game)) {}

  // Positions in a row have little in common here: the slowest case for a board that follows along.
  std::uint64_t judge(std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i) sum_ += turns_.static_value(next());
    return times;
  }
  std::uint64_t look_ahead(std::uint64_t times) {
    const std::uint64_t before = turns_.judged();
    for (std::uint64_t i = 0; i < times; ++i) {
      turns_.load(next());
      sum_ += turns_.value();
    }
    return turns_.judged() - before;
  }
  // The mean of everything said so far: a fingerprint of the net, and what keeps compilers from leaving the work out.
  double mean() const { return sum_ / static_cast<double>(index_); }

 private:
  State& next() { return *states_[++index_ % states_.size()]; }

  std::vector<std::unique_ptr<State>> states_;
  LineTurns turns_;
  std::size_t index_ = 0;
  double sum_ = 0.0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto settings = bench::Settings::of(argc, argv);
  for (const auto& [name, rules] : {std::pair<const char*, AtmalofRules>{"atmalof", {}},
                                    {"junior", {.extra_rows = 0, .extra_cols = 0, .pieces = 16}},
                                    {"atmalos", {.rows = 8, .cols = 8, .line = 7}}}) {
    const auto game = AtmalofGame::create(rules);
    const auto judging = std::make_shared<Judging>(*game);
    bench::Group group{std::string("lines ") + name, "positions", {}};
    const auto facts = [=] { return bench::Facts{{"mean_value", judging->mean()}}; };
    group.subjects.push_back({"value", [=](std::uint64_t times) { return judging->judge(times); }, facts});
    group.subjects.push_back({"turn", [=](std::uint64_t times) { return judging->look_ahead(times); }, facts});
    bench::run(group, settings);
  }
  return 0;
}
