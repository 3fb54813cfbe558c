/** Longer texts of the API, in the language that they came in. */

import { h } from '../lib/dom.js';

/**
 * @param {string} text a blank line parts paragraphs, and what stands between backticks is code
 * @returns {HTMLElement[]}
 */
export const paragraphs = (text) => text.split(/\n\s*\n/).map((part) => h('p', {}, withCode(part)));

const withCode = (text) => text.split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part));

/**
 * @param {{id: string, title: string, text: string}} note
 * @returns {HTMLElement} a section under its heading
 */
export const section = ({ id, title, text }) =>
  h('section', { 'data-id': id }, h('h2', {}, title), paragraphs(text));

/**
 * @param {string} id
 * @param {string} heading
 * @param {...*} children
 * @returns {HTMLElement} something to unfold
 */
export const folded = (id, heading, ...children) =>
  h('details', { 'data-id': id }, h('summary', {}, heading), children);

/**
 * @param {{id: string, title: string, text: string}} note
 * @returns {HTMLElement}
 */
export const foldedNote = ({ id, title, text }) => folded(id, title, paragraphs(text));
