/** Counts as bars, and beside them what chance gives on the average, as a line; and the same as a table. */

import { h, replace, svg } from '../lib/dom.js';
import { fixed, number } from './numbers.js';
import { HEIGHT, LEFT, RIGHT, scaleOf } from './scale.js';

/**
 * @typedef {import('./scale.js').Point} Point
 *
 * @param {{label: string, across: string, up: string, points: Point[]}} given `label` says in words what is shown;
 *   `across` and `up` name the axes. Points are in the order of x, one step apart.
 * @returns {HTMLElement} a figure that fits itself to the width there is
 */
export function plot(given) {
  const box = h('div', { class: 'plot' });
  const fit = ([{ contentRect: { width } }]) => width > 0 && replace(box, draw(given, width));
  new ResizeObserver(fit).observe(box);
  return h('figure', { class: 'figure' }, box, legend(given), table(given));
}

function draw({ label, across, up, points }, width) {
  const scale = scaleOf(points, width);
  const line = points.map(({ x, expected }) => `${scale.x(x)},${scale.y(expected)}`).join(' ');
  return svg('svg', { role: 'img', 'aria-label': label, width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}` },
    scale.heights.map((value) => level(value, scale, width)),
    points.filter(({ count }) => count > 0).map((point) => bar(point, scale)),
    svg('polyline', { class: 'plot-line', points: line }),
    scale.marks.map((x) => word(String(x), scale.x(x), scale.foot + 16, 'middle')),
    word(across, (LEFT + width - RIGHT) / 2, HEIGHT - 4, 'middle'),
    word(up, 2, 12, 'start'));
}

function bar({ x, count }, { step, foot, ...scale }) {
  const width = Math.max(step * 0.78, 1);
  const y = scale.y(count);
  return svg('rect', { class: 'plot-bar', x: scale.x(x) - width / 2, y, width, height: foot - y });
}

function level(value, { y }, width) {
  const at = y(value);
  return [svg('line', { class: 'plot-grid', x1: LEFT, x2: width - RIGHT, y1: at, y2: at }),
    word(number(value), LEFT - 6, at + 4, 'end')];
}

const word = (text, x, y, anchor) => svg('text', { class: 'plot-word', x, y, 'text-anchor': anchor }, text);

function legend({ up }) {
  const key = (shape) => svg('svg', { class: 'plot-key', width: 22, height: 12, 'aria-hidden': 'true' }, shape);
  return h('figcaption', { class: 'row muted' },
    h('span', {}, key(svg('rect', { class: 'plot-bar', x: 7, y: 0, width: 8, height: 12 })), ` ${up}, as counted`),
    h('span', {}, key(svg('line', { class: 'plot-line', x1: 0, x2: 22, y1: 6, y2: 6 })), ' on the average, by chance'));
}

function table({ label, across, up, points }) {
  const head = (text, look) => h('th', { scope: 'col', class: look }, text);
  const row = ({ x, count, expected }) => h('tr', {}, h('th', { scope: 'row' }, String(x)),
    h('td', { class: 'number' }, number(count)), h('td', { class: 'number' }, expectation(expected)));
  return h('details', {}, h('summary', {}, 'The same as a table'),
    h('table', {}, h('caption', {}, label),
      h('thead', {}, h('tr', {}, head(across), head(`${up}, as counted`, 'number'), head('By chance', 'number'))),
      h('tbody', {}, points.map(row))));
}

function expectation(value) {
  return value > 0 && value < 0.01 ? '< 0.01' : fixed(value, 2);
}
