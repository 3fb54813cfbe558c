/** A tick for each card, made here and now; off unless the player wants it. */

import { preferences } from '../lib/preferences.js';

let audio = null;

/** Tick once, if sound is on. */
export function tick() {
  if (!preferences().sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: 1400 });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0.09, now);
  loudness.gain.exponentialRampToValueAtTime(0.0001, now + 0.06);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.07);
}
