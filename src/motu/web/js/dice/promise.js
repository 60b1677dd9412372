// What two people at different screens are promised of their dice, also before a game begins.

import { _ } from '../i18n.js';

/** What both are promised. @param {boolean} hasLinks whether nobody can look ahead either */
export function promiseText(hasLinks) {
  return hasLinks
    ? _('Both of you and the server seal the dice: nobody can choose a roll or know one before its line is announced.')
    : _(
        'Both of you and the server seal the dice: nobody can choose a roll. With a clock, even the server cannot know one before its line is announced.',
      );
}
