/** Buttons that are pressed again while they are still at work. */

/**
 * A disabled button would lose the focus, so it stays as it is and does nothing meanwhile.
 * @param {function(...*): Promise<*>} act
 * @returns {function(...*): Promise<void>} the same, but for calls that come while one is under way
 */
export function oneAtATime(act) {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    try {
      await act(...given);
    } finally {
      busy = false;
    }
  };
}
