// The waveform of a window: the sum of the pulses that its hits send back, as energies per standard deviation of the
// pulse, at places along range that are a fixed part of it apart. It rises before the first hit and falls behind the
// last, so it is drawn from the place before the one to the second place behind the other, a tile of places at a time.

import { instrument } from './addresses.generated';
import { exponential } from './exponential';
import { hitsEnd } from './extent';
import { BINS_PER_SPREAD, Hit, Instrument, TILE } from './records.generated';
import { middles, stretches } from './shares';
import { reachOf, windowFirst, windowLast } from './window';
import { hitField, room } from './work';

/** The current place, metres beyond the window's first hit, and the waveform there. */
export let place: f32 = 0, level: f32 = 0;
/** Metres between two places. */
export let binWidth: f32 = 0;

let windowHits: usize = 0;
/** Number of the current place, of the tile's first one, and of all places. */
let index: i32 = 0, tileStart: i32 = 0, places: i32 = 0;
/** Standard deviation of the pulse. */
let spread: f32 = 0;
/**
 * Of pulses of the stretch drawn last, since neighbours mostly have the same: t from four places to the next, the fall
 * of the factor, and t a metre.
 */
let drawnStretch: f32 = 0, h: f32 = 0, fall: v128 = f32x4.splat(0), perMetre: v128 = fall;

/** Begins before the first place of the waveform of the window. */
export function openWaveform(hits: usize): void {
  windowHits = hits;
  spread = load<f32>(instrument, Instrument.pulseSpread);
  binWidth = spread / BINS_PER_SPREAD;
  drawnStretch = 0;
  places = <i32>((windowLast - windowFirst) / binWidth) + 4;
  index = -1;
  tileStart = -<i32>TILE;
}

/** Goes on to the next place; returns whether there is one. */
@inline
export function advance(): bool {
  index++;
  if (index >= places) return false;
  if (index >= tileStart + <i32>TILE) nextTile();
  place = <f32>(index - 1) * binWidth;
  level = load<f32>(tile() + (<usize>(index - tileStart) << 2));
  return true;
}

/** Address of the tile. */
@inline
function tile(): usize { return room(); }

/** Draws the next tile. */
function nextTile(): void {
  tileStart += <i32>TILE;
  const start = <f32>(tileStart - 1) * binWidth, last = min<i32>(<i32>TILE, places - tileStart) - 1;
  const end = start + <f32>last * binWidth;
  for (let k = 0; k <= last; k += 4) v128.store(tile() + (<usize>k << 2), f32x4.splat(0));
  for (let k: usize = 0; k < hitsEnd; k += 4) {
    const range = load<f32>(hitField(windowHits, Hit.distance) + k), stretch = load<f32>(stretches() + k);
    if (stretch == 0 || range < windowFirst || range > windowLast) continue;
    const middle = load<f32>(middles + k) - windowFirst, reach = reachOf(stretch);
    if (middle + reach < start || middle - reach > end) continue;
    if (stretch != drawnStretch) takeStretch(stretch);
    addPulse(middle - start, load<f32>(hitField(windowHits, Hit.energy) + k), stretch, reach, last);
  }
}

/**
 * Adds a pulse in the tile, up to its place `last`; its middle lies `middle` metres behind the tile's start, and it
 * reaches so far: e/s exp(−t²/2) at the distance t from the middle, in s standard deviations. From four places to the
 * next four, t grows by h = 4/(s BINS_PER_SPREAD), and the exponential by a factor that itself falls by exp(−h²).
 */
@inline
function addPulse(middle: f32, e: f32, stretch: f32, reach: f32, last: i32): void {
  // Most pulses reach over the whole tile: no division for them.
  const from = middle <= reach ? 0 : <i32>((middle - reach) / binWidth) & ~3;
  const to = middle + reach >= <f32>last * binWidth ? last : <i32>((middle + reach) / binWidth);
  const behind = f32x4.add(f32x4.splat(<f32>from), f32x4(0, 1, 2, 3));
  const t = f32x4.mul(f32x4.sub(f32x4.mul(behind, f32x4.splat(binWidth)), f32x4.splat(middle)), perMetre);
  let value = f32x4.mul(f32x4.splat(e / stretch), exponential(f32x4.mul(f32x4.mul(t, t), f32x4.splat(-0.5))));
  let factor = exponential(f32x4.mul(f32x4.add(t, f32x4.splat(0.5 * h)), f32x4.splat(-h)));
  for (let k = from; k <= to; k += 4) {
    const at = tile() + (<usize>k << 2);
    v128.store(at, f32x4.add(v128.load(at), value));
    value = f32x4.mul(value, factor);
    factor = f32x4.mul(factor, fall);
  }
}

/** Takes pulses of this stretch. */
function takeStretch(stretch: f32): void {
  drawnStretch = stretch;
  h = 4 / (BINS_PER_SPREAD * stretch);
  fall = exponential(f32x4.splat(-h * h));
  perMetre = f32x4.splat(1 / (stretch * spread));
}
