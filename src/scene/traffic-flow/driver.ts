/** How a mover follows the one before it: the parameters of the intelligent driver model, SI units. */
export interface Driver {
  /** v₀: the speed on a free way. */
  speed: number;
  /** T: seconds to the one before. */
  headway: number;
  /** s₀: metres to the one before when both stand. */
  gap: number;
  /** a₀: greatest acceleration. */
  acceleration: number;
  /** b: comfortable deceleration. */
  braking: number;
}

/** Deceleration that no mover exceeds, m/s²: that of an emergency stop on a dry road. */
export const BRAKING_MAX = 8;

/**
 * The acceleration of a mover with the speed `v`, `s` metres behind one with the speed `leader`, m/s²; s = Infinity:
 * the way is free. Never below −BRAKING_MAX. Treiber, Hennecke, Helbing 2000, "Congested traffic states in empirical
 * observations and microscopic simulations", Phys. Rev. E 62, 1805, eqs. 1 and 2 with δ = 4.
 */
export function idmAcceleration(driver: Driver, v: number, s: number, leader: number): number {
  const share = v / driver.speed;
  const free = 1 - share * share * share * share;
  if (s <= 0) return -BRAKING_MAX;
  const near = s === Infinity ? 0 : desiredGap(driver, v, leader) / s;
  return Math.max(-BRAKING_MAX, driver.acceleration * (free - near * near));
}

/** s*: the gap that the mover wants to one with the speed `leader`, metres; s₀ at least. */
export function desiredGap({ gap, headway, acceleration, braking }: Driver, v: number, leader: number): number {
  return gap + Math.max(0, v * headway + (v * (v - leader)) / (2 * Math.sqrt(acceleration * braking)));
}

/** The gap at which movers of one speed keep it, metres; `v` below that of the free way. */
export function equilibriumGap(driver: Driver, v: number): number {
  return desiredGap(driver, v, v) / Math.sqrt(1 - (v / driver.speed) ** 4);
}
