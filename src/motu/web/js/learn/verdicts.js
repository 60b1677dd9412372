// What lessons say of a try.

/** @typedef {import('./lesson.js').Verdict} Verdict */

/** @param {string} text why it is right: that it is comes before it @returns {Verdict} */
export const right = (text) => ({ isRight: true, text });
/** @param {string} text @returns {Verdict} */
export const wrong = (text) => ({ isRight: false, text });
