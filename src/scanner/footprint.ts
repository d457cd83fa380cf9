/** Rays in rings 0 … rings−1: 1, then ⌊2πk⌋ in ring k (HELIOS++'s layout): 1, 7, 19, 37, 62, 93, … */
export function ringRayCount(rings: number): number {
  let count = 1;
  for (let ring = 1; ring < rings; ring++) count += Math.floor(2 * Math.PI * ring);
  return count;
}

/** The number of rings that has exactly `subrays` rays; undefined where there is none. */
export function ringsOf(subrays: number): number | undefined {
  for (let rings = 1; ringRayCount(rings) <= subrays; rings++) if (ringRayCount(rings) === subrays) return rings;
  return undefined;
}

/** How a pulse is split into subrays. */
export interface Footprint {
  /** HELIOS-style rings (1, 7, 19, 37, …) or points drawn in the disc for each pulse. */
  pattern: 'rings' | 'disc';
  subrays: number;
  weights: 'gaussian' | 'uniform';
}

/** Where a survey names none. */
export const FOOTPRINT_DEFAULTS: Readonly<Footprint> = Object.freeze({
  pattern: 'rings',
  subrays: 19,
  weights: 'gaussian',
});

/** Every pulse is one ray along its axis. */
export const ONE_SUBRAY: Footprint = Object.freeze({ pattern: 'rings', subrays: 1, weights: 'uniform' });
