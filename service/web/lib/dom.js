/** Elements from words: the whole page is built with these, never from strings of HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element.
 * @param {string} tag
 * @param {Object<string, *>} [attrs] attributes; `on: {click: f}` listens, `true` sets an empty attribute,
 *   `false`, `null` and `undefined` set none, `value` sets the property
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attrs = {}, ...children) {
  return fill(document.createElement(tag), attrs, children);
}

/**
 * An SVG element; attributes and children as for `h`.
 * @param {string} tag
 * @param {Object<string, *>} [attrs]
 * @param {...*} children
 * @returns {SVGElement}
 */
export function svg(tag, attrs = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attrs, children);
}

/**
 * Put these children in place of whatever the node has.
 * @param {Node} node
 * @param {...*} children
 * @returns {Node} the same node
 */
export function replace(node, ...children) {
  node.replaceChildren(...nodes(children));
  return node;
}

/**
 * Set attributes as `h` does.
 * @param {Element} element
 * @param {Object<string, *>} attrs
 * @returns {Element} the same element
 */
export function set(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) setOne(element, name, value);
  return element;
}

function fill(element, attrs, children) {
  element.append(...nodes(children));
  return set(element, attrs ?? {});
}

function setOne(element, name, value) {
  if (name === 'on') {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === 'value') {
    element.value = value;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : value);
  }
}

function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
