import { DEGREE } from '../../base/angle.js';

/** Sunlight that the receiver sees. */
export interface Sunlight {
  /** W m⁻² nm⁻¹ on the surface in view, which faces the sun. */
  irradiance: number;
  /** Of that surface, Lambertian. */
  reflectance: number;
  /** Width of the filter, nm. */
  filterNm: number;
  /** Full angle of the field of view, rad. */
  fieldOfView: number;
}

/**
 * P_b = (ρ E_λ / π) · (π D² / 4) · (π θ² / 4) · Δλ · η: power of the sunlight, W, through an aperture of `diameter` m
 * and optics of transmission `efficiency`.
 */
export function sunlightPower(
  { irradiance, reflectance, filterNm, fieldOfView }: Sunlight,
  { diameter, efficiency }: { diameter: number; efficiency: number },
): number {
  const radiance = (reflectance * irradiance) / Math.PI;
  const aperture = (Math.PI * diameter ** 2) / 4;
  const solidAngle = (Math.PI * fieldOfView ** 2) / 4;
  return radiance * aperture * solidAngle * filterNm * efficiency;
}

/**
 * Irradiance of the sun, W m⁻² nm⁻¹, by wavelength in nm: above the atmosphere, and globally at air mass 1.5 on a
 * surface that faces the sun. ASTM G173-03, as in pvlib/data/ASTMG173.csv.
 */
const IRRADIANCES = new Map<number, readonly [above: number, below: number]>([
  [400, [1.6885, 1.1141]],
  [405, [1.715, 1.1511]],
  [473, [1.9882, 1.5499]],
  [515, [1.875, 1.5314]],
  [532, [1.958, 1.5998]],
  [550, [1.863, 1.5399]],
  [635, [1.652, 1.4458]],
  [660, [1.558, 1.3992]],
  [755, [1.2771, 1.2383]],
  [780, [1.193, 1.1636]],
  [785, [1.1874, 1.1586]],
  [808, [1.1162, 1.0821]],
  [850, [0.91, 0.89372]],
  [865, [0.97354, 0.96324]],
  [885, [0.95469, 0.94423]],
  [903, [0.92233, 0.68889]],
  [905, [0.918, 0.81709]],
  [915, [0.8883, 0.67836]],
  [940, [0.84, 0.47181]],
  [1000, [0.74255, 0.73532]],
  [1030, [0.69208, 0.69055]],
  [1047, [0.66155, 0.65694]],
  [1064, [0.64621, 0.63196]],
  [1310, [0.40714, 0.30114]],
  [1530, [0.26731, 0.25522]],
  [1535, [0.27754, 0.26686]],
  [1540, [0.26857, 0.26491]],
  [1545, [0.27768, 0.27705]],
  [1550, [0.26961, 0.2699]],
  [1560, [0.26546, 0.26568]],
  [1570, [0.26068, 0.24175]],
  [1600, [0.25259, 0.2381]],
]);

/** Farther from a wavelength of the table, bands of water vapour make its value useless. */
const NEAR_NM = 5;

/** Air mass for which the table holds. */
const TABLE_AIR_MASS = 1.5;

/** Elevation of the sun at that air mass, degrees. */
export const TABLE_ELEVATION = 41.8;

/** Wavelengths with a known irradiance of the sun, for messages. */
export const sunWavelengths = (): string => [...IRRADIANCES.keys()].join(', ');

/**
 * Irradiance, W m⁻² nm⁻¹, of a surface that faces the sun at `elevation` degrees: that at the table's nearest
 * wavelength, with the atmosphere's transmission to the power of the air mass (Beer's law). Undefined farther
 * than 5 nm from all of them.
 */
export function sunIrradiance(wavelengthNm: number, elevation: number): number | undefined {
  const [nearest] = [...IRRADIANCES.keys()].sort((a, b) => Math.abs(a - wavelengthNm) - Math.abs(b - wavelengthNm));
  const known = IRRADIANCES.get(nearest);
  if (known === undefined || Math.abs(nearest - wavelengthNm) > NEAR_NM) return undefined;
  const [above, below] = known;
  // At 1550 nm and 1560 nm the sky makes up for the little that the air takes.
  const transmission = Math.min(1, below / above);
  return below * transmission ** (airMass(elevation) / TABLE_AIR_MASS - 1);
}

/** Relative air mass. Kasten and Young 1989, Appl. Opt. 28, 4735–4738. */
export const airMass = (elevation: number): number =>
  1 / (Math.sin(elevation * DEGREE) + 0.50572 * (elevation + 6.07995) ** -1.6364);
