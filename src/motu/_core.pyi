"""
The native core of motu: boards, rules and search. Use the package `motu` instead of this module.
"""

from collections.abc import Sequence
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


class HexBoard:
    """A board of hexagonal cells with islands round its rim."""

    @staticmethod
    def square(columns: int, islands: int) -> HexBoard: ...

    @staticmethod
    def rhombus(columns: int, rows: int, islands: int) -> HexBoard: ...

    @staticmethod
    def hexagon(side: int, islands: int) -> HexBoard: ...

    @staticmethod
    def triangle(side: int, islands: int) -> HexBoard: ...

    @staticmethod
    def custom(cells: Sequence[str], junctions: Sequence[str], first_colour: int) -> HexBoard: ...

    @staticmethod
    def rim_of(cells: Sequence[str]) -> list[str]:
        """The rim of a board still without islands, by names, clockwise."""

    @property
    def num_cells(self) -> int: ...

    @property
    def num_islands(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def rows_count_down(self) -> bool: ...

    def coordinates(self) -> list[tuple[int, int]]:
        """0-based (column, row) of every cell, as its name counts them."""

    def axial_coordinates(self) -> list[tuple[int, int]]:
        """(q, r) of every cell: q to the right, r downward on the screen."""

    def cell_name(self, cell: int) -> str: ...

    def find_cell(self, name: str) -> int:
        """The cell of a lower-case name; -1: off the board, -2: no name."""

    def neighbours(self, cell: int) -> list[int]:
        """Six cells clockwise; -1 where the board ends."""

    @property
    def rim(self) -> list[int]: ...

    @property
    def junctions(self) -> list[int]: ...

    def island_colour(self, island: int) -> int: ...

    def island_cells(self, island: int) -> list[int]: ...

    def wins(self, mask: int) -> bool:
        """
        Whether a set of one colour's islands (bit i: its i-th, clockwise) wins.
        """

def column_letters(column: int) -> str:
    """0 -> 'a', 25 -> 'z', 26 -> 'aa'."""

def parse_column(letters: str) -> int:
    """The inverse of column_letters, or -1."""

class NativeSymmetry:
    """An automorphism of a game's board."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def islands(self) -> list[int]: ...

    @property
    def actions(self) -> list[int]: ...

    @property
    def swaps_colours(self) -> bool: ...

class NativeGame:
    """Rules and board, immutable."""

    @property
    def fingerprint(self) -> int:
        """Equal for equal rules on equal boards, in every process."""

    @property
    def description(self) -> str: ...

    @property
    def num_cells(self) -> int: ...

    @property
    def num_actions(self) -> int: ...

    def dense_actions(self) -> list[int]: ...

    @property
    def max_chance_outcomes(self) -> int: ...

    @property
    def max_game_length(self) -> int | None: ...

    def cell_name(self, cell: int) -> str: ...

    @property
    def observation_shape(self) -> list[int]: ...

    @property
    def observation_planes(self) -> list[str]: ...

    def symmetries(self) -> list[NativeSymmetry]: ...

    def symmetric_faces(self) -> list[tuple[list[int], list[int]]]: ...

MAX_SPEC_LENGTH: int = 4096

def read_spec(text: str, rooms: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """A game's own name, and the values that a spec and the name in it set."""

def settled_rules(room: str, given: dict[str, Any]) -> dict[str, Any]:
    """All values of a game's rules, given some of them. Raises RulesError."""

def spec_presets(room: str) -> list[tuple[str, dict[str, Any]]]:
    """The names that a spec of a game may begin with, and what each sets."""

def spec_keys(room: str) -> list[str]:
    """The keys of a game's specs, in the order in which they are told."""

def colour_names(room: str) -> tuple[str, str]:
    """How the colours of who begins and of who answers are called."""

def named_sizes() -> list[tuple[str, int]]:
    """Square boards by name, shortest to longest."""

def best_search(room: str) -> tuple[str, str, float, int]:
    """
    What searches are strongest with: evaluator, static evaluator, c_puct, advise_visits.
    """

CHANCE: int = -1

TERMINAL: int = -4

class NativeState:
    """A position of any game; see motu.State."""

    @overload
    def __init__(self, game: NativeGame) -> None: ...

    @overload
    def __init__(self, game: NativeGame, other: NativeState) -> None: ...

    def current_player(self) -> int:
        """The person to act: 0, 1, CHANCE (-1) or TERMINAL (-4)."""

    def to_move(self) -> int:
        """
        The colour to act, 0 or 1; at a chance node who rolls, at the end who would be next.
        """

    def ply(self) -> int:
        """
        Turns taken so far; chance events and the first half of a return_stone turn are none.
        """

    def is_chance_node(self) -> bool:
        """Whether a die is to be rolled."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def is_swapped(self) -> bool:
        """Whether the persons have exchanged colours."""

    def swap_is_legal(self) -> bool:
        """Whether the pie rule may be used now."""

    def swap_is_next(self) -> bool:
        """Whether the pie rule may be used after the next move."""

    def legal_actions(self) -> list[int]:
        """
        The legal actions, ascending; at a chance node the outcomes, at the end none.
        """

    def legal_mask(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """
        bool [num_actions], at a chance node [max_chance_outcomes]; True is legal.
        """

    def legal_moves(self) -> list[str]:
        """The texts of `legal_actions`, in the same order."""

    def is_legal(self, action: int) -> bool:
        """
        Whether an action is legal here; False for any number that is no action.
        """

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """
        [(outcome, probability)] at a chance node, else []; the probabilities sum to 1.
        """

    def faces(self) -> list[tuple[list[int], float]]:
        """
        [(outcomes, probability)] at a chance node, else []: outcomes that lead to the same position are one face.
        """

    def landing(self, line: str) -> list[int]:
        """
        The cell that each face of the die hits, vacant or not, once a line such as "r4" is announced. Raises InvalidMoveError for a text that is no line, and in games without dice.
        """

    def apply_action(self, action: int) -> None:
        """
        Play an action, at a chance node an outcome. Raises IllegalMoveError, GameOverError or ActionRangeError.
        """

    def play(self, text: str) -> int:
        """
        Play a text such as "h4", "swap", "xc7", "r4", "=6" or "r4=6"; all or nothing. Returns how many actions that was.
        """

    def undo(self) -> None:
        """
        Take the last action back, exactly. Raises UndoError when there is none.
        """

    def action_to_string(self, action: int) -> str:
        """
        The text of an action in range, legal or not, or of a chance outcome. Raises ActionRangeError.
        """

    def string_to_action(self, text: str) -> int:
        """
        The action, or chance outcome, that a text names here, legal or not. Raises InvalidMoveError.
        """

    def history(self) -> list[tuple[int, bool]]:
        """[(action, is_chance)] of everything applied, oldest first."""

    def moves(self) -> list[str]:
        """
        The texts of the moves so far, a roll with its announcement: ["h4", "swap"] or ["r4=6"].
        """

    def stones(self) -> list[int]:
        """One entry a cell: 0 or 1 for a colour, 2 for empty."""

    def winning_cells(self) -> list[int]:
        """
        Cells that make the win visible: a winning chain of which no stone can be missed, or the line. May be empty.
        """

    def returns(self) -> list[float]:
        """
        [person 0's result, person 1's]: 1.0 won, -1.0 lost, 0.0 a draw or not over.
        """

    def hash(self) -> int:
        """
        64 bits: equal for equal positions of equal games, whatever order led there, in every process.
        """

    def _is_same_position(self, other: NativeState) -> bool: ...

    def observation(self, player: int | None = None) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]:
        """
        float32 [planes, rows, columns] = game.observation_shape, from a person's side or else the mover's; see docs/observations.md.
        """

    def _winner(self) -> int: ...

    def _reason(self) -> str: ...

    def _setup(self, stones: Sequence[int], to_move: int, flags: int) -> None: ...

    def _position(self) -> object:
        """The Python object that a position of a game of one's own is."""

    def _weak(self) -> list[int]: ...

    def _contested(self) -> list[int]: ...

    def _ban(self) -> bool: ...

    def _to_return(self) -> bool: ...

    def _announced(self) -> int: ...

    def _pieces(self) -> tuple[int, int]: ...

    def _short_lines(self) -> tuple[int, int]: ...

class NativeBatch:
    """Many games at once; see motu.games.vector_env."""

    def __init__(self, game: NativeGame, games: int, max_actions: int, threads: int, restarts: bool, dense: bool, seed: int, masks: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, bytes: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, floats: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')] | None, bits: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, players: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], terminated: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], truncated: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None: ...

    def reset(self, seed: int | None) -> None: ...

    def reset_some(self, which: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def sample(self, out: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')]) -> None: ...

    def copy_of(self, index: int) -> NativeState: ...

class PlayoutCounts:
    """Results of random playouts."""

    @property
    def wins(self) -> tuple[int, int]:
        """Won games of person 0 and person 1."""

    @property
    def draws(self) -> int: ...

    @property
    def unfinished(self) -> int:
        """Games stopped by the ply limit."""

    @property
    def plies(self) -> int:
        """Turns played in all games together."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool:
        """Compare all counts."""

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[int, int, int, int, int]: ...

    def __setstate__(self, arg: tuple[int, int, int, int, int], /) -> None: ...

def perft(state: NativeState, depth: int) -> int: ...

def random_playouts(state: NativeState, games: int, seed: int, max_plies: int) -> PlayoutCounts: ...

class UctMove:
    """A root move of a search."""

    @property
    def action(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float:
        """Mean result for the person to act, in [-1, 1]."""

class UctResult:
    """What a search found."""

    @property
    def moves(self) -> list[UctMove]:
        """Most visited first."""

    @property
    def simulations(self) -> int: ...

    @property
    def nodes(self) -> int: ...

def uct_search(state: NativeState, simulations: int, seconds: float, exploration: float, max_nodes: int, seed: int, is_stopped: object | None = None) -> UctResult:
    """Plain UCT; `is_stopped` is asked about every 50 ms."""

class NativeEvaluatorSource:
    """What makes an evaluator of a game: a net, weights of a line net."""

def evaluator_names(game: NativeGame) -> list[str]:
    """The names of the evaluators that a game has."""

class SearchOptions:
    """How a search weighs what it knows; see motu.search.mcts."""

    def __init__(self) -> None: ...

    @property
    def c_puct(self) -> float: ...

    @c_puct.setter
    def c_puct(self, arg: float, /) -> None: ...

    @property
    def fpu_reduction(self) -> float: ...

    @fpu_reduction.setter
    def fpu_reduction(self, arg: float, /) -> None: ...

    @property
    def lcb(self) -> float: ...

    @lcb.setter
    def lcb(self, arg: float, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def rave_initial(self) -> float: ...

    @rave_initial.setter
    def rave_initial(self, arg: float, /) -> None: ...

    @property
    def rave_final(self) -> float: ...

    @rave_final.setter
    def rave_final(self, arg: float, /) -> None: ...

    @property
    def expand_visits(self) -> int: ...

    @expand_visits.setter
    def expand_visits(self, arg: int, /) -> None: ...

    @property
    def max_memory(self) -> int: ...

    @max_memory.setter
    def max_memory(self, arg: int, /) -> None: ...

    @property
    def max_nodes(self) -> int: ...

    @max_nodes.setter
    def max_nodes(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def batch(self) -> int: ...

    @batch.setter
    def batch(self, arg: int, /) -> None: ...

    @property
    def gumbel(self) -> int: ...

    @gumbel.setter
    def gumbel(self, arg: int, /) -> None: ...

    @property
    def gumbel_scale(self) -> float: ...

    @gumbel_scale.setter
    def gumbel_scale(self, arg: float, /) -> None: ...

    @property
    def roll_faces(self) -> int: ...

    @roll_faces.setter
    def roll_faces(self, arg: int, /) -> None: ...

    @property
    def advise_visits(self) -> int: ...

    @advise_visits.setter
    def advise_visits(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class FaceReport:
    """A face of a roll, outcomes that lead to the same position being one."""

    @property
    def outcome(self) -> int: ...

    @property
    def probability(self) -> float: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

class RootMove:
    """What is known about a move."""

    @property
    def action(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float:
        """Expected result for the person to act, in [-1, 1]."""

    @property
    def prior(self) -> float: ...

    @property
    def lower(self) -> float:
        """The value is proved to be at least this."""

    @property
    def upper(self) -> float:
        """The value is proved to be at most this."""

    @property
    def plies(self) -> int:
        """
        Turns to the end where the result is proved, this one included; else 0.
        """

    @property
    def is_pruned(self) -> bool: ...

    @property
    def variation(self) -> list[int]: ...

    @property
    def faces(self) -> list[FaceReport]: ...

class SearchResult:
    """What a search knows about its root."""

    @property
    def moves(self) -> list[RootMove]:
        """Best first."""

    @property
    def simulations(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int:
        """What the tree takes."""

    @property
    def seconds(self) -> float: ...

    @property
    def value(self) -> float: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

class NativeTree:
    """A search tree; see motu.search.mcts.SearchTree."""

    def __init__(self, root: NativeState, evaluator: object, has_priors: bool, options: SearchOptions, asks_tables: bool) -> None: ...

    def search(self, visits: int, nodes: int, seconds: float, depth: int, report: object | None, report_seconds: float) -> SearchResult: ...

    def result(self) -> SearchResult: ...

    @property
    def bytes(self) -> int:
        """What the tree takes."""

    def advance(self, action: int) -> None: ...

    def advance_to(self, state: NativeState) -> bool: ...

    def stop(self) -> None:
        """End the search that is going on in another thread."""

def seconds_for_move(remaining: float, increment: float, moves_left: int) -> float: ...

class ExpectimaxResult:
    """What a depth-first search found."""

    @property
    def action(self) -> int: ...

    @property
    def value(self) -> float:
        """For the person to act, in [-1, 1]."""

    @property
    def depth(self) -> int: ...

    @property
    def is_certain(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def variation(self) -> list[int]: ...

    @property
    def seconds(self) -> float: ...

class NativeExpectimax:
    """A depth-first search; see motu.search.expectimax."""

    def __init__(self, state: NativeState, evaluator: object, table_entries: int, seed: int) -> None: ...

    def search(self, state: NativeState, nodes: int, seconds: float, depth: int, report: object | None, is_stopped: object | None = None) -> ExpectimaxResult:
        """`is_stopped` is asked about every 50 ms."""

    def stop(self) -> None:
        """End the search that is going on in another thread."""

def winning_actions(state: NativeState, actions: Sequence[int] | None = None) -> list[int]: ...

def threats(state: NativeState) -> list[int]: ...

def answers(state: NativeState, against: Sequence[int], actions: Sequence[int]) -> list[int]: ...

class NativeEye:
    """What attracts somebody who looks at the board and does not calculate."""

    def __init__(self, game: NativeGame) -> None: ...

    def weights(self, state: NativeState, actions: Sequence[int], naivety: float) -> list[float]:
        """
        How much each of some legal actions attracts, all above 0; no swap among them. The naivety is from 0, who looks at what matters, to 1, who looks at the last stones or trusts in luck.
        """

    def is_central(self, cell: int) -> bool:
        """Whether a first stone there is worth the swap at a glance."""

class NativeLevel:
    """How a level plays; see motu.search.levels."""

    def __init__(self, considers: int, visits: int, cells: int, depth: int, seconds: float, threads: int, temperature: float, naivety: float, sees_threats: float, swaps_centre: bool) -> None: ...

    def visits_on(self, game: NativeGame) -> int: ...

class LevelChoice:
    """What a level decided."""

    @property
    def action(self) -> int: ...

    @property
    def value(self) -> float | None:
        """For the person to act, in [-1, 1]; None: it has no opinion."""

    @property
    def visits(self) -> int: ...

    @property
    def simulations(self) -> int: ...

class NativeLevelPlayer:
    """Plays at a level; see motu.search.level_player."""

    def __init__(self, seed: int) -> None: ...

    def take_level(self, game: NativeGame, level: NativeLevel, evaluator: object) -> None:
        """Take a level of a game, and forget what was known of another."""

    def choose(self, state: NativeState, is_stopped: object | None = None) -> LevelChoice:
        """`is_stopped` is asked about every 50 ms."""

    @property
    def bytes(self) -> int:
        """What its search keeps between moves."""

class NetEncoder:
    """How a game looks to a net; see motu.eval.nets.encoding."""

    @property
    def rows(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def planes(self) -> list[str]:
        """What each plane shows."""

    @property
    def policy_planes(self) -> int: ...

    @property
    def has_lines(self) -> bool:
        """Whether the last two of them are of whole rows and columns."""

    @property
    def lattice(self) -> str: ...

    @property
    def num_views(self) -> int: ...

    def encode(self, state: NativeState, view: int = 0) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
        """uint8 [planes, bytes]: bit i % 8 of byte i / 8 is point i."""

    def points(self, view: int = 0) -> list[int]:
        """[num_actions] the policy's point of each action, -1: none."""

def net_encoder(game: NativeGame) -> NetEncoder:
    """The encoder of a game; raises NetError where there is none."""

class NativeNet(NativeEvaluatorSource):
    """A net as searches use it."""

    def __init__(self, run: object) -> None: ...

def net_kernels(bits: int = 16) -> list[str]:
    """
    The inner loops for nets that this processor has, of 16 bits or, for blocks, of 8, the fastest first.
    """

class NativeConvNet(NativeEvaluatorSource):
    """A net that motu runs itself; see motu.eval.nets.motu_runtime."""

    def __init__(self, file: bytes, kernels: str = '', of_blocks: str | None = None) -> None:
        """
        From an ONNX file's bytes; raises NetError. Inner loops are named as by `net_kernels`, '' being the fastest; blocks are in 16 bits, too, unless those of 8 bits are named.
        """

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says besides the graph."""

    @property
    def kernels(self) -> str:
        """The processor's inner loops."""

    def run(self, planes: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], rows: int, columns: int) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
        """
        Planes uint8 [batch, planes, bytes] to values float32 [batch] and logits [batch, policy size].
        """

class SelfPlayOptions:
    """How self-play goes; see motu.train.config.SelfPlay."""

    def __init__(self) -> None: ...

    @property
    def visits(self) -> int: ...

    @visits.setter
    def visits(self, arg: int, /) -> None: ...

    @property
    def fast_visits(self) -> int: ...

    @fast_visits.setter
    def fast_visits(self, arg: int, /) -> None: ...

    @property
    def full_share(self) -> float: ...

    @full_share.setter
    def full_share(self, arg: float, /) -> None: ...

    @property
    def considered(self) -> int: ...

    @considered.setter
    def considered(self, arg: int, /) -> None: ...

    @property
    def value_scale(self) -> float: ...

    @value_scale.setter
    def value_scale(self, arg: float, /) -> None: ...

    @property
    def policy_temperature(self) -> float: ...

    @policy_temperature.setter
    def policy_temperature(self, arg: float, /) -> None: ...

    @property
    def opening_share(self) -> float: ...

    @opening_share.setter
    def opening_share(self, arg: float, /) -> None: ...

    @property
    def opening_plies(self) -> int: ...

    @opening_plies.setter
    def opening_plies(self, arg: int, /) -> None: ...

    @property
    def decided(self) -> float: ...

    @decided.setter
    def decided(self, arg: float, /) -> None: ...

    @property
    def decided_share(self) -> float: ...

    @decided_share.setter
    def decided_share(self, arg: float, /) -> None: ...

    @property
    def decided_visits(self) -> int: ...

    @decided_visits.setter
    def decided_visits(self, arg: int, /) -> None: ...

    @property
    def opening_random(self) -> float: ...

    @opening_random.setter
    def opening_random(self, arg: float, /) -> None: ...

    @property
    def opening_temperature(self) -> float: ...

    @opening_temperature.setter
    def opening_temperature(self, arg: float, /) -> None: ...

    @property
    def scattered_share(self) -> float: ...

    @scattered_share.setter
    def scattered_share(self, arg: float, /) -> None: ...

    @property
    def longest(self) -> float: ...

    @longest.setter
    def longest(self, arg: float, /) -> None: ...

    @property
    def proof_nodes(self) -> int: ...

    @proof_nodes.setter
    def proof_nodes(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class SelfPlayCounts:
    """What a group of boards has played."""

    @property
    def games(self) -> int: ...

    @property
    def unfinished(self) -> int:
        """Of these games, broken off."""

    @property
    def plies(self) -> int:
        """Of these games."""

    @property
    def first_wins(self) -> int:
        """Games won by who began."""

    @property
    def evaluations(self) -> int:
        """Answers of the net."""

class NativeSelfPlay:
    """Self-play on many boards at once; see motu.train.self_play."""

    def __init__(self, games: Sequence[NativeGame], weights: Sequence[float], boards: int, options: SelfPlayOptions, threads: int) -> None: ...

    def next_batch(self) -> tuple[int, NDArray[numpy.uint8]]:
        """
        (group, uint8 [boards, planes, bytes]): the leaves that are to be judged next.
        """

    def submit(self, group: int, values: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)], logits: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)]) -> None:
        """Judge them: float32 [boards] and [boards, policy size]."""

    def take_samples(self, group: int) -> dict[str, NDArray[Any]]:
        """Arrays by name, between `next_batch` and `submit`."""

    def counts(self, group: int) -> SelfPlayCounts:
        """Between `next_batch` and `submit`."""

