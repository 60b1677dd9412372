"""The loop: play, learn, measure, and again (floor: train).

One folder holds all of a training: `checkpoint.pt` and its window, `latest.onnx`, `best.onnx` (what the gate let
through last), `history.jsonl` (a line a generation) and `report.html`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from motu.arena.openings import without_swap
from motu.arena.sprt import Sprt
from motu.boards import load_custom_board
from motu.errors import NetError, TrainingError
from motu.eval.nets import Encoding, Net, NetInfo, TrainingStep
from motu.eval.nets.encoding import unpack
from motu.eval.nets.net import MAX_NET_BYTES
from motu.eval.nets.net_file import KEY, read_info
from motu.eval.nets.runtime import KINDS, Model
from motu.files import read_file
from motu.games import load_game
from motu.games.rules import RULES_VERSION
from motu.train import checkpoint, gate, report
from motu.train.config import Config
from motu.train.devices import compiles_on, device_named
from motu.train.equities import Equities
from motu.train.export import export_net
from motu.train.judges import ExportedJudge, Floats, NetRunner
from motu.train.learner import Learner, make_network
from motu.train.lineage import joined
from motu.train.network import Network
from motu.train.quantise import CALIBRATION, quantise, quantise_by
from motu.train.records import Generation
from motu.train.replay import Mixture, ReplayBuffer
from motu.train.run_folder import best_in, checkpoint_in, history_in, make_folder
from motu.train.self_play import SelfPlay, SelfPlayTotals
from motu.train.solved_samples import SolvedSamples
from motu.train.torch_judge import TorchJudge
from motu.train.truth import SolvedSet, truth_of
from motu.train.weights import read_weights

_WINDOW_S = 600.0
"""Seconds between two times that the window of positions, which may be large, is written while a training goes on."""


class Workers(Protocol):
    """Play games somewhere else; see `motu.train.cluster`."""

    def run(self, model: Model, window: ReplayBuffer, positions: int, is_stopped: Callable[[], bool]) -> SelfPlayTotals:
        """Play with a net until there are so many new positions, as `SelfPlay.run` does."""


class TrainingRun:
    """A training in its folder. Deterministic under its seed on a central processor."""

    def __init__(
        self,
        config: Config,
        folder: Path,
        *,
        resume: Path | None = None,
        learn_from: Path | None = None,
        begin_with: Path | None = None,
        device: str = "cpu",
        workers: Workers | None = None,
    ) -> None:
        """Begin, or go on.

        Args:
            config: What it is to be; of a training that goes on, everything but the net's size may be new.
            folder: Where all goes; made where it is missing. It holds no training but the one that is gone on with.
            resume: A checkpoint to go on from; positions of boards that both have are kept.
            learn_from: Instead, a checkpoint of another training, whose net may be of another size: the new net first
                learns from the positions that lie beside it, in generations without games.
            begin_with: Instead of `resume`, the file of a net whose weights the new one begins with; where it is larger
                than that, it begins by answering the same.
            device: "cpu" or "cuda".
            workers: Play the games; this process unless told.

        Raises:
            TrainingError: "train/device", "train/file", "train/folder", "train/checkpoint" or "train/net".
            NetError: "net/missing" or "net/file" where nothing can begin with a file.
        """
        torch.set_num_threads(1)
        torch.manual_seed(config.seed)
        self._config = config
        self._folder = folder
        self._device = device_named(device)
        self._workers = workers
        self._window = ReplayBuffer(len(config.boards))
        self._lessons = 0  # positions to be learnt from before the first game
        self.history: list[Generation] = []
        self._past: list[TrainingStep] = []
        self._totals = SelfPlayTotals()
        self._before = SelfPlayTotals()
        self._steps_before = 0
        self._seconds = 0.0
        self._is_stopped: Callable[[], bool] = lambda: False
        self._share_left = 1.0
        self._mark = checkpoint.new_mark()
        make_folder(folder, resume)
        state = checkpoint.load(resume) if resume is not None else None
        number = int(state["generation"]) if state is not None else 0
        self._source = np.random.default_rng([config.seed, number])
        self._seed = int(self._source.integers(0, 2**63))
        self._own_games: SelfPlay | None = None
        self._encodings = [Encoding(game) for game in config.games]
        self._solved_samples = SolvedSamples(config, self._encodings)
        network = make_network(config.net, self._encodings[0])
        if begin_with is not None:
            self._take_weights(begin_with, network)
        self._learner = Learner(network, config.learning, self._device)
        if resume is not None and state is not None:
            self._restore(state)
            self._restore_positions(resume, state)
        elif learn_from is not None:
            self._take_lessons(learn_from)
        self._torch_judge = TorchJudge(
            self._learner.average, self._device, compiles=compiles_on(self._device, config.learning)
        )
        self._truths: list[SolvedSet | Equities] | None = None
        self._window_due = time.monotonic() + (0 if self._lessons else _WINDOW_S)

    @property
    def checkpoint(self) -> Path:
        """The file to go on from."""
        return checkpoint_in(self._folder)

    @property
    def latest(self) -> Path:
        """The net as it is now."""
        return self._folder / "latest.onnx"

    @property
    def best(self) -> Path:
        """The net that the gate let through last."""
        return best_in(self._folder)

    def run(
        self,
        generations: int = 0,
        is_stopped: Callable[[], bool] = lambda: False,
        share_left: Callable[[], float] = lambda: 1.0,
    ) -> Iterator[Generation]:
        """Go on, and yield each generation when it is done and written down.

        Args:
            generations: At most so many; 0 for no such bound.
            is_stopped: Asked often; True ends it soon, with a checkpoint.
            share_left: Says how much of its time is left, from 1 down to 0, for a rate that falls towards the end; the
                generations that are left count, too.
        """
        self._is_stopped = is_stopped
        done = 0
        while not is_stopped() and (not generations or done < generations):
            self._share_left = min(share_left(), 1.0 if not generations else (generations - done) / generations)
            found = self._generation()
            if found is not None:
                yield found
            done += 1
        if done:
            self._save(with_window=True)

    # ---------------------------------------------------------------------------------------------------- a generation

    def _generation(self) -> Generation | None:
        begin = time.monotonic()
        settings = self._config.learning
        played = SelfPlayTotals() if self._lessons else self._play(settings.positions)
        self._totals.add(played)
        positions = min(self._lessons, settings.positions) or played.positions
        losses = self._learn(positions) if not self._is_stopped() and len(self._window) else {}
        if losses:
            self._lessons = max(self._lessons - positions, 0)
        self._write_net()
        found = self._describe(played, losses)
        measure = self._config.measure
        if losses and measure.every and found.number % measure.every == 0:
            self._measure(found)
        self._seconds += time.monotonic() - begin
        found.seconds = self._seconds
        if losses:
            self.history.append(found)
        self._save(with_window=time.monotonic() > self._window_due)
        return found if losses else None

    def _play(self, positions: int) -> SelfPlayTotals:
        if self._workers is not None:
            return self._workers.run(self._playing(), self._window, positions, self._is_stopped)
        judge: NetRunner = self._torch_judge
        if self._device.type != "cuda":
            judge = ExportedJudge(self._playing(), self._config.self_play.boards)
        if self._own_games is None:
            self._own_games = SelfPlay(self._config, self._seed)
        return self._own_games.run(judge, self._window, positions, self._is_stopped)

    def _playing(self) -> Model:
        """Return the net that plays."""
        exact, name = self._model(), "the net in training"
        if not self._config.self_play.int8:
            return Model(exact, name)
        planes = list(self._planes())
        if planes:
            return Model(exact, name, quantise_by(exact, self._info(), planes))
        return Model(exact, name, quantise(Net(exact, name, KINDS[0]), exact, self._config.games, self._config.seed))

    def _planes(self) -> Iterator[Floats]:
        """Yield planes of positions that the games came through, a batch a board."""
        for board, encoding in enumerate(self._encodings):
            samples = self._window.spread(board, CALIBRATION)
            if samples is not None:
                yield unpack(samples["planes"], encoding.rows, encoding.columns)

    def _model(self) -> bytes:
        return export_net(self._learner.average, self._info())

    def _learn(self, positions: int) -> dict[str, float]:
        settings = self._config.learning
        self._window.trim(min(settings.window, max(settings.least_window, self._window.total // 2)))
        steps = max(1, round(positions * settings.reuse / settings.batch))
        self._learner.rate_share = min(1.0, self._share_left / settings.cool_down) if settings.cool_down else 1.0
        if share := self._solved_share():
            mixture = Mixture(self._window, self._solved_samples.stock, share)
            steps = round(steps / (1 - share))
            return self._learner.learn(mixture, self._encodings, steps, self._source, self._is_stopped)
        return self._learner.learn(self._window, self._encodings, steps, self._source, self._is_stopped)

    def _solved_share(self) -> float:
        """Draw and solve new positions, and return the share of the steps that learn from all of them."""
        if not self._config.solved.share:
            return 0.0
        self._solved_samples.renew(self._source, self._is_stopped)
        return self._config.solved.share if len(self._solved_samples.stock) else 0.0

    def _describe(self, played: SelfPlayTotals, losses: dict[str, float]) -> Generation:
        return Generation(
            number=self.history[-1].number + 1 if self.history else 1,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=0.0,
            games=self._totals.games,
            positions=self._totals.positions,
            evaluations=self._totals.evaluations,
            evaluations_per_second=round(played.evaluations / max(played.seconds, 1e-9), 1),
            waiting_share=round(played.waiting / max(played.seconds, 1e-9), 4),
            mean_plies=round(played.plies / max(played.games, 1), 2),
            first_wins=round(played.first_wins / max(played.games, 1), 4),
            steps=self._learner.steps,
            window=len(self._window),
            losses={name: round(loss, 5) for name, loss in losses.items()},
            unfinished=round(played.unfinished / max(played.games, 1), 4),
            rate=self._learner.rate,
        )

    # ----------------------------------------------------------------------------------------------------- measurement

    def _measure(self, found: Generation) -> None:
        settings, games = self._config.measure, self._config.games
        net = Net.load(self.latest)
        for truth in self._solved():
            found.solved[truth.game.spec] = truth.compare(net).to_json()
        player = gate.net_player(self.latest, settings.visits)
        for opponent in settings.opponents:
            if self._is_stopped():
                return
            count = settings.games * len(games)
            score = gate.play(player, opponent, games, count, found.number, is_stopped=self._is_stopped)
            found.matches[opponent] = _score_json(score)
        self._try_gate(found)

    def _try_gate(self, found: Generation) -> None:
        settings = self._config.measure
        if self.best.is_file() and settings.gate_games:
            score = gate.play(
                gate.net_player(self.latest, settings.visits),
                gate.net_player(self.best, settings.visits),
                self._config.games,
                settings.gate_games,
                found.number,
                sprt=Sprt(0, settings.gate_elo),
                is_stopped=self._is_stopped,
            )
            found.gate = _score_json(score) | {"verdict": score.verdict}
            if score.verdict != "H1":
                return
        checkpoint.write_whole(self.best, self.latest.read_bytes())

    def _solved(self) -> list[SolvedSet | Equities]:
        if self._truths is None:
            settings = self._config.measure
            games = [without_swap(load_game(spec, load_custom_board)) for spec in settings.solved]
            count, seed = settings.solved_positions, self._config.seed
            truths = [truth_of(game, count, seed, self._is_stopped) for game in games if not self._is_stopped()]
            if self._is_stopped():  # what is only half there compares with nothing
                return []
            self._truths = truths
        return self._truths

    # ----------------------------------------------------------------------------------------------------------- files

    def _info(self) -> NetInfo:
        net, encoding = self._config.net, self._encodings[0]
        now = TrainingStep(
            date=datetime.now(UTC).date().isoformat(),
            games=self._totals.games - self._before.games,
            evaluations=self._totals.evaluations - self._before.evaluations,
            steps=self._learner.steps - self._steps_before,
            boards=tuple(self._config.boards),
        )
        return NetInfo(
            name=net.name,
            game=encoding.game.name,
            lattice=encoding.lattice,
            planes=encoding.planes,
            blocks=net.blocks,
            channels=net.channels,
            rules_version=RULES_VERSION,
            history=(*self._past, now),
        )

    def _write_net(self) -> None:
        checkpoint.write_whole(self.latest, self._model())

    def _save(self, *, with_window: bool) -> None:
        best = self.best.read_bytes() if self.best.is_file() else b""
        state: dict[str, Any] = {
            "generation": self.history[-1].number if self.history else 0,
            "training": self._mark,
            "boards": list(self._config.boards),
            "history": [generation.to_json() for generation in self.history],
            "info": self._info().to_json(),
            "totals": [self._totals.games, self._totals.positions, self._totals.evaluations],
            "seconds": self._seconds,
            "lessons": self._lessons,
            "learner": self._learner.state(),
            "best": torch.frombuffer(bytearray(best), dtype=torch.uint8) if best else torch.zeros(0, dtype=torch.uint8),
        }
        checkpoint.save(self.checkpoint, state, self._windows() if with_window else {})
        if with_window:
            self._window_due = time.monotonic() + _WINDOW_S
        lines = "".join(generation.to_json() + "\n" for generation in self.history)
        checkpoint.write_whole(history_in(self._folder), lines.encode())
        checkpoint.write_whole(self._folder / "report.html", report.html(self._info(), self.history).encode())

    def _windows(self) -> dict[Path, ReplayBuffer]:
        windows = {checkpoint.window_file(self.checkpoint): self._window}
        if len(self._solved_samples.stock):
            windows[checkpoint.solved_file(self.checkpoint)] = self._solved_samples.stock
        return windows

    def _restore(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        info = read_info({KEY: state["info"]}, "the checkpoint")
        wanted = self._info()
        if (info.blocks, info.channels, info.planes) != (wanted.blocks, wanted.channels, wanted.planes):
            raise TrainingError(
                f"the checkpoint's net has {info.blocks} blocks of {info.channels} channels, {len(info.planes)} planes,"
                f" asked for is one of {wanted.blocks} of {wanted.channels} for {len(wanted.planes)}",
                slug="train/checkpoint",
            )
        self._learner.restore(state["learner"])
        self.history = [Generation.from_json(line) for line in state["history"]]
        self._count_from(state)
        self._steps_before = self._learner.steps
        self._seconds = float(state["seconds"])
        self._past = [step for step in info.history if step.steps or step.games]
        best = state["best"].numpy().tobytes()
        if best and not self.best.is_file():
            checkpoint.write_whole(self.best, best)

    def _restore_positions(self, path: Path, state: dict[str, Any]) -> None:
        """Go on with the positions that lie beside a checkpoint."""
        mark = _mark_of(state)
        self._mark = mark or self._mark
        self._window = _window_beside(path, state, list(self._config.boards))
        solved = self._solved_samples
        solved.stock = checkpoint.load_window(checkpoint.solved_file(path), solved.specs, mark)
        self._lessons = int(state.get("lessons", 0)) if len(self._window) else 0

    def _take_weights(self, path: Path, network: Network) -> None:
        """Give a net that is to learn the weights of a net's file, and go on with that one's history."""
        try:
            data = read_file(path, MAX_NET_BYTES)
        except OSError as error:
            raise NetError(
                f"cannot read the net '{path}': {error.strerror}", slug="net/missing", text=str(path)
            ) from error
        found = read_weights(data, str(path))
        self._check_planes(found.info, f"the net '{path}' sees", "train/net")
        found.put_into(network)
        totals = found.info.totals
        self._totals.games, self._totals.evaluations = totals.games, totals.evaluations
        self._before = replace(self._totals)
        self._past = list(found.info.history)

    def _take_lessons(self, path: Path) -> None:
        """Prepare to learn from the positions of another training."""
        state = checkpoint.load(path)
        info = read_info({KEY: state["info"]}, "the checkpoint")
        self._check_planes(info, f"the positions of '{path}' have", "train/checkpoint")
        self._window = _window_beside(path, state, list(self._config.boards))
        self._lessons = len(self._window)
        if not self._lessons:
            raise TrainingError(
                f"'{checkpoint.window_file(path)}' has no positions of {', '.join(self._config.boards)}",
                slug="train/checkpoint",
                text=str(path),
            )
        self._past = joined(self._past, info.history)
        self._totals.positions = state["totals"][1]
        self._totals.games = sum(step.games for step in self._past)
        self._totals.evaluations = sum(step.evaluations for step in self._past)
        self._before = replace(self._totals)

    def _check_planes(self, info: NetInfo, whose: str, slug: str) -> None:
        wanted = self._encodings[0]
        if info.planes != wanted.planes:
            raise TrainingError(
                f"{whose} {len(info.planes)} planes for {info.game},"
                f" wanted are {len(wanted.planes)} for {wanted.game.name}",
                slug=slug,
            )

    def _count_from(self, state: dict[str, Any]) -> None:
        """Count games on from those of a checkpoint."""
        self._totals.games, self._totals.positions, self._totals.evaluations = state["totals"]
        self._before = replace(self._totals)


def _mark_of(state: dict[str, Any]) -> str:
    """Return the mark of a checkpoint's training, "" in one that was written by an older version."""
    return str(state.get("training", ""))


def _window_beside(path: Path, state: dict[str, Any], boards: list[str]) -> ReplayBuffer:
    """Return the positions that lie beside a checkpoint, those of these boards."""
    return checkpoint.load_window(checkpoint.window_file(path), boards, _mark_of(state))


def _score_json(score: gate.Score) -> dict[str, Any]:
    elo = None if score.elo is None else round(score.elo, 1)
    return {"games": score.games, "score": round(score.score, 4), "elo": elo, "pairs": list(score.pairs)}
