import { HABLE_DEFAULTS, type HableOptions, hableTone } from './hable-curve.js';

/** How a picture shows values that span more than the eye takes in: in proportion, by their logarithm, or filmic. */
export type DisplayTone = { kind: 'linear' } | { kind: 'decibel' } | ({ kind: 'hable' } & Partial<HableOptions>);

/** From values to a ramp of colours. */
export interface Stretch {
  /** The values that get the first and the last colour. */
  low: number;
  high: number;
  /** Where on the ramp a value stands; beyond 0 … 1 where it is outside of low … high. */
  at(value: number): number;
}

/** What a logarithm shows at most below the brightest value: 60 dB, more than 16 bits hold. */
const DECADES = 6;

/**
 * The stretch of values (≥ 0) of which most lie in `low` … `high`. Linear: from low to high; decibel: likewise their
 * logarithms, six decades at most; hable: a filmic curve from 0 on, whose white is `high` unless it is exposed otherwise.
 */
export function stretchFor(tone: DisplayTone, [low, high]: readonly [number, number]): Stretch {
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

/** 0 at low, 1 at high, in proportion between them and beyond; where both are one, 0 at it. */
function proportion(low: number, high: number): (value: number) => number {
  const scale = 1 / (high - low || 1);
  return (value) => (value - low) * scale;
}
