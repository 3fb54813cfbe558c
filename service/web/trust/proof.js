/** What a proof must look like before anything can be checked. */

import { isUnicode, utf8 } from './bytes.js';
import { faultOfDeck } from './cards.js';
import { faultOfRules } from './rules.js';

export const ALGORITHM = 'hmac-sha256-fisher-yates/1';
const DIGEST = /^[0-9a-f]{64}$/;
const DECISION = /^(d|f(1[0-2]|[1-9])|r(1[0-3]|[1-9])\.[1-8])$/;

/** Why a text is no proof, as a sentence. */
export class Unreadable extends Error {}

/**
 * Reads a proof, alone or as `proof` beside the `game` that it is of and the `race` that the game was part of.
 * @param {string} text JSON
 * @returns {{proof: object, game: object | null, race: object | null}}
 * @throws {Unreadable}
 */
export function readProof(text) {
  const found = parse(text);
  const bundle = 'proof' in found ? found : { proof: found };
  const parts = { proof: bundle.proof, game: bundle.game ?? null, race: bundle.race ?? null };
  for (const [name, part] of Object.entries(parts))
    if (part !== null && !isObject(part)) throw new Unreadable(`The ${name} in this text is no JSON object.`);
  if (parts.proof === null) throw new Unreadable('The proof in this text is null.');
  return parts;
}

function parse(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Unreadable('This is not JSON. A proof begins with { and ends with }; was part of it left out?');
  }
  if (!isObject(found)) throw new Unreadable('This is JSON, but no proof: that is an object with a deck and seeds.');
  return found;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {object} proof
 * @returns {string[]} everything that is wrong with its form, a sentence each
 */
export const faultsOfForm = (proof) =>
  [
    ...Object.entries(CHECKS).map(([field, find]) =>
      field in proof ? find(proof[field], proof) : `There is no ${field}.`,
    ),
    'decisions' in proof ? decisions(proof.decisions) : null,
  ].filter((fault) => fault !== null);

const CHECKS = {
  server_seed: (seed) => (matches(seed, DIGEST) ? null : 'The server_seed is not 64 lower-case hex digits.'),
  client_seed: (seed) => clientSeed(seed),
  commitment: (digest) => (matches(digest, DIGEST) ? null : 'The commitment is not 64 lower-case hex digits.'),
  deck: (deck) => deckOf(deck),
  rules: (rules, proof) => rulesOf(rules, proof.deck),
  algorithm: (name) => (name === ALGORITHM ? null : `The algorithm is not ${ALGORITHM}, the only one known here.`),
};

const matches = (value, pattern) => typeof value === 'string' && pattern.test(value);

function clientSeed(seed) {
  if (typeof seed !== 'string') return 'The client_seed is not a text.';
  if (!isUnicode(seed)) return 'The client_seed has half a character in it.';
  const size = utf8(seed).length;
  return size > 64 ? `The client_seed has ${size} bytes, and 64 are the most.` : null;
}

function deckOf(deck) {
  if (!Array.isArray(deck)) return 'The deck is not a list of cards.';
  const fault = faultOfDeck(deck);
  return fault && `The deck is no deal: ${fault}.`;
}

function rulesOf(rules, deck) {
  if (!isObject(rules)) return 'The rules are no object.';
  const fault = faultOfRules(rules);
  if (fault) return fault;
  const cards = 52 * rules.decks;
  if (!Array.isArray(deck) || deck.length === cards) return null;
  return `The rules deal ${cards} cards, and the deck has ${deck.length}.`;
}

function decisions(listed) {
  if (!Array.isArray(listed)) return 'The decisions are no list.';
  const odd = listed.find((decision) => !matches(decision, DECISION));
  return odd === undefined ? null : `${JSON.stringify(odd)} is no decision.`;
}
