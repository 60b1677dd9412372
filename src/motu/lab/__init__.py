"""The lab: studies of games from a TOML file, with measures, tables and reports (floor: lab)."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motu.lab.intervals import Measured
    from motu.lab.measures import MEASURES
    from motu.lab.plan import StudyPlan
    from motu.lab.study import StudyStanding, run_study
    from motu.lab.study_file import StudyFile, parse_study, read_study, ready_studies
    from motu.lab.tables import FigureRow, StudyTable

__all__ = [
    "MEASURES",
    "FigureRow",
    "Measured",
    "StudyFile",
    "StudyPlan",
    "StudyStanding",
    "StudyTable",
    "parse_study",
    "read_study",
    "ready_studies",
    "run_study",
]

_MODULES = {
    "MEASURES": "measures",
    "Measured": "intervals",
    "StudyFile": "study_file",
    "StudyPlan": "plan",
    "StudyStanding": "study",
    "FigureRow": "tables",
    "StudyTable": "tables",
    "parse_study": "study_file",
    "read_study": "study_file",
    "ready_studies": "study_file",
    "run_study": "study",
}


def __getattr__(name: str) -> object:
    """Load the module of a public name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
