// The waveform of a pulse: the sum of the pulses that its hits send back, as energies per standard deviation of the pulse, at places
// along range that are a fixed part of it apart. It is drawn a tile of places at a time, and only where pulses reach.

import { instrument } from './addresses.generated';
import { exponential } from './exponential';
import { nearestHit } from './extent';
import { BINS_PER_SPREAD, Hit, Instrument, REACH, SCRATCH_ARRAYS, TILE } from './records.generated';
import { stretches, stretchPulses } from './shares';
import { hitField, scratch, stride } from './work';

/** The current place, metres beyond the nearest hit, and the waveform there. */
export let place: f64 = 0, level: f64 = 0;
/** Metres between two places. */
export let binWidth: f64 = 0;

let pulseHits: usize = 0;
/** Standard deviation of the pulse. */
let spread: f64 = 0;
/** The first place of the tile, and the number of the current one. */
let tileStart: f64 = 0;
let index: i32 = 0;
/** Where the pulses end that have been drawn. */
let drawnEnd: f64 = 0;

/** Begins before the first place of the waveform of a pulse. */
export function openWaveform(pulse: usize, rays: usize, hits: usize): void {
  stretchPulses(pulse, rays, hits);
  pulseHits = hits;
  spread = <f64>load<f32>(instrument, Instrument.pulseSpread);
  binWidth = spread / <f64>BINS_PER_SPREAD;
  index = TILE;
  tileStart = -Infinity;
  drawnEnd = -Infinity;
}

/** Goes on to the next place; returns whether there is one. */
@inline
export function advance(): bool {
  index++;
  if (index >= <i32>TILE) {
    if (!nextTile()) return false;
    index = 0;
  }
  place = tileStart + <f64>index * binWidth;
  level = <f64>load<f32>(tile() + (<usize>index << 2));
  return true;
}

/** Where the tile lies: traverse has its bundles there, which are no longer needed. */
@inline
function tile(): usize { return scratch + <usize>SCRATCH_ARRAYS * stride; }

/** Draws the next tile, where the last one ends or where the next pulse begins; returns whether there is one. */
function nextTile(): bool {
  tileStart += <f64>TILE * binWidth;
  if (!(tileStart < drawnEnd)) tileStart = nextStart();
  if (tileStart == Infinity) return false;
  memory.fill(tile(), 0, TILE << 2);
  const end = tileStart + <f64>TILE * binWidth;
  for (let k: usize = 0; k < stride; k += 4) {
    const stretch = load<f32>(stretches() + k);
    if (stretch == 0) continue;
    const middle = middleOf(k), reach = reachOf(stretch);
    if (middle + reach < tileStart || middle - reach >= end) continue;
    drawnEnd = max<f64>(drawnEnd, middle + reach);
    addPulse(<f32>(middle - tileStart), load<f32>(hitField(pulseHits, Hit.energy) + k), stretch);
  }
  return true;
}

/** Where the first pulse begins that begins behind all that were drawn; Infinity without one. */
function nextStart(): f64 {
  let start: f64 = Infinity;
  for (let k: usize = 0; k < stride; k += 4) {
    const stretch = load<f32>(stretches() + k);
    if (stretch == 0) continue;
    const begin = middleOf(k) - reachOf(stretch);
    if (begin >= drawnEnd) start = min<f64>(start, begin);
  }
  return start;
}

@inline
function middleOf(k: usize): f64 { return <f64>(load<f32>(hitField(pulseHits, Hit.distance) + k) - nearestHit); }

@inline
function reachOf(stretch: f32): f64 { return <f64>REACH * <f64>stretch * spread; }

/**
 * Adds a pulse in the tile, whose middle lies `middle` metres behind its start: e/s exp(−t²/2) at the distance t from the middle, in s
 * standard deviations. From four places to the next four, t grows by h = 4/(s BINS_PER_SPREAD), and the exponential by a factor that
 * itself falls by exp(−h²).
 */
function addPulse(middle: f32, e: f32, stretch: f32): void {
  const perMetre: f32 = 1 / (stretch * <f32>spread);
  const reach = <f32>reachOf(stretch), width = <f32>binWidth;
  const first = <i32>max<f32>(0, (middle - reach) / width) & ~3;
  const last = <i32>min<f32>(<f32>TILE - 1, (middle + reach) / width);
  const h: f32 = 4 / (<f32>BINS_PER_SPREAD * stretch);
  const places = f32x4.add(f32x4.splat(<f32>first), f32x4(0, 1, 2, 3));
  const t = f32x4.mul(f32x4.sub(f32x4.mul(places, f32x4.splat(width)), f32x4.splat(middle)), f32x4.splat(perMetre));
  const fall = exponential(f32x4.splat(-h * h));
  let value = f32x4.mul(f32x4.splat(e / stretch), exponential(f32x4.mul(f32x4.mul(t, t), f32x4.splat(-0.5))));
  let factor = exponential(f32x4.mul(f32x4.add(t, f32x4.splat(0.5 * h)), f32x4.splat(-h)));
  for (let k = first; k <= last; k += 4) {
    const at = tile() + (<usize>k << 2);
    v128.store(at, f32x4.add(v128.load(at), value));
    value = f32x4.mul(value, factor);
    factor = f32x4.mul(factor, fall);
  }
}
