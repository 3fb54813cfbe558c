/** "Verify this deal": every check in turn, and what came of it. Asks nobody anything. */

import { faultOfGame } from './board.js';
import { fromHex } from './bytes.js';
import { layPiles } from './cards.js';
import { NoSuchChoice, follow } from './chain.js';
import { faultsOfForm } from './proof.js';
import { faultOfRace } from './race.js';
import { canHash, sha256, shuffle } from './shuffle.js';

/**
 * One check. `detail` says what was found, in a sentence; a check is skipped where something it needs is not there.
 * @typedef {{id: "form" | "commitment" | "promise" | "deck" | "chain" | "game" | "race",
 *   state: "passed" | "failed" | "skipped", detail: string}} Check
 *
 * What else is known of a game besides its proof.
 * `raced` says that there was a race, shown or not; `me` is the player of this browser, and
 * `seeds` are those that it sent to the race, one for each seat taken.
 * @typedef {{game?: object | null, race?: object | null, gameId?: string | null, promised?: string | null,
 *   raced?: boolean, me?: string | null, seeds?: string[]}} Known
 */

/**
 * @param {object} proof as GET /v1/games/{id}/proof answers
 * @param {Known} known
 * @returns {Promise<{checks: Check[], verdict: "verified" | "failed" | "incomplete", chain: object | null}>}
 */
export async function verify(proof, known = {}) {
  if (proof.server_seed === null && proof.commitment === null) return conclude([check('form', GIVEN)]);
  const form = check('form', faultsOfForm(proof).join(' '), 'It has all that a proof must have.');
  if (form.state === 'failed') return conclude([form]);
  const { played, fault } = play(proof);
  const checks = [
    form,
    await hashed('commitment', () => wrongCommitment(proof), 'SHA-256 of the server seed is the commitment.'),
    promise(proof, known),
    await hashed('deck', () => wrongDeck(proof), 'The two seeds shuffle to this very deck, card for card.'),
    check('chain', fault, played ? tell(played.chain) : ''),
    gameCheck(played, proof, known),
    await raceCheck(proof, known),
  ];
  return conclude(checks.filter(Boolean), played?.chain ?? null);
}

const GIVEN = 'This deal was given card by card, so it has no seeds, and there is nothing to verify.';
const NO_HASH =
  'Not checked: over plain http from another machine, a browser keeps its cryptography from pages. ' +
  'Open this page over https, paste the proof into a copy of it on your own machine, or use `clock verify`.';
const NOT_PROMISED = 'Not compared: paste the commitment that you were shown before the deal, if you kept it.';
const PROMISED = 'It is the commitment that you were shown before the deal.';
const BROKEN = 'The proof is of another commitment than the one that you were shown.';
const SHOWN = 'The game that was shown is the one that this deck leads to.';
const NO_GAME = 'The game in this text lacks its piles or its flips.';
const RACED = 'The commitment was published with the race, and the client seed is made as the race says.';

const NO_RACE =
  'Not compared: the race of this game is not shown here, because it is long over or its racer is not signed in. ' +
  'Paste it beside the proof as "race", if you kept it.';
const OTHER_SEED = 'The race tells another seed of yours than the one that this browser sent.';
const OWN_SEED = 'Your own seed is the one that this browser sent.';

/** What may be missing, and the deal is verified all the same. Where nothing can be hashed, others are skipped too. */
const OPTIONAL = new Set(['promise', 'race']);

const check = (id, fault, passed = '') => ({ id, state: fault ? 'failed' : 'passed', detail: fault || passed });

async function hashed(id, find, passed) {
  return canHash() ? check(id, await find(), passed) : { id, state: 'skipped', detail: NO_HASH };
}

async function wrongCommitment(proof) {
  const digest = await sha256(fromHex(proof.server_seed));
  const same = digest === proof.commitment;
  return same ? null : `SHA-256 of the server seed is ${digest}, and that is not the commitment.`;
}

async function wrongDeck(proof) {
  const deck = await shuffle(fromHex(proof.server_seed), proof.client_seed, proof.rules.decks);
  const at = deck.findIndex((card, index) => card !== proof.deck[index]);
  if (at < 0) return null;
  return `These seeds shuffle to another deck: card ${at + 1} is ${deck[at]}, and not ${proof.deck[at]}.`;
}

function promise(proof, { promised }) {
  const shown = promised?.trim().toLowerCase();
  if (!shown) return { id: 'promise', state: 'skipped', detail: NOT_PROMISED };
  const same = shown === proof.commitment;
  return same ? check('promise', null, PROMISED) : check('promise', BROKEN);
}

function play(proof) {
  const piles = layPiles(proof.deck, proof.rules.dealing);
  try {
    return { played: { piles, chain: follow(piles, proof.rules, proof.decisions ?? []) }, fault: null };
  } catch (error) {
    if (!(error instanceof NoSuchChoice)) throw error;
    return { played: null, fault: `The decisions do not fit this deck: ${error.message}.` };
  }
}

function tell({ flips, hidden, asks, outcome }) {
  const exchanged = flips.some((flip) => flip.kind === 'reprieve');
  const turned = `${flips.length - exchanged} cards turned, ${hidden || 'none'} left face down`;
  return asks ? `${turned}; there a decision was asked for, and none was made.` : `${turned}: ${outcome}.`;
}

function gameCheck(played, proof, { game }) {
  if (!game || !played) return null;
  return check('game', contradiction(played, proof, game), SHOWN);
}

async function raceCheck(proof, { race, raced, gameId, me, seeds = [] }) {
  if (!race) return raced ? { id: 'race', state: 'skipped', detail: NO_RACE } : null;
  const own = me && race.entries?.find?.((entry) => entry?.player?.id === me);
  const sent = seeds.length > 0 && own;
  if (sent && !seeds.includes(own.client_seed)) return check('race', OTHER_SEED);
  return hashed('race', () => faultOfRace(proof, race, gameId), sent ? `${RACED} ${OWN_SEED}` : RACED);
}

function contradiction({ piles, chain }, proof, game) {
  if (!game.piles?.every?.(Boolean) || typeof game.flips !== 'number') return NO_GAME;
  if (game.commitment !== proof.commitment) return 'The game was dealt with another commitment.';
  const option = Object.keys(proof.rules).find((name) => game.rules?.[name] !== proof.rules[name]);
  return option ? `The game has another ${option} than the proof.` : faultOfGame(piles, chain, game);
}

function conclude(checks, chain = null) {
  const failed = checks.some(({ state }) => state === 'failed');
  const unhashed = checks.some(({ id, state }) => state === 'skipped' && !OPTIONAL.has(id));
  return { checks, verdict: failed ? 'failed' : unhashed ? 'incomplete' : 'verified', chain };
}
