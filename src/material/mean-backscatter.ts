import { createCubics, evaluateCubics } from './backscatter-cubics.js';
import type { BackscatterTable } from './backscatter-table.js';

/** Number of cells in which a table with one value is summed. */
const WHOLE_CELLS = 8;

/**
 * Mean of π f_r over the hemisphere, weighted by cos θ, of the cubics through the table's samples: 2 ∫ π f_r cos θ sin
 * θ dθ of the mean over the azimuth, by Gauss–Legendre quadrature with 3 points in every cell.
 */
export function meanBackscatter(table: BackscatterTable): number {
  const [OFFSET, MIDDLE, SIDE] = [Math.sqrt(0.6) / 2, 4 / 9, 5 / 18];
  const cubics = createCubics(azimuthMean(table), 'hermite');
  const cells = Math.max(table.thetaCount - 1, WHOLE_CELLS);
  const step = Math.PI / 2 / cells;
  const energy = (place: number) => {
    const theta = place * step;
    return evaluateCubics(cubics, theta, 0) * Math.sin(theta);
  };
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    const middle = cell + 0.5;
    sum += MIDDLE * energy(middle) + SIDE * (energy(middle - OFFSET) + energy(middle + OFFSET));
  }
  return 2 * step * sum;
}

/** Interpolation is linear in the samples and treats all azimuths alike, so its mean is that of the samples' means. */
function azimuthMean({ values, thetaCount, phiCount, weighted }: BackscatterTable): BackscatterTable {
  const mean = new Float64Array(thetaCount);
  values.forEach((value, i) => {
    mean[i % thetaCount] += value / phiCount;
  });
  return { values: mean, thetaCount, phiCount: 1, weighted };
}
