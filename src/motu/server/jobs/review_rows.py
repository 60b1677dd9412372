"""Reviews that are asked for, as rows: from whoever waits to whoever makes them, and back (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.engines import EngineGoneError
from motu.server.jobs.queue import REVIEWS, JobQueue
from motu.server.schema import reviews
from motu.server.store import Work

UNWANTED_MS = 60_000
"""For a review nobody waits any more who has not said so for so long."""

# One statement, so that a job which is done and its answer are seen together.
_LOOK = sa.text("""
    SELECT review.answer, own.status::text AS status, (
        SELECT count(*) FROM procrastinate_jobs AS other
        WHERE other.queue_name = :queue AND other.status = 'todo' AND own.status = 'todo'
        AND (other.priority > own.priority OR other.priority = own.priority AND other.id <= own.id)
    ) AS place
    FROM review LEFT JOIN procrastinate_jobs AS own
    ON own.queue_name = :queue AND own.queueing_lock = review.id AND own.status IN ('todo', 'doing')
    WHERE review.id = :id
""")


class Request(msgspec.Struct, frozen=True):
    """A game to be reviewed, as a line of a record."""

    record: str
    visits: int


class ReviewAnswer(msgspec.Struct, frozen=True):
    """A review, or why there is none."""

    review: dict[str, Any] | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ReviewStanding:
    """How a review stands."""

    answer: bytes | None
    is_lost: bool
    """Whether nobody will make it."""
    place: int
    """The place in the queue, 0 once it is being made."""


def ask_for(queue: JobQueue, review_id: str, record: str, visits: int, at_ms: int, priority: int) -> Work:
    """Return the work that asks for a review."""
    request = msgspec.json.encode(Request(record, visits))

    def work(connection: sa.Connection) -> None:
        connection.execute(reviews.delete().where(reviews.c.seen_ms < at_ms - 2 * UNWANTED_MS))  # of killed servers
        connection.execute(reviews.insert().values(id=review_id, request=request, seen_ms=at_ms))
        queue.put_review(connection, review_id, priority)

    return work


def look_at_review(connection: sa.Connection, review_id: str) -> ReviewStanding | None:
    """Return how a review stands that was asked for; None where its row is gone."""
    row = connection.execute(_LOOK, {"queue": REVIEWS, "id": review_id}).first()
    return None if row is None else ReviewStanding(row.answer, row.status is None, row.place)


def still_wanted(review_id: str, at_ms: int, queue: JobQueue | None, priority: int) -> Work:
    """Return the work that says that somebody still waits, and puts the job again if a queue is given."""

    def work(connection: sa.Connection) -> None:
        change = reviews.update().where(reviews.c.id == review_id).values(seen_ms=at_ms)
        if connection.execute(change).rowcount and queue is not None:
            queue.put_review(connection, review_id, priority)

    return work


def forget_review(review_id: str) -> Work:
    """Return the work that says that nobody waits."""
    return lambda connection: connection.execute(reviews.delete().where(reviews.c.id == review_id))


def wanted_review(connection: sa.Connection, review_id: str, at_ms: int) -> Request | None:
    """Return what is to be reviewed; None where nobody waits for it, or it is there already."""
    row = connection.execute(sa.select(reviews).where(reviews.c.id == review_id)).first()
    if row is None or row.answer is not None or row.seen_ms < at_ms - UNWANTED_MS:
        return None
    return msgspec.json.decode(row.request, type=Request)


def keep_answer(review_id: str, answer: ReviewAnswer) -> Work:
    """Return the work that hands a review to whoever waits for it."""
    change = reviews.update().where(reviews.c.id == review_id).values(answer=msgspec.json.encode(answer))
    return lambda connection: connection.execute(change)


def answer_in(data: bytes) -> dict[str, Any]:
    """Return the review in an answer.

    Raises:
        EngineGoneError: Where there is none.
    """
    answer = msgspec.json.decode(data, type=ReviewAnswer)
    if answer.review is None:
        raise EngineGoneError(answer.fault)
    return answer.review
