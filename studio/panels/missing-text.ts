import type { MissingReturn } from 'subray/browser';
import { siText } from '../ui/si-text.js';

const REASONS: Readonly<Record<MissingReturn['reason'], string>> = {
  silent: 'the instrument does not fire here',
  'nothing-met': 'no subray met anything',
  'nothing-comes-back': 'nothing of what was met sends light back',
  'below-range-min': 'nearer than the instrument records',
  'beyond-range-max': 'farther than the instrument records',
  'blind-zone': 'something in the blind zone took the whole pulse',
  'below-threshold': 'weaker than the least echo',
  'not-detected': 'the detector did not find it in the samples',
  'too-many-returns': 'the instrument records no more returns of a pulse',
  merged: 'too close to another echo to be one of its own',
  artefacts: 'lost by what the instrument does besides measuring',
  'return-choice': 'the instrument’s choice of returns left it out',
  restricted: 'a restriction of the survey drops the pulse',
};

/** A return that the cloud does not have, in a sentence. */
export function missingText({ reason, range, energy, found, limit }: MissingReturn): string {
  const place = range === undefined ? '' : `at ${range.toFixed(3)} m: `;
  const numbers = found !== undefined && limit !== undefined ? ` (${short(found)}, limit ${short(limit)})` : '';
  const light = energy === undefined || numbers !== '' ? '' : ` (${siText(energy, 'J')})`;
  const moved = found === undefined && OF_RANGE.includes(reason) ? ', once noise has moved it' : '';
  return `${place}${REASONS[reason]}${moved}${numbers}${light}`;
}

/** Reasons of returns that may lie within the limits themselves. */
const OF_RANGE: readonly MissingReturn['reason'][] = ['below-range-min', 'beyond-range-max'];

const short = (value: number): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6)
    ? value.toExponential(2)
    : String(Number(value.toPrecision(4)));
