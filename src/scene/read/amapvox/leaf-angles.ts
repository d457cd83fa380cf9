import type { LeafAngles } from '../../voxel-choice.js';

/**
 * The share of leaf area per radian at an angle from 0 to π/2 (de Wit 1965, "Photosynthesis of leaf canopies";
 * trigonometric forms by Goel and Strebel 1984, Agron. J. 76(5), table 1). Its integral is 1.
 */
export function leafShare(angles: LeafAngles, angle: number): number {
  switch (angles) {
    case 'spherical':
      return Math.sin(angle);
    case 'planophile':
      return (2 / Math.PI) * (1 + Math.cos(2 * angle));
    case 'erectophile':
      return (2 / Math.PI) * (1 - Math.cos(2 * angle));
    case 'plagiophile':
      return (2 / Math.PI) * (1 - Math.cos(4 * angle));
    case 'extremophile':
      return (2 / Math.PI) * (1 + Math.cos(4 * angle));
    case 'uniform':
      return 2 / Math.PI;
  }
}

/** Steps of the angle of a table from 0 to π, and of the integral over leaves. */
const STEPS = 720;
const LEAF_STEPS = 500;

/**
 * The mean projection G of leaves of unit area along a direction, at equal steps of its angle to the zenith from 0 to π
 * (Ross 1981, "The Radiation Regime and Architecture of Plant Stands", eq. I.2.36: the integral over leaf angles, all
 * azimuths alike).
 */
export function projectionsOf(angles: LeafAngles): Float64Array {
  const width = Math.PI / 2 / LEAF_STEPS;
  const leaves = Array.from({ length: LEAF_STEPS }, (_, k) => {
    const angle = (k + 0.5) * width;
    return { angle, share: leafShare(angles, angle) * width };
  });
  return tabulateAngles((angle) => leaves.reduce((sum, leaf) => sum + leaf.share * meanCosine(angle, leaf.angle), 0));
}

/** A function of an angle at equal steps from 0 to π. */
export const tabulateAngles = (of: (angle: number) => number): Float64Array =>
  Float64Array.from({ length: STEPS + 1 }, (_, k) => of((k / STEPS) * Math.PI));

/** The mean over all azimuths of |cos| between a direction and a leaf's normal, from their angles to the zenith. */
function meanCosine(direction: number, leaf: number): number {
  const upright = Math.abs(Math.cos(direction) * Math.cos(leaf));
  const level = Math.sin(direction) * Math.sin(leaf);
  if (upright >= level) return upright;
  return (2 / Math.PI) * (upright * Math.asin(upright / level) + Math.sqrt(level * level - upright * upright));
}
