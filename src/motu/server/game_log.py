"""A game as a fold over its events: what the position is now, whose turn, whether it is over (floor: server).

Invariant: a log built event by event equals one built from all of them, and `apply` refuses what the rules refuse, so
that no log that was ever accepted fails to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from motu.games import Game, State
from motu.games.play import Play, Step
from motu.games.record_parts import Result
from motu.server.engines_named import EnginesNamed
from motu.server.events import (
    ASIDE,
    Answered,
    CalledOff,
    Created,
    Dropped,
    Event,
    Flagged,
    Happening,
    Moved,
    Offered,
    OfferKind,
    OnVacation,
    Participant,
    Paused,
    Resigned,
    Revealed,
    Rolled,
    SealHappening,
    Seeded,
    ServerError,
    TakenBack,
)
from motu.server.game_clock import GameClock
from motu.server.mixed_seeds import MixedSeeds
from motu.server.offers import Offers
from motu.server.sealed.sealed_game import SealedGame, seals_of
from motu.server.series import after_end
from motu.server.take_backs import TakeBacks
from motu.server.turn_time import TurnTime

AGREED = {"draw": "agreed", "cancel": "unfinished"}
"""What a game ends with when an offer is accepted."""


class GameLog(SealedGame):
    """A game in progress or ended."""

    def __init__(self, first: Event) -> None:
        """Begin with the event that says what is played.

        Raises:
            ServerError: "server/log" when it says nothing of the kind.
            MotuError: For a spec, a set-up or an opening that the rules refuse.
        """
        if not isinstance(first.what, Created) or first.seq != 0:
            raise ServerError("a game's log begins with what is played", slug="server/log")
        self.created = first.what
        self.events: list[Event] = [first]
        self.play = Play(self.created.replay())
        self.secret: str | None = None
        self.seeds = MixedSeeds()
        """What the players have mixed into the dice."""
        self.turn = TurnTime(first.at_ms)
        """Since when the present turn runs."""
        self.clock = GameClock.of(self.created)
        """What both persons have; None in a game without clocks."""
        self.away = (False, False)
        """Who is on vacation."""
        self.offers = Offers()
        """What one person asks of the other."""
        self._part_ms = 0
        """What the moves of a turn that goes on have taken."""
        self.ended_ms = 0
        """When the game ended, in milliseconds since 1970."""
        self.seals = seals_of(self.created)
        """The dice of two people at different screens; None for all others."""
        self.engines = EnginesNamed()
        """What the machines' moves were made with."""

    def begin(self, first: Event) -> None:
        """Take another first event for what is played here: one that says the same in its canonical form, or more."""
        if not isinstance(first.what, Created) or self.next_seq != 1:
            raise ServerError("a game's log begins with what is played", slug="server/log")
        self.created, self.events, self.turn = first.what, [first], TurnTime(first.at_ms)
        self.clock = GameClock.of(first.what)
        self.seals = seals_of(first.what)

    @classmethod
    def load(cls, events: list[Event]) -> GameLog:
        """Return the game that all these events make.

        Raises:
            MotuError: When they make none.
        """
        if not events:
            raise ServerError("a game's log is empty", slug="server/log")
        log = cls(events[0])
        for event in events[1:]:
            log.apply(event)
        return log

    def fork(self) -> GameLog:
        """Return an independent copy, on which to try what would happen."""
        other = copy(self)
        other.events, other.play = self.events.copy(), self.play.fork()
        other.clock = None if self.clock is None else self.clock.fork()
        other.engines = self.engines.fork()
        return other

    # --- what it says

    @property
    def state(self) -> State:
        """The position now."""
        return self.play.state

    @property
    def steps(self) -> Sequence[Step]:
        """The moves and rolls since the game began, its opening left out."""
        return self.play.steps

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.play.result

    @property
    def game(self) -> Game:
        """What is played."""
        return self.play.game

    @property
    def next_seq(self) -> int:
        """The number of the next event."""
        return len(self.events)

    @property
    def seats(self) -> tuple[Participant, Participant]:
        """Person 0, who begins, and person 1."""
        return self.created.seats

    @property
    def is_over(self) -> bool:
        """Whether nobody may move any more."""
        return self.play.is_over

    @property
    def awaits_roll(self) -> bool:
        """Whether a die is to be rolled now."""
        return not self.is_over and self.state.is_chance_node() and not self.awaits_link

    @property
    def is_between_people(self) -> bool:
        """Whether no machine plays."""
        return all(seat.kind == "person" for seat in self.seats)

    @property
    def take_backs(self) -> TakeBacks:
        """What may be taken back now."""
        return TakeBacks(self.play, self.is_between_people, is_revealed=self.secret is not None)

    @property
    def is_standing(self) -> bool:
        """Whether the clock stands in a game with clocks that goes on: whoever is to move is on vacation."""
        return self.clock is not None and self.acting >= 0 and self.away[self.acting]

    def moves_made(self) -> tuple[int, int]:
        """Return how many moves both persons have made, announcements included."""
        return self.play.moves_made()

    def left_ms(self, running_ms: int) -> tuple[int, int] | None:
        """Return what is left on both clocks, below 0 for whoever took longer, or None in a game without clocks.

        Args:
            running_ms: What the present turn has taken.
        """
        return None if self.clock is None else self.clock.left_ms(self.acting, running_ms)

    def left_in_turn_ms(self, running_ms: int) -> int | None:
        """Return after how long this turn will have lasted too long; None where no clock runs."""
        if self.clock is None or self.acting < 0 or self.is_standing:
            return None
        return self.clock.whole_turn_ms(self.acting) - running_ms

    @property
    def due_ms(self) -> int | None:
        """When somebody's time is up, in milliseconds since 1970: to move, or to seal the dice; None: nobody's is."""
        if self.seals is not None and self.is_sealing:
            return self.turn.at_ms + self.seals.terms.wait_ms - self.turn.carried_ms
        left = self.left_in_turn_ms(self.turn.carried_ms)
        return None if left is None else self.turn.at_ms + left

    def news_of_engine(self, engine: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return what the next move is made with if the log doesn't say so by itself, else None."""
        return self.engines.news(self.state.current_player(), engine)

    # --- what happens to it

    def check_move(self, move: str) -> None:
        """Check that a move can be played now.

        Raises:
            MotuError: "server/over", "server/roll" while a die is to be rolled, or what the rules say.
        """
        self._refuse_over()
        self.refuse_sealing()
        if self.state.is_chance_node():
            raise ServerError("the die is rolling; the next move comes after it", slug="server/roll", text=move)
        if "=" in move:
            raise ServerError(
                f"'{move}' names a roll, but the server rolls: announce a line, such as r4",
                slug="server/roll",
                text=move,
            )
        for _ in range(self.state.play(move)):
            self.state.undo()

    def check_seed(self, seed: str, person: int | None = None) -> None:
        """Check that a player can mix a seed into the dice now; each of two people at different screens has one.

        Raises:
            ServerError: "server/dice" with what would be right.
        """
        self._refuse_over()
        if not self.created.dice:
            raise ServerError("this game has no dice", slug="server/dice")
        if self.seals is not None:
            raise ServerError("the dice of this game are sealed: commit to a share, and open it", slug="server/dice")
        self.seeds.check(seed, person)

    def check_resign(self, person: int) -> None:
        """Check that a person can give up now.

        Raises:
            ServerError: "server/over", "server/person".
        """
        self._refuse_over()
        if person not in (0, 1):
            raise ServerError(f"persons are 0 and 1, not {person}", slug="server/person", text=str(person))

    def check_vacation(self, person: int, *, is_on: bool) -> None:
        """Check that a person's clock can begin to stand, or to run again.

        Raises:
            ServerError: "server/over", "server/person", "server/vacation".
        """
        self.check_resign(person)
        if self.clock is None or self.clock.settings.kind != "correspondence" or not self.clock.settings.has_vacation:
            raise ServerError("no vacation stops the clocks of this game", slug="server/vacation")
        if self.away[person] == is_on:
            raise ServerError(f"person {person} is {'on' if is_on else 'back from'} vacation", slug="server/vacation")

    def check_offer(self, person: int, kind: OfferKind, keep: int | None = None) -> None:
        """Check that a person can ask the other one for something now.

        Raises:
            ServerError: "server/offer" and "server/take-back" with what would be right, "server/over".
        """
        if kind == "rematch":
            self._refuse_running()
        else:
            self._refuse_over()
        self.offers.check_offer(person, kind)
        if self.created.tournament is not None and kind in ("take_back", "cancel"):
            told = "in a tournament nothing is taken back, and no game called off: others depend on it, too"
            raise ServerError(told, slug="server/offer", text=kind)
        if kind == "seal":
            self.check_seal_offer()
        if kind == "take_back":
            self.refuse_rolling()
            keep = self.take_backs.kept_for(person) if keep is None else keep
            if keep == len(self.steps):
                raise ServerError("you have made no move that could be taken back", slug="server/take-back")
            self.take_backs.check(keep)
            self.take_backs.check_rolls_stay(keep)
        if kind == "cancel" and all(self.moves_made()):
            raise ServerError("both have moved: a game that goes on can be drawn or given up", slug="server/offer")

    def apply(self, event: Event) -> None:
        """Let something happen.

        Raises:
            MotuError: When it can't; nothing has changed then.
        """
        if event.seq != self.next_seq:
            raise ServerError(f"event {event.seq} can't follow event {self.next_seq - 1}", slug="server/seq")
        what, was_over = event.what, self.is_over
        if isinstance(what, ASIDE):
            self._happen_aside(what)
        elif isinstance(what, SealHappening):
            self._happen_to_dice(what)
        else:
            self._happen(what)
        if self.is_over and not was_over:
            self.offers, self.ended_ms = after_end(self.created, self.result, self.offers), event.at_ms
        self.turn = self.turn.after(event)
        self.events.append(event)

    def _happen_aside(self, what: Seeded | Offered | Answered) -> None:
        match what:
            case Seeded():
                self.check_seed(what.seed, what.person)
                self.seeds = self.seeds.after(what)
            case Offered():
                self.check_offer(what.person, what.kind, what.keep)
                self.offers = self.offers.after_offer(what)
            case Answered():
                self._answer(what)

    def _happen_to_dice(self, what: SealHappening) -> None:
        self.seal(what)
        self.engines.take_back(len(self.steps))
        if isinstance(what, Dropped):
            self._end(Result(None, AGREED["cancel"]))

    def _happen(self, what: Happening) -> None:
        match what:
            case Moved():
                self._move(what)
            case Rolled():
                self._roll(what)
            case TakenBack():
                self.take_backs.check(what.keep)
                if self.clock is not None:
                    self.clock.take_back(what.keep, self.acting, what.spent_ms)
                self.play.take_back(what.keep)
                self._part_ms = 0
                self.offers = self.offers.withdrawn()
                self.engines.take_back(what.keep)
            case Resigned() | Flagged() | CalledOff():
                self.check_resign(what.person)
                self._stop_clock(None if isinstance(what, Flagged) else what.spent_ms)
                self._end(_ending(what))
            case Paused():
                self._refuse_over()
            case OnVacation():
                self.check_vacation(what.person, is_on=what.is_on)
                self.away = (what.is_on, self.away[1]) if what.person == 0 else (self.away[0], what.is_on)
            case Revealed():
                self.secret = what.secret
            case Created():
                raise ServerError("a game is created once", slug="server/log")

    def _answer(self, what: Answered) -> None:
        offer = self.offers.check_answer(what.person, is_accepted=what.is_accepted)
        self.offers = self.offers.after_answer(what)
        if what.is_accepted and offer.kind in AGREED:
            self._stop_clock(what.spent_ms)
            self._end(Result(None, AGREED[offer.kind]))

    def _stop_clock(self, spent_ms: int | None) -> None:
        """Let what the last turn has taken stay used; None: nobody has noted it."""
        if self.clock is not None and self.acting >= 0 and spent_ms is not None:
            self.clock.charge(self.acting, spent_ms)

    def _end(self, result: Result) -> None:
        self.play.end(result)
        self.offers = self.offers.withdrawn()

    def _move(self, what: Moved) -> None:
        self.check_move(what.move)
        person = self.state.current_player()
        self.play.play(what.move, what.spent_ms - self._part_ms)
        self._part_ms = what.spent_ms if what.goes_on else 0
        if self.clock is not None:
            self.clock.move(person, what.spent_ms, goes_on=what.goes_on)
        self.offers = self.offers.after_move(person)
        self.engines.move(person, what.engine)

    def _roll(self, what: Rolled) -> None:
        self._refuse_over()
        if not self.state.is_chance_node() or self.awaits_link:
            raise ServerError("no die is to be rolled now", slug="server/roll", text=str(what.face))
        self.play.roll(what.face)
        self.seeds = self.seeds.after_roll()
        self.seals = None if self.seals is None else self.seals.after_roll()
        if self.clock is not None:
            self.clock.roll()
        self.engines.roll()

    def _refuse_running(self) -> None:
        if not self.is_over:
            raise ServerError("a rematch is offered when the game is over", slug="server/offer")

    def _refuse_over(self) -> None:
        if self.is_over:
            raise ServerError(f"the game is over: {self.result}", slug="server/over")


def _ending(what: Resigned | Flagged | CalledOff) -> Result:
    if isinstance(what, CalledOff):
        return Result(None, AGREED["cancel"])
    return Result(1 - what.person, "resign" if isinstance(what, Resigned) else "time")
