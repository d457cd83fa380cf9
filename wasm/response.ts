// The power that a part's hits send back to the receiver: each adds the receiver's response to the pulse, times its
// energy. The response is tabulated at PHASES places of a hit between two samples, and linear between two of them.

import { receiver, response } from './addresses.generated';
import { copiesReach, fractions } from './clockPlaces';
import { exponential } from './exponential';
import { begins } from './parts';
import { COPIES_ASIDE, COPIES_REACH, Hit, PHASES, Receiver, WaveformPart } from './records.generated';
import { stretches } from './shares';
import { waveOf } from './wave';
import { hitField, stride } from './work';

/** The samples of the part in work, and their number. */
let wave: usize = 0, count: i32 = 0;
let taps: i32 = 0;

/** Draws the powers at the samples of a part, in watts. */
export function drawWave(hits: usize, part: usize): void {
  wave = waveOf(part);
  count = load<i32>(part, WaveformPart.sampleCount);
  taps = load<i32>(receiver, Receiver.taps);
  const start = load<i32>(part, WaveformPart.firstSample);
  for (let k = 0; k < count; k += 4) v128.store(wave + (<usize>k << 2), f32x4.splat(0));
  for (let k: usize = 0; k < stride; k += 4) {
    const begin = load<i32>(begins() + k) - start;
    if (begin < 0 || begin >= count) continue;
    addHit(begin, load<f32>(fractions() + k), load<f32>(hitField(hits, Hit.energy) + k), load<f32>(stretches() + k));
  }
  openCell(-1);
}

/** Adds the response to a hit; `begin` is the first sample of its first copy. */
@inline
function addHit(begin: i32, fraction: f32, energy: f32, stretch: f32): void {
  const reach = copiesReach(stretch);
  if (reach == 0) addResponse(begin, fraction, energy);
  else addCopies(begin - <i32>Mathf.floor(fraction - reach), fraction, energy, reach);
}

/**
 * Adds a stretched response: copies, with the weights of a Gaussian, at most a standard deviation of the response
 * apart, nor much more than one of the stretch.
 */
function addCopies(begin: i32, fraction: f32, energy: f32, reach: f32): void {
  const spread = load<f32>(receiver, Receiver.spread);
  const aside = max<i32>(<i32>Mathf.ceil(reach / spread), COPIES_ASIDE);
  const apart = reach / <f32>aside;
  const fall: f32 = -0.5 * COPIES_REACH * COPIES_REACH / <f32>(aside * aside);
  let sum: f32 = 1;
  for (let j = 1; j <= aside; j++) sum += 2 * gaussian(fall, j);
  for (let j = -aside; j <= aside; j++) {
    const place = fraction + <f32>j * apart;
    const before = Mathf.floor(place);
    addResponse(begin + <i32>before, place - before, energy * (gaussian(fall, j) / sum));
  }
}

@inline
function gaussian(fall: f32, j: i32): f32 {
  return f32x4.extract_lane(exponential(f32x4.splat(fall * <f32>(j * j))), 0);
}

/**
 * Adds the response to `energy` joules, from sample `begin` on, which arrive the fraction `fraction` of an interval
 * behind a sample.
 */
function addResponse(begin: i32, fraction: f32, energy: f32): void {
  const place = fraction * <f32>PHASES;
  const phase = min<i32>(<i32>place, <i32>PHASES - 1);
  const after = energy * (place - <f32>phase);
  openCell(begin * <i32>PHASES + phase);
  cellBefore += energy - after;
  cellAfter += after;
}

/**
 * Between two phases of a sample: the place of the first, and the energies that have arrived at both. Hits
 * that are close share one.
 */
let cell: i32 = -1;
let cellBefore: f32 = 0, cellAfter: f32 = 0;

/** Goes to a cell; the energies of the last one are added to the waveform. */
@inline
function openCell(at: i32): void {
  if (at == cell) return;
  if (cell >= 0) addCell();
  cell = at;
  cellBefore = 0;
  cellAfter = 0;
}

/** Adds the responses to the energies of a cell. */
function addCell(): void {
  const begin = cell / <i32>PHASES, phase = cell % <i32>PHASES;
  const before = cellBefore, after = cellAfter;
  let row = response + (<usize>(phase * taps) << 2);
  const next = <usize>taps << 2, weightBefore = f32x4.splat(before), weightAfter = f32x4.splat(after);
  let at = wave + (<usize>begin << 2);
  const whole = min<i32>(taps, (count - begin) & ~3);
  for (let j = 0; j < whole; j += 4) {
    const more = f32x4.add(f32x4.mul(weightBefore, v128.load(row)), f32x4.mul(weightAfter, v128.load(row + next)));
    v128.store(at, f32x4.add(v128.load(at), more));
    row += 16;
    at += 16;
  }
  const last = min<i32>(taps, count - begin);
  for (let j = max<i32>(whole, 0); j < last; j++) {
    store<f32>(at, load<f32>(at) + (before * load<f32>(row) + after * load<f32>(row + next)));
    row += 4;
    at += 4;
  }
}
