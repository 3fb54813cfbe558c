/** The committed shuffle, after docs/verify.md. Everything that is hashed goes through Web Crypto. */

import { utf8, toHex } from './bytes.js';
import { packs } from './cards.js';

const WORDS = 2 ** 32;

/** @returns {boolean} whether this browser lets the page hash anything: it does over https and on this very machine */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<string>} their SHA-256 in lower-case hex
 */
export const sha256 = async (bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/**
 * @param {Uint8Array} serverSeed 32 bytes
 * @param {string} clientSeed
 * @param {number} decks 1 or 2
 * @returns {Promise<string[]>} the deck in deal order
 */
export async function shuffle(serverSeed, clientSeed, decks) {
  const words = await wordsOf(serverSeed, clientSeed);
  const cards = packs(decks);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = await draw(words, last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

/** A number below n. A word that would favour small remainders is dropped. */
async function draw(words, n) {
  for (;;) {
    const { value: word } = await words.next();
    if (word < WORDS - (WORDS % n)) return word % n;
  }
}

/** Block after block of HMAC-SHA256 over the client seed, a zero byte and the block's number, four bytes at a time. */
async function wordsOf(serverSeed, clientSeed) {
  const terms = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', serverSeed, terms, false, ['sign']);
  const client = utf8(clientSeed);
  const message = new Uint8Array(client.length + 5);
  message.set(client);
  return blocks(key, message, new DataView(message.buffer, client.length + 1));
}

async function* blocks(key, message, counter) {
  for (let block = 0; ; block += 1) {
    counter.setUint32(0, block);
    const digest = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}
