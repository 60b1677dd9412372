#include "motu/bindings/bindings.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core of motu: boards, rules and search. Use the package `motu` instead of this module.";
  motu::init_errors(m);
  motu::init_board(m);
  motu::init_games(m);
  motu::init_state(m);
  motu::init_search(m);
}
