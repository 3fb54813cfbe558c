/** Lists that are built anew, and in which one does not lose one's place. */

import { replace } from '../lib/dom.js';

/**
 * Puts new children in place of the old ones; the focus stays on what has the same `data-key`.
 * @param {Element} node
 * @param {...*} children as for `replace`
 */
export function refill(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  const { key } = focused?.dataset ?? {};
  replace(node, ...children);
  if (!focused) return;
  const heir = [...node.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key && !one.disabled);
  (heir ?? node).focus();
}
