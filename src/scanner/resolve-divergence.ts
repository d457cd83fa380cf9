import { NOMINAL } from './nominal.js';
import type { DivergenceDefinition } from './scanner-schema.js';

/**
 * 1/e² half angle, radians. For a Gaussian profile exp(−2θ²/w²) the intensity is 1/e at w/√2 and one half at w·√(ln 2 / 2).
 * An elliptical beam gives the geometric mean, which keeps the solid angle.
 */
export function toHalfAngle(divergence: DivergenceDefinition | undefined): number {
  if (divergence === undefined) return NOMINAL.divergenceMrad / 2000;
  const mrad = 'mrad' in divergence ? divergence.mrad : Math.sqrt(divergence.horizontalMrad * divergence.verticalMrad);
  return mrad * 1e-3 * HALF_ANGLE_FACTOR[divergence.convention];
}

const HALF_ANGLE_FACTOR = {
  'full-1/e2': 0.5,
  'half-1/e2': 1,
  'full-1/e': Math.SQRT1_2,
  'half-1/e': Math.SQRT2,
  fwhm: 1 / Math.sqrt(2 * Math.LN2),
} as const;
