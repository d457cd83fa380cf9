import type { BackscatterCubics } from './backscatter-cubics.js';

/** Steps of the midpoint rule in a cell, or over all angles of a constant. */
const STEPS = 32;

/**
 * The mean of π f_r cos θ of leaves that are turned at random, as a ray meets them: the more often, the more they face
 * it, so the cosine of the angle of incidence is distributed as 2 cos θ (Ross 1981). Of a Lambertian leaf two thirds
 * of its reflectance.
 */
export function backscatterOfLeaves(cubics: BackscatterCubics): number {
  const thetaCells = Math.max(1, cubics.thetaCells);
  const phiCells = Math.max(1, cubics.phiCells);
  const step = Math.PI / 2 / thetaCells / STEPS;
  let sum = 0;
  for (let phi = 0; phi < phiCells; phi++)
    for (let cell = 0; cell < thetaCells; cell++)
      for (let k = 0; k < STEPS; k++) {
        const t = (k + 0.5) / STEPS;
        const theta = (cell + t) * STEPS * step;
        const value = Math.max(0, valueAt(cubics, phi, cell, t));
        const reflected = cubics.weighted ? value : value * Math.cos(theta);
        sum += reflected * Math.sin(2 * theta) * step;
      }
  return sum / phiCells;
}

/** The polynomial of a cell at the place `t` along its angles, in the mean over its azimuths. */
function valueAt({ coefficients, thetaCells, phiCells }: BackscatterCubics, phi: number, cell: number, t: number) {
  const at = (phi * Math.max(1, thetaCells) + cell) * (phiCells > 0 ? 16 : 4);
  const cubic = (from: number) =>
    ((coefficients[from] * t + coefficients[from + 1]) * t + coefficients[from + 2]) * t + coefficients[from + 3];
  if (phiCells === 0) return cubic(at);
  // The means of s³, s², s and 1 over a cell.
  return cubic(at) / 4 + cubic(at + 4) / 3 + cubic(at + 8) / 2 + cubic(at + 12);
}
