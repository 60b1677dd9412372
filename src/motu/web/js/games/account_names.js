// What accounts are called: people and bots by their names, the computer's own by what they are.

import { _ } from '../i18n.js';
import { levelOf } from './account_levels.js';

/** An account's name as it is shown. @param {string} name */
export function accountName(name) {
  const level = levelOf(name);
  if (level !== null) return _('Level {level}', { level });
  return name === 'strongest' ? _('Full strength') : name;
}
