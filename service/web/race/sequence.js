/** Events in the order of their numbers, each once, whatever way and however often they come in. */
import { isOver, LAST, SNAPSHOTS } from './course.js';

export class Sequence {
  /**
   * @param {number} last the number of the last event that is known
   * @param {(event: {kind: string, seq: number, data: object}) => void} onEvent
   */
  constructor(last, onEvent) {
    /** The number of the last event that was told. */
    this.last = last;
    /** Whether nothing comes after it. */
    this.isOver = false;
    this.onEvent = onEvent;
  }

  /**
   * @param {{kind: string, seq: number, data: object}} event
   * @returns {boolean} whether it fitted; false, and nothing is told, where events before it are missing
   */
  take(event) {
    const { kind, seq, data } = event;
    const isWhole = SNAPSHOTS.includes(kind);
    if (this.isOver || (seq <= this.last && !isWhole)) return true;
    if (seq > this.last + 1 && !isWhole) return false;
    this.last = seq;
    this.isOver = isWhole ? isOver(data) : LAST.includes(kind);
    this.onEvent(event);
    return true;
  }
}
