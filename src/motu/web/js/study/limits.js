// How much of a study the server keeps; tests/server/test_studies.py holds it against the server's own limits.

/** Most characters of a comment on one position. */
export const MAX_COMMENT = 20_000;
/** Most characters of a name. */
export const MAX_NAME = 120;
