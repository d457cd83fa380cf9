import type { Detection } from '../../scanner/scanner.js';
import { keepPoints, type TracedPoints } from '../points/traced-points.js';
import { byRange, type Echo, echoAt } from './echo.js';
import { numberReturns } from './measure-points.js';

/**
 * The points that an instrument without artefacts records of those that the device finds, in order of pulse and range.
 * Returns the same object if these are all.
 */
export function choosePoints(traced: TracedPoints, detection: Detection): TracedPoints {
  const { returns = 'all' } = detection;
  const { points, pulses } = traced;
  if (returns === 'all' || (returns !== 'second' && areSingle(pulses))) return traced;
  const kept = new Uint32Array(points.count);
  let count = 0;
  for (let i = 0, end = 0; i < points.count; i = end) {
    for (end = i + 1; end < points.count && pulses[end] === pulses[i]; ) end++;
    // Most pulses have one return.
    if (end === i + 1 && returns !== 'second') kept[count++] = i;
    else for (const { source } of chosenBetween(traced, i, end, detection)) kept[count++] = source;
  }
  if (count === points.count && kept.every((source, k) => source === k)) return traced;
  const chosen = keepPoints(traced, kept.subarray(0, count));
  numberReturns(chosen.points, chosen.pulses);
  return chosen;
}

/** Whether no pulse has two points, as with one subray each. */
function areSingle(pulses: Uint32Array): boolean {
  for (let i = 1; i < pulses.length; i++) if (pulses[i] === pulses[i - 1]) return false;
  return true;
}

/** The recorded echoes of the pulse whose points are those from `first` until `end`. */
const chosenBetween = ({ points }: TracedPoints, first: number, end: number, detection: Detection): Echo[] =>
  chooseReturns(Array.from({ length: end - first }, (_, k) => echoAt(points, first + k)).sort(byRange), detection);

/**
 * The echoes of a pulse that are recorded, in order of range; `echoes` are in that order. dual: the strongest and the
 * last; if they are the same, the strongest and the second strongest (VLP-16 user manual 63-9243, "Dual Return Mode").
 * second: the second by range, of pulses that have two.
 */
export function chooseReturns(echoes: Echo[], { returns = 'all', maxReturns }: Detection): Echo[] {
  switch (returns) {
    case 'all':
      return echoes.slice(0, maxReturns);
    case 'first':
      return echoes.slice(0, 1);
    case 'second':
      return echoes.slice(1, 2);
    case 'last':
      return echoes.slice(-1);
    case 'strongest':
      return byStrength(echoes).slice(0, 1);
    case 'dual':
      return dual(echoes);
  }
}

/** Of equal energies, the nearer comes first. */
const byStrength = (echoes: readonly Echo[]): Echo[] => [...echoes].sort((a, b) => b.energy - a.energy);

function dual(echoes: readonly Echo[]): Echo[] {
  const [strongest, next] = byStrength(echoes);
  const last = echoes[echoes.length - 1];
  const chosen = strongest === last ? [strongest, next] : [strongest, last];
  return echoes.filter((echo) => chosen.includes(echo));
}
