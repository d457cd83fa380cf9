import type { Scanner } from './scanner.js';

/**
 * The instrument's part of the LiDAR equation, E_pulse · D² · η_sys / 4, in J·m². Divided by R² it is the energy
 * returned, through a vacuum, from a white Lambertian target at range R that is larger than the beam and perpendicular
 * to it.
 */
export function energyFactor({ pulse, receiver }: Pick<Scanner, 'pulse' | 'receiver'>): number {
  return (pulse.energy * receiver.diameter ** 2 * receiver.efficiency) / 4;
}
