/** One's own dial in a race: each card is taken to a pile by press, by key, or by dragging it. */

import { confirmed } from '../game/dialogs.js';
import { createDial } from '../game/dial.js';
import { listen } from '../game/keys.js';
import { tick } from '../game/sound.js';
import { announce } from '../lib/announce.js';
import { h, replace, set } from '../lib/dom.js';
import { clock as face } from '../lib/time.js';
import { capital, cardName, counted, language, pileName } from '../lib/words.js';
import { every } from './countdown.js';
import { entryOf, FATES } from './course.js';
import { isShared, standings } from './places.js';
import { FATE_WORDS, ordinal } from './said.js';

const TICK_MS = 250;
const ALL = Array.from({ length: 13 }, (_, index) => index + 1);
const KEYS = 'Keys: the rank whose pile you mean, 2 to 9, A, T, J, Q and K; or arrows and Enter.';
const SURE = 'Give up this race? Your game ends here and counts as abandoned. The others race on.';
const ENDS = {
  won: 'you cleared the dial',
  lost: 'the dial is locked',
  completed: 'the dial is cleared',
  abandoned: 'it ended early',
};

/** The own dial, for as long as the race runs. */
export class Placing {
  /** @param {import('./sitting.js').Sitting} sitting */
  constructor(sitting) {
    this.sitting = sitting;
    this.shown = null;
    const place = (pile) => sitting.place(pile);
    this.dial = createDial({ onPile: place, drag: true });
    this.left = h('span', { class: 'left' });
    this.standing = h('span');
    this.told = h('p', { class: 'told', role: 'status' });
    this.below = h('div', { class: 'row below' }, h('p', { class: 'muted keys' }, KEYS),
      h('button', { type: 'button', on: { click: () => this.giveUp() } }, 'Give up'));
    this.element = h('section', { class: 'placing', 'aria-label': 'Your dial', tabindex: '-1' },
      h('p', { class: 'where' }, this.left, this.standing), this.dial.element, this.told, this.below);
    listen({}, place, sitting.signal);
    every(TICK_MS, () => this.tick(), sitting.signal, this.element);
  }

  /** Puts the keyboard at the pile that the card in hand came from. */
  focus() {
    this.dial.focus(this.sitting.game?.hand?.from ?? 13);
  }

  /** Shows what is known now. */
  update() {
    const { game, own } = this.sitting;
    set(this.element, { 'aria-busy': String(own?.isMoving ?? false) });
    replace(this.standing, whereYouAre(this.sitting));
    this.tick();
    if (!game || game === this.shown) return;
    if (game.hand && !this.shown?.hand) announce(`Your first card is the ${cardName(game.hand.card)}.`);
    this.draw(game, []);
    if (game.result) this.end();
  }

  /** Shows what came of taking the card in hand to a pile. */
  moved(turn) {
    const { accepted, game, moves, pile } = turn;
    this.draw(game, moves);
    this.dial.mark(accepted ? null : pile, 'wrong');
    replace(this.told, !accepted && wrong(turn));
    if (accepted) tick();
    if (game.result) this.end();
    else if (accepted) announce(`${capital(cardName(game.hand.card))} in hand.`);
  }

  tick() {
    const { clock, race } = this.sitting;
    replace(this.left, `${face(clock.until(race.ends_at))} left`);
  }

  draw(game, moves) {
    this.shown = game;
    this.dial.show(game, { moves, animate: moves.length > 0, speed: 'quick' });
    this.dial.choose(game.hand && !game.result ? ALL : []);
  }

  end() {
    this.below.hidden = true;
    replace(this.told, outcome(this.sitting));
  }

  async giveUp() {
    if (await confirmed(SURE, 'Give up')) this.sitting.act('forfeit');
  }
}

function wrong({ pile, coach, game }) {
  const kept = game.result ? '' : ` The ${cardName(game.hand.card)} is still in your hand.`;
  return [`Not ${pileName(pile)}. `, h('span', { lang: language() }, coach.why), kept];
}

function outcome({ entry, game }) {
  const fate = FATES.includes(entry.state) ? FATE_WORDS[entry.state] : ENDS[game.status];
  return `Your race is run: ${fate}, ${counted(game.flips, 'card')} turned. The places are told when all are done.`;
}

function whereYouAre({ seen, me }) {
  const rows = standings(seen);
  const { place } = rows.find(({ entry }) => entry.player.id === me);
  const { revealed } = entryOf(seen, me);
  const equal = isShared(rows, place) ? 'shared ' : '';
  return `${counted(revealed, 'card')} turned, ${equal}${ordinal(place)} of ${rows.length}`;
}
