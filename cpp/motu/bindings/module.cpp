#include "motu/bindings/bindings.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core of motu: boards, rules and search. Use the package `motu` instead of this module.";
  // A game kept in a cache until the interpreter ends is no leak worth a warning to a user.
  nanobind::set_leak_warnings(false);
  motu::init_errors(m);
  motu::init_board(m);
  motu::init_games(m);
  motu::init_specs(m);
  motu::init_state(m);
  motu::init_batch(m);
  motu::init_search(m);
  motu::init_evaluators(m);
  motu::init_mcts(m);
  motu::init_expectimax(m);
  motu::init_levels(m);
  motu::init_nets(m);
  motu::init_self_play(m);
  motu::init_review(m);
  motu::init_own_games(m);
#define MOTU_GAME(room) motu::init_##room(m);
#include "motu/games.def"
#undef MOTU_GAME
}
