import { type Footprint, ringRayCount, ringsOf } from './footprint.js';
import type { Physics } from './physics.js';
import type { Scanner } from './scanner.js';

/** The models of energy of HELIOS++. */
export type HeliosEnergy = Exclude<Physics['energy'], 'lidar'>;

/**
 * Shares of a pulse's energy that fall with the range R: that of a subray is
 *   share · exp(−inner/g(R)) · (1 − exp(−band/g(R))),   g(R) = waist · (1 − R/focus)² + growth · R² + near/R².
 */
export interface Falloff {
  /** Of each subray of the layout, in its order. */
  subrays: readonly SubrayFalloff[];
  waist: number;
  /** 1/focus, 1/m. */
  perFocus: number;
  growth: number;
  near: number;
}

/** The part of the beam that a subray has: from `inner` on, `band` wide, in squares of the distance from the axis. */
export interface SubrayFalloff {
  share: number;
  inner: number;
  band: number;
}

/** A band without end: the energy inside of its outer edge is 1 in f32. */
const ENDLESS = 1e30;

/**
 * The shares of HELIOS++'s rings (`footprint`: pattern helios) by one of its models, for which E = E_pulse · share(R) ·
 * D² · η_sys · T² · π f_r cos θ / (4 R²) is its intensity, with its average power in place of E_pulse. Source: HELIOS++
 * 2.2.2, EnergyMaths::calcReceivedPowerFast and ImprovedEnergyModel, with a beam quality of 1; derived in
 * docs/radiometry.md. Of an elliptical beam, the geometric mean of its half angles counts.
 */
export function heliosFalloff(
  model: HeliosEnergy,
  { divergence, detection: { rangeMin }, wavelengthNm }: Pick<Scanner, 'divergence' | 'detection' | 'wavelengthNm'>,
  { subrays }: Pick<Footprint, 'subrays'>,
): Falloff {
  const rings = ringsOf(subrays) ?? 1;
  const halfAngle = Math.sqrt(divergence.horizontal * divergence.vertical);
  if (model === 'legacy') return legacyFalloff(rings, halfAngle, rangeMin);
  return improvedFalloff(rings, halfAngle, rangeMin, wavelengthNm * 1e-9);
}

/**
 * exp(−2 (sin a_k / div)² · R²/(R0² + R²)) of the π/N-th part for a ray of ring k at the angle a_k = k div/Q, where
 * N = 1 + 6 (1 + … + (Q − 1)) is not the number of rays from Q = 5 on.
 */
function legacyFalloff(rings: number, halfAngle: number, rangeMin: number): Falloff {
  const share = Math.PI / (1 + 3 * rings * (rings - 1));
  const ofRing = (ring: number) => ({
    share,
    inner: 2 * (Math.sin((ring * halfAngle) / rings) / halfAngle) ** 2,
    band: ENDLESS,
  });
  return { subrays: ofRays(rings, ofRing), waist: 1, perFocus: 0, growth: 0, near: rangeMin ** 2 };
}

/**
 * π/n_k · (exp(−2 a_k²/w²) − exp(−2 a_{k+1}²/w²)) for each of the n_k rays of ring k, with a_0 = 0, a_{k+1} = div
 * (k + ½) / (2 (Q − ½)), and w² = w0² ((1 − R/R0)² + (λ R/(π w0²))²). The a are angles and w is a length. Where R0 is
 * 0, w has no bound and nothing is left.
 */
function improvedFalloff(rings: number, halfAngle: number, rangeMin: number, wavelength: number): Falloff {
  const waist = (wavelength / (Math.PI * halfAngle)) ** 2;
  const edge = (ring: number) => (ring === 0 ? 0 : (halfAngle * (ring - 0.5)) / (2 * (rings - 0.5)));
  const ofRing = (ring: number, rays: number) => ({
    share: rangeMin > 0 ? Math.PI / rays : 0,
    inner: 2 * edge(ring) ** 2,
    band: 2 * (edge(ring + 1) ** 2 - edge(ring) ** 2),
  });
  const perFocus = rangeMin > 0 ? 1 / rangeMin : 0;
  return { subrays: ofRays(rings, ofRing), waist, perFocus, growth: halfAngle ** 2, near: 0 };
}

/** The falloff of each ray, ring after ring. */
function ofRays(rings: number, ofRing: (ring: number, rays: number) => SubrayFalloff): SubrayFalloff[] {
  return Array.from({ length: rings }, (_, ring) => {
    const rays = ring === 0 ? 1 : ringRayCount(ring + 1) - ringRayCount(ring);
    return Array<SubrayFalloff>(rays).fill(ofRing(ring, rays));
  }).flat();
}
