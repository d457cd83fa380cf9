import { Point } from '../device/records.generated.js';
import type { SurfaceLabels } from '../simulation/points/scene-facts.js';

/** The returns of some pulses as Point records, in order of (pulse, return). */
export interface Returns {
  floats: Float32Array;
  words: Uint32Array;
}

/** Comparison of two engines on the same pulses. */
export interface ReturnComparison {
  /** Pulses with different returns: in number, range, energy, colour or label. */
  differing: number[];
  returns: number;
  /** Largest differences among returns that both have. */
  range: number;
  energyShare: number;
  position: number;
}

/** Tolerances of equal returns (metres; share of the energy). */
const RANGE_TOLERANCE = 1e-3;
const ENERGY_TOLERANCE = 1e-3;

const WORDS = Point.SIZE / 4;
const word = (field: number) => field / 4;

/** Compares the returns of the same pulses by two engines; labels are compared by surface. */
export function compareReturns(a: Returns, b: Returns, labels: SurfaceLabels): ReturnComparison {
  const result: ReturnComparison = {
    differing: [],
    returns: a.words.length / WORDS,
    range: 0,
    energyShare: 0,
    position: 0,
  };
  let [i, j] = [0, 0];
  while (i < a.words.length || j < b.words.length) {
    const pulse = Math.min(pulseAt(a, i), pulseAt(b, j));
    const [iEnd, jEnd] = [endOfPulse(a, i, pulse), endOfPulse(b, j, pulse)];
    let same = iEnd - i === jEnd - j;
    for (; same && i < iEnd; i += WORDS, j += WORDS) same = compareReturn(a, i, b, j, labels, result);
    if (!same) result.differing.push(pulse);
    [i, j] = [iEnd, jEnd];
  }
  return result;
}

const pulseAt = ({ words }: Returns, at: number) => (at < words.length ? words[at + word(Point.pulse)] : Infinity);

function endOfPulse({ words }: Returns, at: number, pulse: number): number {
  while (at < words.length && words[at + word(Point.pulse)] === pulse) at += WORDS;
  return at;
}

function compareReturn(
  a: Returns,
  i: number,
  b: Returns,
  j: number,
  labels: SurfaceLabels,
  result: ReturnComparison,
): boolean {
  const range = Math.abs(a.floats[i + word(Point.range)] - b.floats[j + word(Point.range)]);
  const energyShare = Math.abs(a.floats[i + word(Point.energy)] / b.floats[j + word(Point.energy)] - 1);
  const axes = [0, 1, 2].map((axis) => a.floats[i + axis] - b.floats[j + axis]);
  result.range = Math.max(result.range, range);
  result.energyShare = Math.max(result.energyShare, energyShare);
  result.position = Math.max(result.position, Math.hypot(...axes));
  return (
    range <= RANGE_TOLERANCE &&
    energyShare <= ENERGY_TOLERANCE &&
    Math.hypot(...axes) <= 2 * RANGE_TOLERANCE &&
    sameWords(a, i, b, j) &&
    sameLabels(a.words[i + word(Point.surface)], b.words[j + word(Point.surface)], labels)
  );
}

/** Fields that must be equal to the bit: they are counted, copied from the pulse, or read from a texture. */
const COUNTED = [
  Point.returnNumber,
  Point.returnCount,
  Point.hitSubrays,
  Point.channel,
  Point.timeHigh,
  Point.timeLow,
  Point.color,
];

function sameWords(a: Returns, i: number, b: Returns, j: number): boolean {
  return COUNTED.every((field) => a.words[i + word(field)] === b.words[j + word(field)]);
}

function sameLabels(s: number, t: number, labels: SurfaceLabels): boolean {
  if (s === t) return true;
  const columns = [labels.instance, labels.material, labels.semantic, labels.classification];
  return columns.every((column) => column[s] === column[t]);
}
