import { HABLE_DEFAULTS, type HableOptions, hableTone } from './hable-curve.js';

/** Tone curve of a picture for values with a wide range: linear, logarithmic or filmic. */
export type DisplayTone = { kind: 'linear' } | { kind: 'decibel' } | ({ kind: 'hable' } & Partial<HableOptions>);

/** Mapping from values to a colour ramp. */
export interface ToneRange {
  /** The values of the first and the last colour. */
  low: number;
  high: number;
  /** Position of a value on the ramp; outside of 0 … 1 for values outside of low … high. */
  at(value: number): number;
}

/** Largest range of a logarithm below the brightest value: 60 dB, more than 16 bits hold. */
const DECADES = 6;

/**
 * The stretch for values (≥ 0) that mostly lie in `low` … `high`. Linear: from low to high. Decibel: the same for their
 * logarithms, at most six decades. Hable: a filmic curve from 0, with its white at `high` unless exposed differently.
 */
export function stretchFor(tone: DisplayTone, [low, high]: readonly [number, number]): ToneRange {
  switch (tone.kind) {
    case 'linear':
      return { low, high, at: proportion(low, high) };
    case 'decibel': {
      const top = high > 0 ? high : 1;
      const bottom = Math.max(low, top * 10 ** -DECADES);
      const at = proportion(Math.log10(bottom), Math.log10(top));
      return { low: bottom, high: top, at: (value) => at(Math.log10(value)) };
    }
    case 'hable': {
      const options = { ...HABLE_DEFAULTS, ...tone };
      const [curve, top] = [hableTone(options), high > 0 ? high : 1];
      const light = options.white / top;
      return { low: 0, high: top / options.exposure, at: (value) => curve(value * light) };
    }
  }
}

/** 0 at low, 1 at high, linear between and beyond them; if both are equal, 0 there. */
function proportion(low: number, high: number): (value: number) => number {
  const scale = 1 / (high - low || 1);
  return (value) => (value - low) * scale;
}
