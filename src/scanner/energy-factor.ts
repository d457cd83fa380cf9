import type { Scanner } from './scanner.js';

/**
 * E_pulse · D² · η_sys / 4, J·m²: what the LiDAR equation has of the instrument. Divided by R² it is the energy that comes
 * back, through a vacuum, from a white Lambertian target at range R that is larger than the beam and square to it.
 */
export function energyFactor({ pulse, receiver }: Pick<Scanner, 'pulse' | 'receiver'>): number {
  return (pulse.energy * receiver.diameter ** 2 * receiver.efficiency) / 4;
}
