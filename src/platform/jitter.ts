import { normalPair, uniform } from '../base/random.js';
import { RandomStream } from '../base/random-stream.js';

/** The distribution of a jitter, in metres or radians. */
type Distribution = { kind: 'normal'; mean: number; sigma: number } | { kind: 'uniform'; min: number; max: number };

/** A jitter of one coordinate of the platform's pose. */
export interface JitterSource {
  of: Distribution;
  /** Bounds to which values beyond them are set; absent: none. */
  clip?: readonly [number, number];
  /** Pulses in a row that share a draw; Infinity: all of the survey. */
  hold: number;
}

/** Jitters along or about three axes. */
export type AxisJitters = readonly [JitterSource, JitterSource, JitterSource];

/**
 * Deviations of the platform from its path, from pulse to pulse. Beams have them, and points lie on the surfaces that
 * these beams hit.
 */
export interface Jitter {
  /** Along x, y and z of the world, metres. */
  position: AxisJitters;
  /** About the beam's right-hand direction, its axis and its upward direction, one after the other, radians. */
  attitude: AxisJitters;
}

/** A coordinate without jitter. */
export const NO_JITTER: JitterSource = Object.freeze({ of: { kind: 'normal', mean: 0, sigma: 0 } as const, hold: 1 });

/** The jitter with the numbers drawn that the whole survey shares: they are then constants. */
export function withConstants({ position, attitude }: Jitter, seed: number): Jitter {
  const drawn = (sources: AxisJitters, name: string): AxisJitters => {
    const [x, y, z] = sources.map((source, axis) =>
      constantOf(source, new RandomStream(seed, `jitter ${name} ${axis}`)),
    );
    return [x, y, z];
  };
  return { position: drawn(position, 'position'), attitude: drawn(attitude, 'attitude') };
}

function constantOf(source: JitterSource, random: RandomStream): JitterSource {
  if (source.hold !== Number.POSITIVE_INFINITY) return source;
  return { of: { kind: 'normal', mean: clipped(source, numberOf(source, random)), sigma: 0 }, hold: 1 };
}

function numberOf({ of }: JitterSource, random: RandomStream): number {
  if (of.kind === 'uniform') return of.min + (of.max - of.min) * uniform(random.bits());
  const pair = new Float64Array(2);
  normalPair(random.bits(), random.bits(), pair, 0);
  return of.mean + of.sigma * pair[0];
}

/** A value within the bounds of a source. */
export const clipped = ({ clip }: JitterSource, value: number): number =>
  clip === undefined ? value : Math.min(Math.max(value, clip[0]), clip[1]);
