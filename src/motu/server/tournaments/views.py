"""Tournaments as they are shown (floor: server): names in place of ids."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from motu.server.accounts.account import Kind, UserAccount
from motu.server.events import ClockSettings
from motu.server.speeds import Speed
from motu.server.tournaments import systems
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.rights import MAY, TournamentAct, TournamentRole, roles_of
from motu.server.tournaments.standings import TournamentPlace, standings
from motu.server.tournaments.tournament import (
    Outcome,
    System,
    TournamentEntrant,
    TournamentGame,
    TournamentState,
)

MAX_ENDED = 60
"""Games of an arena that are over, the latest first; of other tournaments all are shown."""
_SHOWN_ACTS: tuple[TournamentAct, ...] = ("enter", "leave", "begin", "cancel", "levels")


class TournamentItem(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    name: str
    system: System
    spec: str
    clock: ClockSettings
    rated: bool
    state: TournamentState
    starts_ms: int
    """When it begins at the latest."""
    begun_ms: int | None
    ends_ms: int | None
    """When an arena ends."""
    players: int
    most: int
    """So many may join."""
    allows_bots: bool
    is_in: bool
    """Whether whoever asks plays in it."""


class TournamentPlayer(msgspec.Struct, frozen=True):
    """Somebody who has joined."""

    name: str
    """Empty where it is gone."""
    kind: Kind
    rating: int
    """When it began."""
    is_out: bool
    """Whether he plays no more."""
    is_me: bool


class PlaceView(msgspec.Struct, frozen=True):
    """How somebody stands."""

    player: int
    """Which of the players."""
    place: int
    points: float
    tie_break: float
    won: int
    drawn: int
    lost: int


class TournamentGameView(msgspec.Struct, frozen=True):
    """Who plays whom."""

    round: int
    """0, 1, 2, …; 0 in an arena."""
    tie: int
    """Knock-out: which of its round."""
    players: tuple[int, int | None]
    """Which of the players, who begins first; null: there is nobody to play."""
    game: str | None
    """Null as long as it has not begun."""
    begins_ms: int | None
    scores: tuple[float, float] | None
    """Null until it is decided, and where it counts for nobody."""
    outcome: Outcome | None
    goes_on: int | None
    """Knock-out: which of the players goes on, after the last game of a tie."""


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament as somebody sees it."""

    about: TournamentItem
    maker: str
    """A name; empty where it is gone."""
    speed: Speed
    cycles: int
    minutes: int
    begins_full: bool
    over_ms: int | None
    now_ms: int
    """What time it is there, by which the others are to be read."""
    players: tuple[TournamentPlayer, ...]
    """The highest seed first; before it begins, in the order in which they came."""
    standings: tuple[PlaceView, ...]
    games: tuple[TournamentGameView, ...]
    my_game: str
    """The game in which whoever asks plays just now; empty where there is none."""
    may: tuple[TournamentAct, ...]
    """What whoever asks may do now."""


class TournamentList(msgspec.Struct, frozen=True):
    """Those that can be joined, those that go on, and those that are over lately."""

    tournaments: tuple[TournamentItem, ...]


class TournamentNews(msgspec.Struct, frozen=True, tag="tournament_news"):
    """A tournament is no longer what it was: read it again."""

    state: TournamentState


def tournament_item(course: TournamentCourse, guest: str) -> TournamentItem:
    """Return a tournament as a list shows it."""
    tournament, terms = course.tournament, course.tournament.terms
    return TournamentItem(
        tournament.id,
        terms.name,
        terms.system,
        terms.spec,
        terms.clock,
        terms.rated,
        tournament.state,
        tournament.starts_ms,
        tournament.begun_ms,
        tournament.ends_ms,
        len(course.playing if course.takes_part else course.entrants),
        terms.most,
        terms.allows_bots,
        guest in course.entrants and not course.is_out(guest),
    )


def tournament_view(
    course: TournamentCourse, accounts: Mapping[str, UserAccount], guest: str, asker: UserAccount | None
) -> TournamentView:
    """Return a tournament as somebody sees it; `accounts` are those of all who have one."""
    tournament, terms = course.tournament, course.tournament.terms
    persons = course.seeded()
    number = {person: at for at, person in enumerate(persons)}
    still_in = systems.still_in(course) if terms.system == "knock-out" else frozenset[str]()
    placed = standings(terms.system, persons, course.games, still_in)
    mine = [each.game for each in course.unsettled if guest in each.persons and each.game is not None]
    return TournamentView(
        tournament_item(course, guest),
        _name(accounts, tournament.maker),
        terms.speed,
        terms.cycles,
        terms.minutes,
        terms.begins_full,
        tournament.over_ms,
        course.now_ms,
        tuple(_player(course.entrants[each], accounts, guest) for each in persons),
        tuple(_place(each, number) for each in placed),
        tuple(_game(course, each, number) for each in _shown(course)),
        mine[0] if mine and terms.is_live else "",
        _may(course, asker),
    )


def _name(accounts: Mapping[str, UserAccount], person: str) -> str:
    found = accounts.get(person)
    return "" if found is None or found.is_closed else found.name


def _player(entrant: TournamentEntrant, accounts: Mapping[str, UserAccount], guest: str) -> TournamentPlayer:
    found, person = accounts.get(entrant.person), entrant.person
    kind = "person" if found is None else found.kind
    is_out = entrant.withdrawn_ms is not None
    return TournamentPlayer(_name(accounts, person), kind, round(entrant.rating), is_out, person == guest)


def _place(each: TournamentPlace, number: Mapping[str, int]) -> PlaceView:
    figures = each.place, each.points, each.tie_break, each.won, each.drawn, each.lost
    return PlaceView(number[each.person], *figures)


def _shown(course: TournamentCourse) -> list[TournamentGame]:
    if course.tournament.terms.system != "arena":
        return course.games
    ended = sorted((each for each in course.games if each.outcome is not None), key=lambda each: -(each.ended_ms or 0))
    return course.unsettled + ended[:MAX_ENDED]


def _game(course: TournamentCourse, each: TournamentGame, number: Mapping[str, int]) -> TournamentGameView:
    scores = (each.score0 or 0.0, each.score1 or 0.0) if each.counts or each.outcome == "bye" else None
    second = None if each.person1 is None else number[each.person1]
    winner = None
    if course.tournament.terms.system == "knock-out":
        ties = [game for game in course.games if (game.round, game.tie) == (each.round, each.tie)]
        winner = systems.winner_of(course, ties) if ties[-1] is each else None
    return TournamentGameView(
        each.round,
        each.tie,
        (number[each.person0], second),
        each.game,
        each.begins_ms,
        scores,
        each.outcome,
        None if winner is None else number[winner],
    )


def _may(course: TournamentCourse, asker: UserAccount | None) -> tuple[TournamentAct, ...]:
    """Return what somebody may do as the tournament stands."""
    state, roles = course.tournament.state, roles_of(asker, course)
    is_in = TournamentRole.ENTRANT in roles
    possible = {
        "enter": course.takes_part and not is_in and not course.is_full,
        "leave": state in ("open", "running"),
        "begin": state == "open" and course.can_begin,
        "cancel": state == "open",
        "levels": course.takes_part and course.tournament.terms.allows_bots,
    }
    return tuple(act for act in _SHOWN_ACTS if possible[act] and MAY[act] & roles)
