"""A bot at a server: takes challenges, plays its games side by side, comes back when the connection is lost.

Floor: arena. Invariant: nothing is remembered that matters; whoever starts it again goes on with all of its games.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from motu.arena.entrants import command_fault
from motu.arena.online.client import BotClient, LostError, RefusedError
from motu.arena.online.table import HEARD, BotTable, Say, names_of_games, plays
from motu.errors import EngineError, MotuError

PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a server that was lost is asked again; the last one again and again."""
END_SECONDS = 1.0
"""So long an end waits at most for what is on its way."""
_UNFIT = ("engine/program-unsuitable", "engine/program-refused")
"""How a program fails that can't play a game, and never will."""
_OF_GAMES = ("began", "turn", "offer", "over")


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What a bot plays."""

    command: str
    """The program's command line."""
    games: tuple[str, ...] = ()
    """Names of the games that it plays; none for all."""
    concurrent: int = 1
    """So many games go on at a time; further challenges are declined."""

    def __post_init__(self) -> None:
        """Check the command line and the names.

        Raises:
            RefusedError: "online/program" for a command line that names no program, "online/game" for a name of none.
        """
        if (fault := command_fault(self.command)) is not None:
            raise RefusedError(
                f"'{self.command}' {fault}; right is a command line, as in 'motu gtp'",
                slug="online/program",
                text=self.command,
            )
        known = names_of_games()
        for name in self.games:
            if name not in known:
                raise RefusedError(
                    f"there is no game '{name}'; there are {', '.join(known)}",
                    slug="online/game",
                    text=name,
                    legal=known,
                )


