// Which of the computer's levels an account is, by its name: no person can have one of theirs.

const LEVEL = /^level-(\d+)$/;

/** The level of an account; null for all others. @param {string} name */
export function levelOf(name) {
  const level = LEVEL.exec(name)?.[1];
  return level ? Number(level) : null;
}

/** The levels among some names, the weakest first, and whether the strongest is. @param {string[]} names */
export function levelsAmong(names) {
  const levels = names.map(levelOf).filter((level) => level !== null);
  return { levels: levels.sort((one, other) => one - other), strongest: names.includes('strongest') };
}
