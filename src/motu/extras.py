"""Which extra brings a package that is not installed (floor: extras; imports nothing of motu).

The rules, records and searches need NumPy alone. What the rest needs comes with the extras of pyproject.toml, and
whoever lacks one is told which, in one sentence.
"""

from __future__ import annotations

_BROUGHT_BY = {
    "nets": ("msgspec", "onnxruntime"),
    "cli": ("PIL", "httpx", "prompt_toolkit", "resvg_py", "rich", "typer"),
    "web": (
        "aiosmtplib",
        "alembic",
        "argon2",
        "babel",
        "cryptography",
        "disposable_email_domains",
        "email_validator",
        "filelock",
        "http_ece",
        "httpcore",
        "itsdangerous",
        "limits",
        "litestar",
        "markdown_it",
        "py_vapid",
        "rjsmin",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "house": ("procrastinate", "prometheus_client", "psycopg", "redis"),
    "lab": ("duckdb", "matplotlib"),
    "train": ("onnx", "torch"),
    "cluster": ("ray",),
    "fast": ("openvino",),
    "adapters": ("gymnasium", "pettingzoo", "pyspiel"),
}

EXTRA_OF = {module: extra for extra, modules in _BROUGHT_BY.items() for module in modules}
"""A module's name to the extra that brings it."""


def explain(error: ImportError, what: str = "this") -> str | None:
    """Return what is missing and the command that brings it, in one sentence; None where no extra of motu brings it.

    Args:
        error: As importing raised it.
        what: What cannot be done without it: "motu serve".
    """
    module = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(module)
    if extra is None:
        return None
    return f"{what} needs {module}, which is not installed: pip install 'motu[{extra}]' brings it"
