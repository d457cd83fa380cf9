import { EXPONENT_MAX } from '../../material/models/model-fields.js';
import type { Spectrum } from '../../material/spectrum/spectrum.js';
import type { Physics } from '../../scanner/physics.js';
import type { Material, PlainGloss } from '../model.js';
import type { ScatteringChoice } from '../scene.js';

/** Default reflectance of HELIOS++ for files that state none: percent, used unchanged. */
const DEFAULT_PERCENT = 50;
/** The lobe without Kd and Ks: the angle has no effect. */
const SAME_AT_EVERY_ANGLE = { specularity: 1, exponent: 0 };

/** A material that no MTL file describes, with the defaults of HELIOS++. */
export const UNDEFINED_GLOSS: PlainGloss = Object.freeze({ diffuse: 0, specular: 0, exponent: 10, isLast: false });

/**
 * The scattering of a file's material in the manner of HELIOS++ (`physics.gloss: plain`). Its reflectance is the one in
 * the file, or else `spectrum`, that of the spectrum that the file names, or else 50 %; Kd, Ks and Ns make its gloss.
 * Undefined if the file was not read for HELIOS++.
 */
export function plainGloss(
  { plain, reflectance }: Material,
  spectrum: { id: string; reflectance: Spectrum } | undefined,
  units: Physics['reflectance'],
): ScatteringChoice | undefined {
  if (plain === undefined) return undefined;
  const of = (value: Spectrum, isSpectral: boolean) =>
    ({ model: 'helios-phong', reflectance: value, ...lobeOf(plain, isSpectral) }) as const;
  if (reflectance !== undefined) return { scattering: of(reflectance, false), reason: { kind: 'reflectance' } };
  if (spectrum !== undefined)
    return { scattering: of(spectrum.reflectance, true), reason: { kind: 'spectrum', id: spectrum.id } };
  const assumed = units === 'as-written' ? DEFAULT_PERCENT : DEFAULT_PERCENT / 100;
  return { scattering: of(assumed, false), reason: { kind: 'assumed' } };
}

/**
 * HELIOS++ computes the specularity only for the last material of a file, and for those with a spectrum; all others
 * have none. A material without Kd is all gloss.
 */
function lobeOf({ diffuse, specular, exponent, isLast }: PlainGloss, isSpectral: boolean) {
  const limited = Math.min(exponent, EXPONENT_MAX);
  if (diffuse === 0) return specular === 0 ? SAME_AT_EVERY_ANGLE : { specularity: 1, exponent: limited };
  return { specularity: isLast || isSpectral ? specular / (diffuse + specular) : 0, exponent: limited };
}