class Bot:
    """Plays until it is told to stop."""

    def __init__(
        self, client: BotClient, settings: BotSettings, say: Say, sleep: Callable[[float], object] | None = None
    ) -> None:
        """Play for the account of a client; `say` hears what a person might want to know."""
        self._client, self._settings, self._say = client, settings, say
        self._stopped = threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._tables: dict[str, BotTable] = {}
        self._trying: dict[str, BotTable] = {}  # by challenge: the program is asked whether it can play it
        self._spare: list[BotTable] = []  # for games that are accepted, until they are heard of; any is good for any
        self._unfit: set[str] = set()
        self._news: dict[str, dict[str, Any]] = {}
        self._busy: set[str] = set()
        self._lock = threading.Lock()
        self._places = threading.Semaphore(settings.concurrent)
        self._threads: set[threading.Thread] = set()
        self._open: set[BotTable] = set()
        self._is_leaving = self._is_ready = False
        self._waiting: list[dict[str, Any]] = []

    def leave(self) -> bool:
        """Take no new games; `run` ends when those that go on are over. Return whether there are none."""
        self._is_leaving = True
        return not self._num_games()

    def stop(self) -> None:
        """End as soon as the stream says something; the games stay as they are."""
        self._is_leaving = True
        self._stopped.set()

    def run(self) -> None:
        """Play.

        Raises:
            RefusedError: For a token that is not good, or when another program shows the same one.
        """
        failures = 0
        try:
            while not self._stopped.is_set():
                self._is_ready = False
                try:
                    for line in self._client.stream():
                        failures = 0
                        if line is not None:
                            self._take(line)
                        if self._stopped.is_set() or (self._is_leaving and self._is_ready and not self._num_games()):
                            return
                except LostError as error:
                    pause = PAUSES[min(failures, len(PAUSES) - 1)]
                    self._say(f"{error.message}; trying again in {pause:g} s")
                    self._sleep(pause)
                    failures += 1
        finally:
            self._stopped.set()
            self._end_programs()

    def _end_programs(self) -> None:
        """End all programs at once, also those that are just being started; the games stay as they are."""
        until = time.monotonic() + END_SECONDS
        while True:
            for table in tuple(self._open):
                table.abandon()
            if not self._threads:
                break
            if time.monotonic() > until:  # they wait for the server; what they hold ends with this process
                return
            time.sleep(0.02)
        for table in tuple(self._open):
            self._close(table)

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        """Do something in a thread of its own, when there is a place; the end of the process waits for none of them."""

        def in_place() -> None:
            try:
                with self._places:
                    if not self._stopped.is_set():
                        work(*arguments)
            finally:
                self._threads.discard(thread)

        thread = threading.Thread(target=in_place, name="motu-bot", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _take(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        if kind == "ready":
            self._begin(line)
        elif kind == "replaced":
            raise RefusedError("another program plays for this account now", slug="online/replaced")
        elif kind == "challenge" and line["is_for_me"] and line["state"] == "waiting":
            if self._is_ready:
                self._answer(line)
            else:
                self._waiting.append(line)
        elif kind in _OF_GAMES:
            self._play(line)

    def _begin(self, ready: dict[str, Any]) -> None:
        """Go on with the games that there are, then see who waits."""
        self._say(f"{ready['account']} is there")
        for game in set(self._tables) - set(ready["games"]):
            self._end(game)
        for game in ready["games"]:
            self._table(game)
        self._is_ready, waiting, self._waiting = True, self._waiting, []
        for challenge in waiting:
            self._answer(challenge)

    def _num_games(self) -> int:
        """Return how many games go on or are about to."""
        return len(self._tables) + len(self._trying) + len(self._spare)

    def _answer(self, challenge: dict[str, Any]) -> None:
        """Decline a challenge, or have the program tried with it."""
        known, spec = challenge["id"], challenge["spec"]
        with self._lock:
            if known in self._trying:  # told again, for the connection was lost
                return
            is_wanted = not self._is_leaving and self._num_games() < self._settings.concurrent
            is_wanted = is_wanted and spec not in self._unfit and self._is_played(spec)
            if is_wanted:
                self._trying[known] = self._new_table()
        if is_wanted:
            self._start(self._try, challenge)
        else:
            self._send_answer(challenge, is_accepted=False)

    def _is_played(self, spec: str) -> bool:
        try:
            return plays(spec, self._settings.games)
        except MotuError:  # a later motu's
            return False

    def _try(self, challenge: dict[str, Any]) -> None:
        """Accept a challenge whose game can be set up with the program; a game that it can't play would be lost."""
        known, spec = challenge["id"], challenge["spec"]
        table, is_fit = self._trying[known], True
        try:
            table.set_up(spec)
        except Exception as error:  # noqa: BLE001 - whatever it is: who waits for an answer must have one
            is_fit = False
            if table.is_abandoned:
                return
            if isinstance(error, EngineError) and error.slug in _UNFIT:
                self._unfit.add(spec)
            self._say(f"challenge {known}, {spec}: the program can't play it: {error}")
        with self._lock:
            del self._trying[known]
            is_fit = is_fit and not self._is_leaving
            if is_fit:
                self._spare.append(table)
        if not is_fit:
            self._close(table)
        self._insist(challenge, is_accepted=is_fit)

    def _insist(self, challenge: dict[str, Any], *, is_accepted: bool) -> None:
        """Answer a challenge, also where the server can't just now."""
        for pause in PAUSES:
            if self._stopped.is_set():
                return
            try:
                self._send_answer(challenge, is_accepted=is_accepted)
            except LostError as error:
                self._say(f"challenge {challenge['id']}: {error.message}")
                self._sleep(pause)
            else:
                return
        if is_accepted:
            self._drop_spare()

    def _send_answer(self, challenge: dict[str, Any], *, is_accepted: bool) -> None:
        try:
            path = f"/api/challenges/{challenge['id']}"
            answer = self._client.post(f"{path}/{'accept' if is_accepted else 'decline'}", {})
        except RefusedError as error:
            self._say(f"challenge {challenge['id']}: {error.message}")
            if is_accepted:
                self._drop_spare()
            return
        if is_accepted:
            self._table(answer["game"])
        self._say(f"challenge {challenge['id']}, {challenge['spec']}: {'accepted' if is_accepted else 'declined'}")

    def _drop_spare(self) -> None:
        with self._lock:
            table = self._spare.pop() if self._spare else None
        if table is not None:
            self._close(table)

    def _table(self, game: str) -> BotTable:
        with self._lock:
            if game not in self._tables:
                spare = self._spare.pop() if self._spare else None
                self._tables[game] = spare or self._new_table()
            return self._tables[game]

    def _new_table(self) -> BotTable:
        table = BotTable(self._client, self._settings.command, self._say)
        self._open.add(table)
        return table

    def _close(self, table: BotTable) -> None:
        table.close()
        self._open.discard(table)

    def _play(self, news: dict[str, Any]) -> None:
        game = news["game"]
        if news["type"] == "over":
            if self._end(game):
                self._say(f"game {game}: {_outcome(news['result'], news['seat'])}")
            if _is_asked(news):
                self._decline_offer(news)
            return
        table = self._table(game)
        if _is_asked(news):
            self._decline_offer(news)
        elif news["is_turn"]:
            with self._lock:
                self._news[game] = {HEARD: time.monotonic()} | news
                if game in self._busy:
                    return
                self._busy.add(game)
            self._start(self._work, game, table)

    def _end(self, game: str) -> bool:
        """Leave a game that is over, and have its program leave; return whether it was played here."""
        with self._lock:
            table, is_busy = self._tables.pop(game, None), game in self._busy
            self._news.pop(game, None)
        if table is not None and is_busy:
            table.abandon()  # it would think on, in the place of the next game
        elif table is not None:
            self._close(table)
        return table is not None

    def _decline_offer(self, news: dict[str, Any]) -> None:
        try:
            self._client.post(f"/api/games/{news['game']}/answer", {"is_accepted": False, "seq": news["seq"]})
        except RefusedError as error:
            self._say(f"game {news['game']}: {error.message}")

    def _work(self, game: str, table: BotTable) -> None:
        """Play a game as long as there is news of it."""
        while True:
            with self._lock:
                news = self._news.pop(game, None)
                if news is None or self._stopped.is_set():
                    self._busy.discard(game)
                    is_over = game not in self._tables
                    break
            self._turn(table, news)
        if is_over:
            self._close(table)

    def _turn(self, table: BotTable, news: dict[str, Any]) -> None:
        for pause in PAUSES:
            try:
                table.take_turn(news)
            except LostError as error:
                self._say(f"game {news['game']}: {error.message}")
                self._sleep(pause)
                if self._news.get(news["game"]) is not None or self._stopped.is_set():
                    return
            except MotuError as error:
                self._say(f"game {news['game']}: {error.message}")
                return
            except Exception as error:  # noqa: BLE001 - whatever it is: who waits for a move must hear of it
                if not table.is_abandoned:
                    self._give_up(table, news, f"{type(error).__name__}: {error}")
                return
            else:
                return

    def _give_up(self, table: BotTable, news: dict[str, Any], why: str) -> None:
        """Give a game up in which nothing can be played."""
        try:
            table.give_up(news, why)
        except MotuError as error:
            self._say(f"game {news['game']}: {error.message}")


def _is_asked(news: dict[str, Any]) -> bool:
    """Return whether the opponent asks for something; a series' next game nobody asks for: it was agreed on before."""
    return news["offer"] is not None and news["offer"]["person"] == 1 - news["seat"]


def _outcome(result: dict[str, Any] | None, seat: int) -> str:
    if result is None or result["winner"] is None:
        return "ended without a winner"
    return f"{'won' if result['winner'] == seat else 'lost'}, {result['reason']}"
