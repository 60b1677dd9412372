#include "motu/atmalof/shipped_nets.hpp"

#include <algorithm>
#include <initializer_list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "motu/atmalof/weights_file.hpp"

namespace motu {

namespace {

struct Known {
  AtmalofRules rules;
  bool is_general = false;
  bool has_crossings = true;
  std::shared_ptr<const LineWeights> weights;
};

std::shared_ptr<const LineNet> make_net(const AtmalofGame& game, const Known& known) {
  const auto tables = std::make_shared<const LineTables>(share(game));
  const auto features = std::make_shared<const LineFeatures>(tables, known.is_general, known.has_crossings);
  check_rows(*known.weights, *features);
  return std::make_shared<const LineNet>(features, known.weights);
}

Known read_known(std::string_view bytes) {
  LineFile file = read_line_file(bytes);
  Known known{file.rules, file.is_general, file.has_crossings,
              std::make_shared<const LineWeights>(std::move(file.weights))};
  if (known.is_general) {
    make_net(*AtmalofGame::create({}), known);
  } else {
    make_net(*AtmalofGame::create(known.rules), known);
  }
  return known;
}

// All that is known, behind one lock.
class Shelf {
 public:
  Shelf() {
    for (const std::string_view bytes : shipped_line_weights()) shipped_.push_back(read_known(bytes));
  }

  std::shared_ptr<const LineNet> net_for(const AtmalofGame& game) {
    const std::lock_guard guard(lock_);
    const auto found = std::ranges::find(made_, game.rules(), &Made::rules);
    if (found != made_.end()) return found->net;
    made_.push_back({game.rules(), make_net(game, best_for(game.rules(), {&taken_, &shipped_}))});
    return made_.back().net;
  }
  std::shared_ptr<const LineNet> shipped_net(const AtmalofGame& game) {
    const std::lock_guard guard(lock_);
    return make_net(game, best_for(game.rules(), {&shipped_}));
  }
  std::shared_ptr<const LineNet> general_net(const AtmalofGame& game) {
    const std::lock_guard guard(lock_);
    const auto found = std::ranges::find(shipped_, true, &Known::is_general);
    return make_net(game, found != shipped_.end() ? *found : untrained(game));
  }
  void take(Known known) {
    const std::lock_guard guard(lock_);
    taken_.insert(taken_.begin(), std::move(known));
    made_.clear();
  }
  void forget() {
    const std::lock_guard guard(lock_);
    taken_.clear();
    made_.clear();
  }

 private:
  struct Made {
    AtmalofRules rules;
    std::shared_ptr<const LineNet> net;
  };

  // The first that is for these rules, else the first general one; on each shelf in turn.
  static Known best_for(const AtmalofRules& rules, std::initializer_list<const std::vector<Known>*> shelves) {
    for (const bool is_general : {false, true}) {
      for (const auto* known : shelves) {
        const auto found = std::ranges::find_if(*known, [&](const Known& candidate) {
          return candidate.is_general == is_general && (is_general || candidate.rules == rules);
        });
        if (found != known->end()) return *found;
      }
    }
    return untrained(*AtmalofGame::create(rules));
  }

  // Knows nothing: every position is worth 0.
  static Known untrained(const AtmalofGame& game) {
    const LineFeatures features(std::make_shared<const LineTables>(share(game)), true);
    LineWeights weights;
    weights.rows.assign(static_cast<std::size_t>(features.num_rows()) * kLineWidth, 0.0F);
    return {{}, true, true, std::make_shared<const LineWeights>(std::move(weights))};
  }

  std::mutex lock_;
  std::vector<Known> taken_;
  std::vector<Known> shipped_;
  std::vector<Made> made_;
};

Shelf& shelf() {
  static Shelf instance;
  return instance;
}

}  // namespace

std::shared_ptr<const LineNet> line_net_for(const AtmalofGame& game) { return shelf().net_for(game); }
std::shared_ptr<const LineNet> shipped_line_net(const AtmalofGame& game) { return shelf().shipped_net(game); }
std::shared_ptr<const LineNet> general_line_net(const AtmalofGame& game) { return shelf().general_net(game); }
void use_line_weights(std::string_view bytes) { shelf().take(read_known(bytes)); }
void forget_line_weights() { shelf().forget(); }

std::shared_ptr<const LineNet> read_line_net(const AtmalofGame& game, std::string_view bytes) {
  return line_net_of(game, read_line_file(bytes));
}

std::shared_ptr<const LineNet> line_net_of(const AtmalofGame& game, const LineFile& file) {
  if (!file.is_general && file.rules != game.rules()) refuse_weights("it was trained for other rules");
  return make_net(game,
                  {file.rules, file.is_general, file.has_crossings, std::make_shared<const LineWeights>(file.weights)});
}

std::string line_file_name(const AtmalofRules& rules) {
  std::string name;
  for (const int number : {rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces}) {
    name += std::to_string(number) + "-";
  }
  return name + (rules.tiebreak_both ? "1" : "0") + ".lines";
}

}  // namespace motu
