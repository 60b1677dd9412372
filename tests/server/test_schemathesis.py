"""Requests that Schemathesis makes up from our own OpenAPI description, good ones and bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.test_malformed import HERE, begin, count_events, is_harmless, kept
from server.test_malformed import settings as with_patient_engine

COUNT = 300
"""Requests for each operation, of which there are twenty."""


class Field(NamedTuple):
    """What answers, and the game that is asked about."""

    client: TestClient[Any]
    data: Path
    game: str


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Field]:
    with TestClient(make_application(with_patient_engine(tmp_path)), base_url=HERE) as client:
        yield Field(client, tmp_path, begin(client))


DESCRIPTION = make_application(ServerSettings(Path())).openapi_schema.to_schema()
LABELS = [f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items() for method in methods]


def ask(field: Field, case: Any) -> tuple[str, Any]:
    """Send a request; return its path and the answer."""
    parts = case.as_transport_kwargs(base_url=HERE)
    headers = dict(parts.get("headers") or {})
    body = {name: parts[name] for name in ("json", "params") if parts.get(name) is not None}
    if parts.get("data") is not None:
        body["content"] = parts["data"]
    answer = field.client.request(parts["method"], parts["url"], headers=headers, **body)
    return str(answer.request.url.path), answer


@pytest.mark.slow
@pytest.mark.parametrize("label", LABELS)
def test_made_up_requests(label: str, field: Field) -> None:
    import schemathesis  # takes a while
    from schemathesis import GenerationMode

    method, _, path = label.partition(" ")
    operation = schemathesis.openapi.from_dict(DESCRIPTION)[path][method]
    before, made, refused = kept(field.data), 0, 0
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    # Where nothing can be wrong, because nothing is read, there is no bad request to make up.
    can_be_bad = operation.body or operation.query
    bad = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE) if can_be_bad else good

    @given(case=st.one_of(good, bad), is_ours=st.booleans())
    @settings(
        max_examples=COUNT,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any, is_ours: bool) -> None:
        nonlocal made, refused
        if is_ours and "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = field.game
        try:
            path, answer = ask(field, case)
        except httpx.InvalidURL:  # longer than the test's client sends any
            return
        assert answer.status_code < 500, answer.text
        assert is_harmless(answer.text), answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"slug", "error", "text", "legal"}
            refused += 1
        elif answer.status_code == 201:
            made += count_events(path, answer.json())

    check()
    after = kept(field.data)
    assert before <= after
    assert len(after) - len(before) == made
    assert refused or not can_be_bad
