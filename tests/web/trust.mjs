// Runs tasks of the page's modules under service/web/trust; they come on standard input, and what they gave is printed.
import { readFileSync } from "node:fs";
import { layPiles } from "../../service/web/trust/cards.js";
import { follow } from "../../service/web/trust/chain.js";
import { verify } from "../../service/web/trust/checks.js";
import { readProof } from "../../service/web/trust/proof.js";
import { sharedSeed } from "../../service/web/trust/race.js";

const withoutCryptography = async (...given) => {
  const kept = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  try {
    return await verify(...given);
  } finally {
    Object.defineProperty(globalThis, "crypto", kept);
  }
};

const tasks = {
  follow: (deck, rules, decisions) => follow(layPiles(deck, rules.dealing), rules, decisions),
  readProof,
  sharedSeed,
  verify,
  withoutCryptography,
};

const gave = [];
for (const [task, ...given] of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    gave.push(await tasks[task](...given));
  } catch (error) {
    gave.push({ refused: `${error.constructor.name}: ${error.message}` });
  }
}
console.log(JSON.stringify(gave));
