import type { IntensityOf } from './intensity-scale.js';
import type { LinkBudget } from './link-budget.js';
import { STEPS_PER_DECIBEL, toIntensity } from './sixteen-bits.js';

/** Reflectance that intensity 0 stands for, dB: the least that RIEGL's extra bytes «Reflectance» allow (−5000 … 15000 steps). */
export const REFLECTANCE_FLOOR_DB = -50;

/**
 * Intensity as relative reflectance: hundredths of a decibel above −50 dB of 10 lg(E / E_white), E_white coming from a white
 * flat Lambertian target at the same range, larger than the beam and square to it. White is 0 dB or intensity 5000, a
 * Lambertian surface of reflectance 0.1 is −10 dB or 4000, and a retro-reflector lies above white. It does not depend on
 * range, but on incidence. Defined by Pfennigbauer and Ullrich 2010, Proc. SPIE 7684 (see amplitude-scale).
 */
export function reflectanceScale({ energyFactor, extinction }: Omit<LinkBudget, 'minEnergy'>): IntensityOf {
  const perLog = 10 * STEPS_PER_DECIBEL;
  // lg(E R² exp(2αR) / F) without a second transcendental function: the exponential becomes a product.
  const shift = -perLog * Math.log10(energyFactor) - REFLECTANCE_FLOOR_DB * STEPS_PER_DECIBEL;
  const perMetre = perLog * 2 * extinction * Math.LOG10E;
  return (energy, range) => toIntensity(perLog * Math.log10(energy * range * range) + perMetre * range + shift);
}