class NativeStep:
    """One action of a game, or one roll; see motu.engine.review."""

    @property
    def ply(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def person(self) -> int: ...

    @property
    def colour(self) -> int: ...

    @property
    def move(self) -> str: ...

    @property
    def before(self) -> float: ...

    @property
    def after(self) -> float: ...

    @property
    def best(self) -> str: ...

    @property
    def error(self) -> float: ...

    @property
    def luck(self) -> float: ...

    @property
    def is_forced(self) -> bool: ...

    @property
    def estimate(self) -> float | None: ...

    @property
    def first(self) -> str: ...

class NativeAccount:
    """One person's totals."""

    @property
    def decisions(self) -> int: ...

    @property
    def error(self) -> float: ...

    @property
    def luck(self) -> float: ...

class NativeReviewedGame:
    """A game with what every step of it cost or brought."""

    @property
    def steps(self) -> list[NativeStep]: ...

    @property
    def start(self) -> float: ...

    @property
    def end(self) -> float: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def accounts(self) -> list[NativeAccount]: ...

class NativeReview:
    """
    A review in the making: positions to be judged, and what was said of them.
    """

    def __init__(self, end: NativeState) -> None: ...

    @property
    def num_positions(self) -> int:
        """As far as they are known."""

    @property
    def num_judged(self) -> int: ...

    def position(self, place: int) -> NativeState: ...

    def take(self, value: float, ranking: Sequence[int]) -> None:
        """Take what is said of the first position that has not been judged."""

    def told(self) -> NativeReviewedGame: ...

def own_game(start: object, name: str, num_actions: int, shape: Sequence[int], max_game_length: int | None) -> NativeGame: ...

def atoll_game(board: HexBoard, swap: bool) -> NativeGame: ...

def random_fills(state: NativeState, games: int, seed: int) -> int:
    """How many of the random fills black wins."""

class NativeConnection:
    """A virtual connection of two vertices of a board."""

    @property
    def is_full(self) -> bool: ...

    @property
    def ends(self) -> tuple[int, int]:
        """Cells, and islands as num_cells + island."""

    @property
    def key(self) -> int:
        """The cell the owner begins with; -1 for full ones."""

    @property
    def carrier(self) -> list[int]: ...

class NativeWinningConnection:
    """A connection that wins the game."""

    @property
    def key(self) -> int:
        """The cell the owner begins with; -1 for full ones."""

    @property
    def carrier(self) -> list[int]: ...

class ConnectionAnalysis:
    """What virtual connections say about a position."""

    @property
    def verdict(self) -> str:
        """"win", "loss" or "open", of the person to act."""

    @property
    def action(self) -> int:
        """Wins when the verdict is "win"; else -1."""

    @property
    def carrier(self) -> list[int]: ...

    @property
    def must_play(self) -> list[int]: ...

    def winning(self, colour: int) -> list[NativeWinningConnection]: ...

    def connections(self, colour: int) -> list[NativeConnection]: ...

    def is_finished(self, colour: int) -> bool:
        """False when the limit of steps cut the search for this colour short."""

def analyze_connections(state: NativeState, effort: str, list: bool) -> ConnectionAnalysis: ...

class NativeInferiorCells:
    """Cells that need no thought; see motu.eval.cells."""

    @property
    def winner(self) -> int:
        """A colour, or 2 when the cells alone do not show it."""

    @property
    def dead(self) -> list[int]: ...

    def captured(self, white: bool) -> list[int]: ...

    @property
    def vulnerable(self) -> list[tuple[int, int]]: ...

    @property
    def dominated(self) -> list[tuple[int, int]]: ...

    @property
    def candidates(self) -> list[int]: ...

def inferior_cells(state: NativeState) -> NativeInferiorCells: ...

def evaluate_circuits(state: NativeState) -> tuple[float, float, float, Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]:
    """
    The value, both conductances, and float64 flows [black, white, mean; num_cells].
    """

def measure_two_distances(state: NativeState) -> tuple[int, int, int, int, Annotated[NDArray[numpy.int32], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """
    Both potentials, both mobilities, int32 potentials [2, num_cells] and distances [num_islands, num_cells].
    """

class SolverAnswer:
    """Who wins a position by placing stones in turn."""

    @property
    def winner(self) -> int:
        """A colour; 2 when a limit was met first."""

    @property
    def move(self) -> int:
        """Wins, or puts up the longest defence known; -1 while nothing is known."""

    @property
    def carrier(self) -> list[int]:
        """Empty cells within which the winner wins."""

    @property
    def nodes(self) -> int: ...

    @property
    def cpu_seconds(self) -> float: ...

    @property
    def proof(self) -> int: ...

    @property
    def disproof(self) -> int: ...

class NativeConnectionSolver:
    """Proof-number search; see motu.solve.connection_solver."""

    def __init__(self, state: NativeState, memory_bytes: int, threads: int, judge: object | None = None) -> None: ...

    def solve(self, stones: Sequence[int], to_move: int, nodes: int, seconds: float, report: object | None) -> SolverAnswer: ...

    def save(self, path: str, described: str) -> None: ...

    def load(self, path: str, described: str) -> None: ...

    def keep(self, path: str, described: str) -> int:
        """Positions that the file holds then."""

    @property
    def memory_bytes(self) -> int: ...

    def stop(self) -> None:
        """End the call that is going on in another thread."""

def board_fingerprint(game: NativeGame) -> int:
    """What tells the boards of Atoll apart, turned or renamed ones included."""

def use_connection_table(game: NativeGame, path: str, described: str) -> None: ...

def forget_connection_tables() -> None: ...

def atomorph_game(size: int, contested_never: bool, corners: bool, return_stone: bool, swap: bool) -> NativeGame: ...

class NativeSafeGroup:
    """Safe stones that are connected."""

    @property
    def stones(self) -> list[int]: ...

    @property
    def edges(self) -> list[bool]: ...

class NativeSafeLink:
    """Two empty points either of which joins the same two ends."""

    @property
    def ends(self) -> list[int]:
        """Groups; -1 is the bottom or left edge, -2 the top or right one."""

    @property
    def points(self) -> list[int]: ...

    @property
    def carrier(self) -> list[int]: ...

class NativeFlipSide:
    """What one colour has; see motu.eval.flips."""

    @property
    def weak(self) -> list[int]: ...

    @property
    def contested(self) -> list[int]: ...

    @property
    def exposed(self) -> list[int]: ...

    @property
    def safe(self) -> list[int]: ...

    @property
    def groups(self) -> list[NativeSafeGroup]: ...

    @property
    def links(self) -> list[NativeSafeLink]: ...

    @property
    def pairs(self) -> list[list[int]]: ...

    @property
    def is_won(self) -> bool: ...

    @property
    def through(self) -> list[int]: ...

    @property
    def between_edges(self) -> int: ...

class NativeFlipAnalysis:
    """What is known without searching; see motu.eval.flips."""

    @property
    def sides(self) -> list[NativeFlipSide]: ...

    @property
    def wins(self) -> list[int]: ...

    @property
    def threats(self) -> list[int]: ...

    @property
    def answers(self) -> list[int]: ...

    @property
    def forced_win(self) -> int:
        """-1: none was found."""

FLIP_TURN: int = 4

FLIP_UNREACHABLE: int = 1048576

def analyze_flips(state: NativeState, depth: int, max_nodes: int) -> NativeFlipAnalysis: ...

class NativeFlipAnswer:
    """Bounds of a value, and plies to the end or 0."""

    @property
    def lower(self) -> int: ...

    @property
    def upper(self) -> int: ...

    @property
    def plies(self) -> int: ...

class NativeFlipReplay:
    """What came of playing a claim out."""

    @property
    def holds(self) -> bool: ...

    @property
    def is_complete(self) -> bool: ...

    @property
    def positions(self) -> int: ...

    @property
    def games(self) -> int: ...

    @property
    def failure(self) -> str: ...

class NativeExtraStone:
    """Whether a stone more can hurt its owner."""

    @property
    def tried(self) -> int: ...

    @property
    def hurts(self) -> int: ...

class NativeFlipFacts:
    """What a table says as a whole; see motu.solve.flip_facts."""

    @property
    def results(self) -> list[int]: ...

    @property
    def reachable(self) -> int: ...

    def extra(self, is_movers: bool) -> NativeExtraStone: ...

class NativeFlipSolver:
    """Answers from a table or a search; see motu.solve.flip_solver."""

    def __init__(self, state: NativeState, memory_bytes: int, threads: int, judge: object | None = None) -> None: ...

    @staticmethod
    def build(state: NativeState, threads: int, report: object | None) -> NativeFlipSolver | None:
        """None where it was stopped."""

    @staticmethod
    def load(state: NativeState, path: str) -> NativeFlipSolver: ...

    def save(self, path: str) -> None:
        """The table, or what the search learnt."""

    def add(self, path: str) -> None:
        """Add what another search saved."""

    def share(self) -> None:
        """Let searches of this process use the table."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    @property
    def bytes(self) -> int:
        """What the table takes."""

    def numbers(self, state: NativeState) -> tuple[int, int] | None:
        """
        Proof and disproof number; None from a table, where a swap is ahead, and at the end.
        """

    def check_table(self, threads: int, report: object | None) -> int: ...

    def facts(self, report: object | None) -> NativeFlipFacts | None: ...

    def longest(self, facts: NativeFlipFacts) -> tuple[int, tuple[list[int], int, int]] | None: ...

    def longest_reachable(self, facts: NativeFlipFacts) -> tuple[int, tuple[list[int], int, int]] | None: ...

    def smallest(self, extra: NativeExtraStone) -> tuple[tuple[list[int], int, int], int, int, int] | None: ...

    def smallest_reachable(self, extra: NativeExtraStone) -> tuple[tuple[list[int], int, int], int, int, int] | None: ...

    def answer(self, state: NativeState, nodes: int, report: object | None, is_known: bool = False) -> NativeFlipAnswer: ...

    def answer_after(self, state: NativeState, action: int, nodes: int, report: object | None, is_known: bool = False) -> NativeFlipAnswer: ...

    def best_line(self, state: NativeState) -> list[int]: ...

    def replay(self, state: NativeState, person: int, value: int, max_positions: int, seed: int, nodes: int, report: object | None) -> NativeFlipReplay: ...

def forget_flip_tables() -> None: ...

def atmalof_game(rows: int, cols: int, extra_rows: int, extra_cols: int, line: int, pieces: int, tiebreak_both: bool) -> NativeGame: ...

class LineThreat:
    """A window that lacks one piece; see motu.eval.lines."""

    @property
    def window(self) -> int: ...

    @property
    def square(self) -> int: ...

    @property
    def drop_chance(self) -> float: ...

    @property
    def steppers(self) -> list[int]: ...

    @property
    def blockers(self) -> list[int]: ...

def line_threats(state: NativeState, colour: int) -> list[LineThreat]: ...

def line_window(game: NativeGame, window: int) -> list[int]:
    """The squares of a window."""

def turn_chance(state: NativeState, colour: int) -> tuple[float, int]: ...

def line_values(state: NativeState) -> list[float]: ...

class LineTraining:
    """How the line net is trained; see motu.eval.lines."""

    def __init__(self) -> None: ...

    @property
    def decay(self) -> float: ...

    @decay.setter
    def decay(self, arg: float, /) -> None: ...

    @property
    def rate(self) -> float: ...

    @rate.setter
    def rate(self, arg: float, /) -> None: ...

    @property
    def half_life(self) -> float: ...

    @half_life.setter
    def half_life(self, arg: float, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def random_plies(self) -> int: ...

    @random_plies.setter
    def random_plies(self, arg: int, /) -> None: ...

    @property
    def max_plies(self) -> int: ...

    @max_plies.setter
    def max_plies(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class NativeLineTrainer:
    """See motu.eval.lines.LineTrainer."""

    def __init__(self, games: Sequence[NativeGame], options: LineTraining) -> None: ...

    def train(self, games: int) -> None: ...

    def stop(self) -> None: ...

    @property
    def games(self) -> int: ...

    @property
    def positions(self) -> int: ...

    def weights(self) -> bytes: ...

    def checkpoint(self) -> bytes: ...

    def restore(self, checkpoint: bytes) -> None: ...

class LineMatch:
    """Results of the first net."""

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...

    @property
    def unfinished(self) -> int: ...

    @property
    def score(self) -> float: ...

    @property
    def standard_error(self) -> float: ...

def play_line_match(game: NativeGame, first: bytes, second: bytes | None, pairs: int, seed: int) -> LineMatch: ...

def play_line_games(game: NativeGame, weights: bytes, games: int, seed: int) -> LineMatch: ...

class ShippedLines:
    """A line net that came with the program; see motu.eval.lines."""

    @property
    def rules(self) -> list[int]:
        """
        Rows, columns, those beyond the dice, line, pieces; nothing for a general one.
        """

    @property
    def tiebreak_both(self) -> bool: ...

    @property
    def name(self) -> str:
        """Of the file."""

    @property
    def games(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def size(self) -> int:
        """In bytes."""

    @property
    def bytes(self) -> bytes:
        """The file itself."""

def shipped_lines() -> list[ShippedLines]: ...

GENERAL_LINE_FILE: str = 'general.lines'

def line_file_name(game: NativeGame) -> str:
    """What a file of weights for exactly the rules of a game is called."""

class NativeLineWeights(NativeEvaluatorSource):
    """A line net as searches use it."""

    def __init__(self, weights: bytes) -> None: ...

def use_line_weights(weights: bytes) -> None: ...

def forget_line_weights() -> None: ...

class LineSolveOptions:
    """See motu.solve.line_solver."""

    def __init__(self) -> None: ...

    @property
    def tolerance(self) -> float: ...

    @tolerance.setter
    def tolerance(self, arg: float, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

    @property
    def memory(self) -> int: ...

    @memory.setter
    def memory(self, arg: int, /) -> None: ...

class LineSolveProgress:
    """How far the work on a table is."""

    @property
    def own(self) -> int: ...

    @property
    def enemy(self) -> int: ...

    @property
    def sweeps(self) -> int: ...

    @property
    def changes(self) -> int: ...

    @property
    def finished(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class NativeLineSolve:
    """See motu.solve.line_solver.LineSolver."""

    def __init__(self, game: NativeGame, folder: str, options: LineSolveOptions) -> None: ...

    def run(self, report: object | None) -> bool: ...

    def write(self, path: str) -> bool: ...

    @property
    def progress(self) -> LineSolveProgress: ...

def line_solve_size(game: NativeGame) -> tuple[float, float]:
    """Positions up to symmetry, and bytes of memory that solving them takes."""

class LayerFacts:
    """See motu.solve.line_solver."""

    @property
    def own(self) -> int: ...

    @property
    def enemy(self) -> int: ...

    @property
    def sweeps(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def entries(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def open(self) -> int: ...

class LineCheck:
    """What a check of a table found."""

    @property
    def positions(self) -> int: ...

    @property
    def wrong(self) -> int: ...

    @property
    def worst(self) -> float: ...

    @property
    def first_wrong(self) -> str: ...

class NativeLineTable:
    """See motu.solve.line_solver.LineSolver."""

    @staticmethod
    def open(path: str) -> NativeLineTable: ...

    @property
    def tolerance(self) -> float: ...

    @property
    def bytes(self) -> int: ...

    @property
    def facts(self) -> list[LayerFacts]: ...

    def judge(self, state: NativeState) -> tuple[float, float, list[tuple[int, float, float]]]: ...

    def check(self, count: int, seed: int, report: object | None) -> LineCheck: ...

def use_line_table(path: str) -> None: ...

def forget_line_tables() -> None: ...

def take_damage() -> list[str]:
    """What searches found damaged in tables since the last time."""
