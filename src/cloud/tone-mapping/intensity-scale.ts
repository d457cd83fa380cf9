import { columnMemory } from '../columns/column-memory.js';
import { type HableOptions, hableTone } from './hable-curve.js';

/**
 * Conversion of a return's energy to the 16-bit intensity. amplitude: 100 per decibel above the detection limit;
 * reflectance: 100 per decibel above −50 dB of a white target at the same range; linear: 65535 at `full` joules; hable:
 * a filmic curve; hdl32e: 8 bits, the scale of the HDL-32E.
 */
export type IntensityScale =
  | { kind: 'amplitude' }
  | { kind: 'reflectance' }
  | { kind: 'linear'; full: number }
  | { kind: 'hdl32e' /** Energy written as 255, that of a white target being 1. */; retro: number }
  | ({ kind: 'hable' } & HableOptions);

/**
 * The intensities of each scale between which points differ. Decibels: up to 60 above the detection limit, and from −50
 * to 30 about a white target; of other scales, all that they have.
 */
export const INTENSITY_SPANS: Readonly<Record<IntensityScale['kind'], { low: number; high: number }>> = Object.freeze({
  amplitude: { low: 0, high: 6000 },
  reflectance: { low: 0, high: 8000 },
  linear: { low: 0, high: 65_535 },
  hdl32e: { low: 0, high: 255 },
  hable: { low: 0, high: 65_535 },
});

/** The intensity, 0 … 65535, of an energy in joules from a range in metres. */
export type IntensityOf = ((energy: number, range: number) => number) & {
  /** Present if it is a logarithm, which is faster for many at once. */
  decibels?: Decibels;
};

/**
 * A logarithmic scale: 1000 lg(energy / unit) + shift, or 1000 lg(energy · range² / unit) + perMetre · range + shift.
 */
interface Decibels {
  unit: number;
  /** Whether it depends on the range. */
  isSpread: boolean;
  perMetre: number;
  shift: number;
}

/** Properties of instrument and air that convert the energy of a return to decibels and relative reflectances. */
export interface LinkBudget {
  /** Smallest received energy of a recorded echo, joules. */
  minEnergy: number;
  /** E_pulse · D² · η_sys / 4, J·m²: the energy returned from a white Lambertian target, times R², in a vacuum. */
  energyFactor: number;
  /** Extinction coefficient of the air, 1/m, one way. */
  extinction: number;
}

/** Share by which an energy may be off, as a sum of numbers of f32 over a range of f32. */
export const ENERGY_ROUNDING = 1e-5;

/** The function from energies to intensities on `scale`. It is called once per point and allocates nothing. */
export function intensityScale(scale: IntensityScale, budget: LinkBudget): IntensityOf {
  switch (scale.kind) {
    case 'amplitude':
      return amplitudeScale(budget);
    case 'reflectance':
      return reflectanceScale(budget);
    case 'linear':
      return linearScale(scale.full);
    case 'hdl32e':
      return hdl32eScale(scale.retro, budget);
    case 'hable':
      return hableScale(scale, budget);
  }
}

/**
 * Intensity as amplitude: hundredths of a decibel of the received energy above the detection limit, 10 lg(E / E_min),
 * which is at 0 dB. It falls with range. Defined by Pfennigbauer and Ullrich 2010, "Improving quality of laser scanning
 * data acquisition through calibrated amplitude and pulse deviation measurement", Proc. SPIE 7684.
 */
export function amplitudeScale({ minEnergy }: Pick<LinkBudget, 'minEnergy'>): IntensityOf {
  return decibelScale({ unit: minEnergy, isSpread: false, perMetre: 0, shift: 0 });
}

/** Reflectance at intensity 0, dB: the lowest in RIEGL's extra bytes "Reflectance" (−5000 … 15000 steps). */
export const REFLECTANCE_FLOOR_DB = -50;

/**
 * Intensity as relative reflectance: hundredths of a decibel above −50 dB of 10 lg(E / E_white), with E_white from a
 * white flat Lambertian target at the same range, larger than the beam and perpendicular to it. White is 0 dB or
 * intensity 5000, a Lambertian surface of reflectance 0.1 is −10 dB or 4000, and a retro-reflector lies above white. It
 * does not depend on range, but on incidence. Defined by Pfennigbauer and Ullrich 2010, Proc. SPIE 7684.
 */
