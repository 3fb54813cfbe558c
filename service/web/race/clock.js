/** The server's clock, by which races go. What this machine's clock shows plays no part: only how it runs does. */
export class ServerClock {
  /** @param {function(): number} [ticks] milliseconds since whenever, that never jump */
  constructor(ticks = () => performance.now()) {
    this.ticks = ticks;
    this.offset = null;
    this.doubt = Infinity;
  }

  /**
   * What an answer tells: the server wrote it somewhere between the question and now. The quickest answer counts.
   * @param {string} serverNow the `server_now` of a race
   * @param {number} asked the `ticks` when it was asked for
   */
  set(serverNow, asked) {
    const now = this.ticks();
    const doubt = (now - asked) / 2;
    if (doubt > this.doubt) return;
    this.doubt = doubt;
    this.offset = Date.parse(serverNow) - (now - doubt);
  }

  /**
   * @param {string} instant
   * @returns {number} milliseconds from now until then; less than 0 when it has passed
   */
  until(instant) {
    return Date.parse(instant) - (this.ticks() + this.offset);
  }
}
