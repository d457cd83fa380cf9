/** Rays in rings 0 … rings−1: 1, then ⌊2πk⌋ in ring k (HELIOS++'s numbers): 1, 7, 19, 37, 62, 93, … */
export function ringRayCount(rings: number): number {
  let count = 1;
  for (let ring = 1; ring < rings; ring++) count += Math.floor(2 * Math.PI * ring);
  return count;
}

/** The number of rings with exactly `subrays` rays, or undefined. */
export function ringsOf(subrays: number): number | undefined {
  for (let rings = 1; ringRayCount(rings) <= subrays; rings++) if (ringRayCount(rings) === subrays) return rings;
  return undefined;
}

/** Subrays of a pulse at most. */
export const SUBRAYS_MAX = 4096;

export const FOOTPRINT_PATTERNS = ['rings', 'disc', 'helios'] as const;

/** The split of a pulse into subrays. */
export interface Footprint {
  /**
   * `rings`: laid out around the axis so that each pulse has the beam's width, and drawn so that many pulses have its
   * profile; 1, 7, 19, 37, … subrays. `disc`: each subray drawn separately. `helios`: HELIOS++'s rings, the same for
   * all pulses.
   */
  pattern: (typeof FOOTPRINT_PATTERNS)[number];
  subrays: number;
  weights: 'gaussian' | 'uniform';
}

/** The footprint of a survey that names none. */
export const FOOTPRINT_DEFAULTS: Readonly<Footprint> = Object.freeze({
  pattern: 'rings',
  subrays: 19,
  weights: 'gaussian',
});

/** One ray along the axis of every pulse. */
export const ONE_SUBRAY: Footprint = Object.freeze({ pattern: 'rings', subrays: 1, weights: 'uniform' });
