/** Cards, piles and numbers in words, and the language that the API is asked for. */

const RANKS = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten',
  J: 'jack', Q: 'queen', K: 'king',
};
const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const SYMBOLS = { S: '♠', H: '♥', D: '♦', C: '♣' };
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const ORDER = Object.keys(RANKS).sort((a, b) => 'A23456789TJQK'.indexOf(a) - 'A23456789TJQK'.indexOf(b));

/** Languages that the API has texts in. */
const LANGUAGES = ['en', 'de'];

/** @returns {string} the language to ask the API's texts in, by what the browser prefers */
export function language() {
  const preferred = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return preferred.find((tag) => LANGUAGES.includes(tag)) ?? 'en';
}

/**
 * @param {string} card as `7H`
 * @returns {string} `seven of hearts`
 */
export function cardName(card) {
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/**
 * @param {string} card
 * @returns {string} `7♥`, `10♠`
 */
export function cardSign(card) {
  return `${rankSign(card)}${SYMBOLS[card[1]]}`;
}

/**
 * @param {string} card a card or a rank
 * @returns {string} what is printed in its corner: `A`, `10`, `K`
 */
export function rankSign(card) {
  return card[0] === 'T' ? '10' : card[0];
}

/**
 * @param {string} card
 * @returns {string} `♥`
 */
export function suitSign(card) {
  return SYMBOLS[card[1]];
}

/**
 * @param {string} card
 * @returns {boolean} whether its suit is printed in red
 */
export function isRed(card) {
  return card[1] === 'H' || card[1] === 'D';
}

/**
 * @param {string} rank as `K`
 * @param {number} [count]
 * @returns {string} `king`, or `kings`
 */
export function rankName(rank, count = 1) {
  const name = RANKS[rank];
  return count === 1 ? name : name === 'six' ? 'sixes' : `${name}s`;
}

/**
 * @param {string} card a card or a rank
 * @returns {number} the pile that it goes under, 13 for the centre
 */
export function homeOf(card) {
  return ORDER.indexOf(card[0]) + 1;
}

/**
 * @param {number} pile 1 to 13
 * @returns {string} `three o'clock`, `the centre`
 */
export function pileName(pile) {
  return pile === 13 ? 'the centre' : `${NUMBERS[pile - 1]} o'clock`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 * @returns {string} `1 card`, `2 cards`
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * @param {number} value a chance, 0 to 1
 * @returns {string} `7.8 %`, `< 0.1 %`
 */
export function percent(value) {
  if (value > 0 && value < 0.001) return '< 0.1 %';
  if (value < 1 && value > 0.999) return '> 99.9 %';
  return `${(100 * value).toFixed(value === 0 || value === 1 ? 0 : 1)} %`;
}

/**
 * @param {string} text
 * @returns {string} with a capital
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
