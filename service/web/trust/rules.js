/** The options of a game's rules, and what does not go together. */

const OPTIONS = {
  decks: [1, 2],
  opening_pile: [12, 13],
  dealing: ['one_at_a_time', 'packets'],
  reprieves: [0, 1],
  finales: ['face_down', 'face_up'],
  on_lock: ['end', 'restart'],
  fork: ['none', 'opposite'],
};

const NEEDS = [
  { reprieves: 1, needs: { finales: 'face_down', on_lock: 'end' } },
  { fork: 'opposite', needs: { opening_pile: 13, decks: 1, finales: 'face_down', reprieves: 0, on_lock: 'end' } },
];

/**
 * @param {object} rules
 * @returns {string | null} why they are none, as a sentence; null if they are
 */
export function faultOfRules(rules) {
  for (const [option, values] of Object.entries(OPTIONS)) {
    const given = rules[option];
    if (!values.includes(given)) return `The rules have no such ${option}: ${JSON.stringify(given) ?? 'none'}.`;
  }
  for (const { needs, ...reason } of NEEDS) {
    const [[option, value]] = Object.entries(reason);
    const clash = Object.keys(needs).find((other) => rules[option] === value && rules[other] !== needs[other]);
    if (clash) return `The rules cannot be: ${option} ${value} does not go with ${clash} ${rules[clash]}.`;
  }
  return null;
}
