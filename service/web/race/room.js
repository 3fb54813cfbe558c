/** The page of one race, for all its life: what there is to do changes, who is how far and what has happened stays. */

import { announce } from '../lib/announce.js';
import { h, replace } from '../lib/dom.js';
import { keepBeside } from '../lib/kept.js';
import { clearProblem, showProblem } from '../lib/notice.js';
import { pause } from '../lib/time.js';
import { connectionLine } from './connection.js';
import { countdown } from './countdown.js';
import { isOver } from './course.js';
import { ending } from './ending.js';
import { newSeed } from './entering.js';
import { hands } from './hands.js';
import { eventLog } from './log.js';
import { Placing } from './placing.js';
import { isSpoken } from './said.js';
import { lobby } from './seats.js';
import { Sitting } from './sitting.js';
import { standingsTable } from './standings.js';
import { inWords } from './terms.js';

const REMATCH_MS = 3_000;
const REMATCHES = 100;

export class Room {
  /**
   * @param {HTMLElement} root
   * @param {string} id the race's
   * @param {{me: string, code?: string, signal: AbortSignal}} who
   */
  constructor(root, id, who) {
    this.root = root;
    this.code = who.code;
    this.sitting = new Sitting(id, who, this);
    this.terms = h('p', { class: 'muted' });
    this.line = connectionLine();
    this.place = h('div', { class: 'stage' });
    this.hands = hands(who.me);
    this.table = standingsTable(who.me);
    this.track = h('section', { class: 'track', 'aria-label': 'Standings' }, this.hands.element, this.table.element);
    this.log = eventLog();
    this.stage = null;
  }

  /** Shows the race until it is left. */
  async show() {
    await this.sitting.refresh();
    replace(this.root, h('h1', {}, 'Race'), this.terms, this.line.element,
      h('div', { class: 'race' }, this.place, this.track), this.log.element);
    this.update();
    this.follow();
  }

  async follow() {
    try {
      await this.sitting.begin();
      await this.awaitRematch();
    } catch (problem) {
      this.failed(problem, () => this.follow());
    }
  }

  /** Of the sitting: something is different. */
  changed() {
    if (this.root.contains(this.place)) this.update();
  }

  /** Of the sitting: something has happened in the race. */
  happened(event, words) {
    this.log.add(event, words);
    if (words && isSpoken(event, this.sitting.entry?.seat)) announce(words);
  }

  /** Of the sitting: a card was taken to a pile. */
  moved(turn) {
    clearProblem(this.root);
    this.view.moved?.(turn);
  }

  /** Of the sitting: something went wrong. */
  failed(problem, again) {
    if (problem.slug !== 'race-not-started') showProblem(this.root, problem, again);
  }

  update() {
    const { race, seen } = this.sitting;
    const stage = this.stageNow();
    if (stage !== this.stage) this.enter(stage);
    replace(this.terms, inWords(race).join(' · '));
    this.line.update(this.sitting);
    this.track.hidden = !['running', 'watching', 'finished'].includes(stage);
    this.hands.update(seen);
    this.table.update(seen);
    this.view.update();
  }

  /** Whoever does not race looks on. */
  stageNow() {
    const { stage, entry } = this.sitting;
    return stage === 'running' && !entry ? 'watching' : stage;
  }

  enter(stage) {
    const isFirst = this.stage === null;
    const hadFocus = this.place.contains(document.activeElement) || document.activeElement === document.body;
    if (!isFirst) clearProblem(this.root);
    this.stage = stage;
    this.view = this.viewOf(stage);
    this.place.dataset.stage = stage;
    replace(this.place, this.view.element);
    if (!isFirst && hadFocus) focusOn(this.view);
  }

  viewOf(stage) {
    const { sitting } = this;
    const views = {
      open: () => lobby(sitting, { join: () => this.join(), left: () => { location.hash = '#/race'; } }),
      countdown: () => countdown(sitting),
      running: () => new Placing(sitting),
      watching,
    };
    return views[stage]?.() ?? ending(sitting, (problem) => this.failed(problem));
  }

  join() {
    const seed = newSeed();
    // Kept before it is known whether it was taken: one too many does no harm.
    keepBeside('seed', this.sitting.race.id, seed);
    return this.sitting.act('join', { client_seed: seed, ...(this.code && { code: this.code }) });
  }

  /** The race is over; somebody may ask for another one with the same people. */
  async awaitRematch() {
    const { sitting } = this;
    if (!isOver(sitting.race)) return;
    for (let count = 0; count < REMATCHES && sitting.entry && !sitting.race.rematch_id; count += 1) {
      await pause(REMATCH_MS, sitting.signal);
      if (!document.hidden) await sitting.refresh();
    }
    if (sitting.race.rematch_id) announce('A rematch is waiting for you.');
  }
}

/** Where a new stage begins for those who do not see it. */
function focusOn(view) {
  if (view.focus) view.focus();
  else view.element.focus();
}

function watching() {
  const element = h('section', { class: 'panel', 'aria-label': 'Watching', tabindex: '-1' },
    h('h2', {}, 'The race is on'), h('p', {}, 'You are watching. A full round of a hand is a cleared dial.'));
  return { element, update: () => {} };
}
