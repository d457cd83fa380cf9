/** What turns the energy of a return into decibels and relative reflectances: numbers of the instrument and of the air. */
export interface LinkBudget {
  /** Received energy of an echo below which nothing is recorded, joules. */
  minEnergy: number;
  /** E_pulse · D² · η_sys / 4, J·m²: what comes back from a white Lambertian target, times R², in a vacuum. */
  energyFactor: number;
  /** Extinction coefficient of the air, 1/m, one way. */
  extinction: number;
}

/**
 * Energy (J) relative to that of a white target at the same range (m): flat, Lambertian, of reflectance 1, larger than the
 * beam and square to it. The LiDAR equation with ρ cos θ = 1 gives E_white = E_pulse · D² · η · exp(−2αR) / (4 R²)
 * (Wagner et al. 2006, ISPRS J. 60). Incidence is not corrected: a slanting surface looks darker, by cos θ.
 */
export function relativeEnergy(energy: number, range: number, { energyFactor, extinction }: LinkBudget): number {
  return (energy * range * range * Math.exp(2 * extinction * range)) / energyFactor;
}
