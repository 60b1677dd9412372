// The course of a rating as a line, and how much of it is to be seen.

/** @typedef {[number, number]} CoursePoint  when, in milliseconds since 1970, and the rating from then on */

export const WIDTH = 320;
export const HEIGHT = 120;
/** So much room there is above and below, in points: a line that hardly moves lies in the middle. */
const ROOM = 25;

/**
 * The line of a course from left to right, one step a game, and the ratings between which it runs.
 * @param {CoursePoint[]} course
 * @returns {{path: string, low: number, high: number}}
 */
export function lineOf(course) {
  const ratings = course.map(([, rating]) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = WIDTH / Math.max(1, course.length - 1);
  const scale = HEIGHT / (high - low + 2 * ROOM);
  const places = ratings.map((rating, index) => {
    const y = (high + ROOM - rating) * scale;
    return `${Math.round(index * step * 10) / 10} ${Math.round(y * 10) / 10}`;
  });
  return { path: `M${places.join('L')}`, low, high };
}

/** A rating as it is written; a guess has a question mark. @param {number} rating @param {boolean} isGuess */
export const ratingFigure = (rating, isGuess) => `${rating}${isGuess ? '?' : ''}`;

/** What a ladder is asked for, by its address; the first of each where it says nothing that there is. @param {string} search @param {string[]} games @param {string[]} speeds */
export function ladderAsked(search, games, speeds) {
  const asked = new URLSearchParams(search);
  const [game, speed] = [asked.get('game') ?? '', asked.get('speed') ?? ''];
  return { game: games.includes(game) ? game : games[0], speed: speeds.includes(speed) ? speed : speeds[0] };
}
