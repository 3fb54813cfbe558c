/** From values to places in a drawing of given width. */

export const HEIGHT = 230;
export const LEFT = 44;
export const RIGHT = 8;
const TOP = 24;
const FOOT = HEIGHT - 40;
const LEVELS = 5;
const NARROWEST = 26; // room for a number under the axis

/**
 * What was counted at a place on the axis, and what is expected there.
 * @typedef {{x: number, count: number, expected: number}} Point
 *
 * @param {Point[]} points
 * @param {number} width
 * @returns {{step: number, foot: number, x: function(number): number, y: function(number): number,
 *   heights: number[], marks: number[]}} `heights` and `marks` are the values that the two axes name
 */
export function scaleOf(points, width) {
  const step = (width - LEFT - RIGHT) / points.length;
  const most = Math.max(1, ...points.flatMap(({ count, expected }) => [count, expected]));
  return {
    step,
    foot: FOOT,
    x: (x) => LEFT + (x - points[0].x + 0.5) * step,
    y: (value) => FOOT - (value / most) * (FOOT - TOP),
    heights: heightsUpTo(most),
    marks: points.map(({ x }) => x).filter((x) => x % every(step) === 0),
  };
}

/** Whole numbers, for games are counted. */
function heightsUpTo(most) {
  const rough = most / LEVELS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const apart = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough));
  return Array.from({ length: Math.floor(most / apart) + 1 }, (_, index) => index * apart);
}

const every = (step) => [1, 2, 4, 5, 10, 20, 25, 50].find((size) => size * step >= NARROWEST) ?? 100;
