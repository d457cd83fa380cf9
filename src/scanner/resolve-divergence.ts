import { NOMINAL } from './nominal.js';
import type { Divergence } from './scanner.js';
import type { DivergenceDefinition } from './scanner-schema.js';

/** The divergence of a round beam, radians (1/e² half angle). */
export const roundBeam = (halfAngle: number): Divergence => ({ horizontal: halfAngle, vertical: halfAngle });

/**
 * 1/e² half angles, radians. For a Gaussian profile exp(−2θ²/w²), the intensity is 1/e at w/√2 and one half at w·√(ln 2
 * / 2).
 */
export function resolveDivergence(divergence: DivergenceDefinition | undefined): Divergence {
  if (divergence === undefined) return roundBeam(NOMINAL.divergenceMrad / 2000);
  const factor = 1e-3 * HALF_ANGLE_FACTOR[divergence.convention];
  if ('mrad' in divergence) return roundBeam(divergence.mrad * factor);
  return { horizontal: divergence.horizontalMrad * factor, vertical: divergence.verticalMrad * factor };
}

const HALF_ANGLE_FACTOR = {
  'full-1/e2': 0.5,
  'half-1/e2': 1,
  'full-1/e': Math.SQRT1_2,
  'half-1/e': Math.SQRT2,
  fwhm: 1 / Math.sqrt(2 * Math.LN2),
} as const;