function reflectanceScale({ energyFactor, extinction }: Omit<LinkBudget, 'minEnergy'>): IntensityOf {
  // lg(E R² exp(2αR) / F) without a second transcendental function: the exponential becomes a product.
  const shift = -STEPS_PER_E * Math.log(energyFactor) - REFLECTANCE_FLOOR_DB * STEPS_PER_DECIBEL;
  return decibelScale({ unit: 1, isSpread: true, perMetre: STEPS_PER_E * 2 * extinction, shift });
}

function decibelScale(decibels: Decibels): IntensityOf {
  const { unit, isSpread, perMetre, shift } = decibels;
  const { loops } = columnMemory();
  return Object.assign(
    (energy: number, range: number) => loops.decibels(energy, range, unit, Number(isSpread), perMetre, shift),
    { decibels },
  );
}

/** Intensity proportional to the energy, 65535 at `full` joules. */
function linearScale(full: number): IntensityOf {
  const perJoule = INTENSITY_MAX / full;
  return (energy) => toIntensity(energy * perJoule);
}

/**
 * Intensity in 8 bits as Velodyne's instruments calibrate it: 0 to 100 is the reflectance of a diffuse target in per
 * cent, 101 to 255 are retro-reflectors, 255 an ideal one (HDL-32E User's Manual, 63-9113, "Calibrated
 * reflectivities"). The manual does not define the scale between 101 and 255: here, equal steps are equal ratios of
 * energy, up to `retro`.
 */
function hdl32eScale(retro: number, budget: LinkBudget): IntensityOf {
  const perLog = (RETRO_MAX - DIFFUSE_MAX) / Math.log(retro);
  return (energy, range) => {
    const relative = relativeEnergy(energy, range, budget);
    if (!(relative > 1 + ENERGY_ROUNDING)) return toIntensity(DIFFUSE_MAX * relative);
    return Math.min(RETRO_MAX, Math.max(DIFFUSE_MAX + 1, toIntensity(DIFFUSE_MAX + perLog * Math.log(relative))));
  };
}

/**
 * Intensity for viewing: a filmic curve of the energy relative to that of a white target at the same range, so that
 * near and far look alike. With the defaults, white is at 0.58 of 65535, and anything 11.2 times as bright (10.5 dB) or
 * more at 65535.
 */
function hableScale(options: HableOptions, budget: LinkBudget): IntensityOf {
  const tone = hableTone(options);
  return (energy, range) => toIntensity(INTENSITY_MAX * tone(relativeEnergy(energy, range, budget)));
}

/**
 * Energy (J) relative to that of a white target at the same range (m): flat, Lambertian, of reflectance 1, larger than
 * the beam and perpendicular to it. The LiDAR equation with ρ cos θ = 1 yields E_white = E_pulse · D² · η · exp(−2αR) /
 * (4 R²) (Wagner et al. 2006, ISPRS J. 60). Incidence is not corrected: an oblique surface looks darker, by cos θ.
 */
export function relativeEnergy(energy: number, range: number, { energyFactor, extinction }: LinkBudget): number {
  return (energy * range * range * Math.exp(2 * extinction * range)) / energyFactor;
}

/** 8-bit intensities of a white diffuse target and of an ideal retro-reflector. */
const [DIFFUSE_MAX, RETRO_MAX] = [100, 255];

/** The brightest intensity. */
const INTENSITY_MAX = 65535;

/** Steps of 0.01 dB, as in the extra bytes "Amplitude" and "Reflectance" of RIEGL's LAS files. */
const STEPS_PER_DECIBEL = 100;

/** The same for a factor of e: 10 lg x = 10 ln x / ln 10. Math.log takes a third less time than Math.log10. */
const STEPS_PER_E = (10 * STEPS_PER_DECIBEL) / Math.LN10;

/** A value as 16-bit intensity: rounded; 0 below 0 and for NaN; 65535 above. */
export function toIntensity(value: number): number {
  // Not Math.min and Math.max, which let NaN pass.
  if (!(value > 0)) return 0;
  return value < INTENSITY_MAX ? Math.round(value) : INTENSITY_MAX;
}
