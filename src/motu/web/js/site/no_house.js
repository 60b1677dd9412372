// In the place of what only a house has: clocks, ratings, vacations, refusals. Where there is no server, nothing of it is shown.

import { h } from '../dom.js';

/** In the place of games/clock_choices.js. */
export const NONE = '0+0';
export const clockOf = () => null;

/** In the place of views/clock_form.js. */
export class ClockForm {
  constructor() {
    this.element = h('div', { hidden: true });
  }

  showBeginning() {}

  text() {
    return NONE;
  }
}

/** In the place of games/clock_face.js and clock_words.js. */
export const faceOf = () => null;
export const isShort = () => false;
export const TENTHS_MS = 0;
export const clockText = () => '';
export const longTime = () => '';
export const timeText = () => '';
export const isLong = () => false;
export const besideClock = () => '';

/** In the place of views/vacation_card.js. */
export class VacationCard {
  constructor() {
    this.element = h('div', { hidden: true });
  }

  async show() {}
}

/** In the place of views/rated_choice.js. */
export class RatedChoice {
  constructor() {
    this.element = h('div', { hidden: true });
    this.asked = null;
  }

  show() {}
}

export const hasName = async () => false;
export const ratedText = () => '';

/** In the place of views/ratings.js. */
export class Ratings {
  async show() {}
}

/** In the place of views/table_clock.js: nobody plays against a clock here. */
export class TableClock {
  /** @param {any} _state @param {(passed: number) => void} show */
  constructor(_state, show) {
    this.tick = () => show(0);
  }

  close() {}
}

/** In the place of games/refusals_among_people.js. */
export const refusalsAmongPeople = () => ({});
/** @type {string[]} */
export const PLAINER_AMONG_PEOPLE = [];
export const suspendedText = () => '';
export const mutedText = () => '';
export const renamedText = () => '';

/** In the place of views/game_terms.js: nothing is agreed with anybody, and no game belongs to a tournament. */
export const gameTerms = () => null;
export const tournamentWay = () => [];
export const isPlayedOn = () => false;

/** In the place of views/challenge_texts.js. */
export const sideText = () => '';
export const goneText = () => '';

/** In the place of study/excess.js: a site without a server says nothing of sizes. */
export const excessText = () => '';

/** In the place of tournaments/next_in_tournament.js. */
export class NextInTournament {}

/** In the place of in_sight.js: hardly anything is refused here. */
export const keepNoticesInSight = () => {};

/** In the place of series/series_state.js and series_texts.js: a series is agreed on with somebody else. */
export const seriesOf = () => null;
export const standingText = () => '';
export const bestOfText = () => '';

/** In the place of games/meeting_api.js: nobody is invited, and nobody waits. */
export const challenges = async () => ({ challenges: [] });

/** In the place of dice/duty.js: dice are sealed between two browsers. */
export const isSealing = () => false;

/** In the place of views/rest.js: nobody else brings up buttons under one's finger. */
export class Rest {
  /** @template T @param {() => T} change */
  during(change) {
    return change();
  }

  end() {}
}
