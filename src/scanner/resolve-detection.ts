import { DEGREE } from '../base/angle.js';
import { resolveArtefacts } from './artefacts/index.js';
import { airExtinction, STANDARD_VISIBILITY_KM } from './atmosphere.js';
import { BINS_DEFAULTS, type BinSettings } from './bin-settings.js';
import { checkLimit, limitEnergy } from './detection-limit.js';
import type { DetectionMethod } from './detection-method.js';
import type { DetectorDefinition } from './detection-schema.js';
import { NOMINAL } from './nominal.js';
import { statedAtRate } from './program.js';
import { resolveRangeNoise } from './range-noise.js';
import { SPEED_OF_LIGHT } from './receiver/constants.js';
import { replaceReturns } from './recorded-returns.js';
import type { Detection, Scanner } from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';
import type { ScannerDefinition } from './scanner-schema.js';
import { resolveSystematicErrors } from './systematic-errors.js';

/** Numbers of a survey's `detector` that replace the instrument's, in SI units. */
export interface DetectorOverride extends Omit<Partial<Detection>, 'bins'> {
  bins?: Partial<BinSettings>;
  /** Instead of `minEnergy`: peak power of the weakest recorded return, watts. */
  minPower?: number;
}

/** The numbers that are angles. */
const ANGLES = ['axisAngleNoise', 'rayAngleNoise'] as const;

/** Numbers of a survey's `detector` in SI units; missing keys stay missing. */
export function resolveDetector(detector: DetectorDefinition): DetectorOverride {
  const angles = ANGLES.flatMap((key) => {
    const degrees = detector[key];
    return degrees === undefined ? [] : [[key, degrees * DEGREE] as const];
  });
  const { artefacts, rangeNoise, bins, systematicErrors, ...numbers } = detector;
  return {
    ...numbers,
    ...(bins && { bins: inSeconds(bins) }),
    ...Object.fromEntries(angles),
    ...resolveRangeNoise(rangeNoise),
    ...(systematicErrors && { systematicErrors: resolveSystematicErrors(systematicErrors) }),
    ...(artefacts && { artefacts: resolveArtefacts(artefacts) }),
  };
}

/** The keys of `bins` in seconds; missing ones stay missing. */
const inSeconds = (bins: NonNullable<DetectorDefinition['bins']>): Partial<BinSettings> =>
  Object.fromEntries(Object.entries(bins).map(([key, nanoseconds]) => [key, nanoseconds * 1e-9]));

/**
 * The numbers of `detector` with the replacements of `own`; `bins` are replaced key by key. Of the ways to state the
 * weakest return, that of `own` stays; a method of its own needs no range resolution of another, and a number of
 * returns of its own no choice of another.
 */
export function mergeDetectors(detector: DetectorOverride, own: DetectorOverride): DetectorOverride {
  const kept = { ...detector };
  if (own.method !== undefined) delete kept.rangeResolution;
  if (own.maxReturns !== undefined) delete kept.returns;
  if (own.minEnergy !== undefined || own.minPower !== undefined) {
    delete kept.minEnergy;
    delete kept.minPower;
  }
  const bins = detector.bins && own.bins && { bins: { ...detector.bins, ...own.bins } };
  return { ...kept, ...own, ...bins };
}

/** An instrument without errors of ranges and angles. */
export const NO_NOISE = Object.freeze({ rangeNoise: 0, rangeNoisePerMetre: 0, axisAngleNoise: 0, rayAngleNoise: 0 });

type Optics = Pick<Scanner, 'wavelengthNm' | 'pulse' | 'receiver'>;

/**
 * The instrument's detection, with the replacements of `detector`. Calls `onFault` for numbers that contradict each
 * other.
 */
export function resolveDetection(
  definition: ScannerDefinition,
  detector: DetectorOverride,
  optics: Optics,
  onFault: OnScannerFault,
): Detection {
  const { detection } = definition;
  const stated = statedAtRate(definition);
  const rangeMax = detector.rangeMax ?? stated.rangeMax ?? 0;
  const rangeMin = detector.rangeMin ?? detection.rangeMin;
  checkRanges(rangeMin, rangeMax, detector, onFault);
  const limit = { ...detection, sensitivity: stated.sensitivity };
  checkLimit(limit, optics.pulse, onFault);
  checkLimit(detector, optics.pulse, onFault);
  const { range, reflectance } = limit.sensitivity ?? {
    range: stated.rangeMax ?? rangeMax,
    reflectance: NOMINAL.reflectance,
  };
  checkReturnModes(definition, onFault);
  const method = detector.method ?? detection.method ?? 'peaks';
  // An instrument's clusters may be replaced by peaks as a whole.
  const ownResolution = detector.method === undefined ? detection.rangeResolution : undefined;
  checkResolution(method, detector.rangeResolution ?? ownResolution, onFault);
  const noise = detector.rangeNoise === undefined ? resolveRangeNoise(detection.rangeNoise) : detector;
  const systematicErrors =
    detector.systematicErrors ?? (detection.systematicErrors && resolveSystematicErrors(detection.systematicErrors));
  const artefacts = detector.artefacts ?? (detection.artefacts && resolveArtefacts(detection.artefacts));
  const bins = (detection.bins || detector.bins) && {
    ...BINS_DEFAULTS,
    ...inSeconds(detection.bins ?? {}),
    ...detector.bins,
  };
  return {
    rangeMin,
    rangeMax,
    method,
    minEnergy:
      limitEnergy(detector, optics.pulse) ??
      limitEnergy(detection, optics.pulse) ??
      receivedEnergy(optics, range, reflectance),
    ...replaceReturns(stated, detector),
    rangeResolution:
      detector.rangeResolution ?? detection.rangeResolution ?? (SPEED_OF_LIGHT * optics.pulse.duration) / 2,
    rangeNoise: noise.rangeNoise ?? 0,
    ...(noise.rangeNoiseFormula !== undefined && { rangeNoiseFormula: noise.rangeNoiseFormula }),
    rangeNoisePerMetre: detector.rangeNoisePerMetre ?? detection.rangeNoisePerMetre,
    axisAngleNoise: detector.axisAngleNoise ?? detection.axisAngleNoise * DEGREE,
    rayAngleNoise: detector.rayAngleNoise ?? detection.rayAngleNoise * DEGREE,
    ...(bins && { bins }),
    ...(systematicErrors && { systematicErrors }),
    ...(artefacts && { artefacts }),
  };
}

/**
 * The detection of an instrument in SI units, with the replacements of `detector`. Calls `onFault` for numbers that
 * contradict each other.
 */
export function replaceDetection(
  { detection, pulse }: Pick<Scanner, 'detection' | 'pulse'>,
  detector: DetectorOverride,
  onFault: OnScannerFault,
): Detection {
  const { minPower, bins, ...numbers } = detector;
  const { returns: _, ...rest } = detection;
  const replaced = {
    ...rest,
    ...numbers,
    ...replaceReturns(detection, detector),
    ...(bins && { bins: { ...BINS_DEFAULTS, ...detection.bins, ...bins } }),
    minEnergy: limitEnergy(detector, pulse) ?? detection.minEnergy,
  };
  checkRanges(replaced.rangeMin, replaced.rangeMax, detector, onFault);
  checkLimit(detector, pulse, onFault);
  checkResolution(replaced.method ?? 'peaks', detector.rangeResolution, onFault);
  return replaced;
}

/** Calls `onFault` for a default return mode that an instrument with a list of modes does not have. */
function checkReturnModes({ detection }: ScannerDefinition, onFault: OnScannerFault): void {
  const { returns = 'all', returnModes = [returns] } = detection;
  if (returnModes.includes(returns)) return;
  onFault({
    path: ['detection', 'returns'],
    found: detection.returns,
    expected: `one of the instrument's returnModes: ${returnModes.join(', ')}`,
  });
}

/** Calls `onFault` for a stated range resolution of an instrument that has none. */
function checkResolution(method: DetectionMethod, resolution: number | undefined, onFault: OnScannerFault): void {
  if (method === 'clusters' || resolution === undefined) return;
  const expected = 'no rangeResolution without method: clusters; peaks are as near as the pulse lets them';
  onFault({ path: ['detection', 'rangeResolution'], found: resolution, expected });
}

function checkRanges(rangeMin: number, rangeMax: number, detector: DetectorOverride, onFault: OnScannerFault): void {
  if (rangeMax === 0) onFault({ path: ['detection', 'rangeMax'], found: undefined, expected: 'a number > 0 (m)' });
  else if (rangeMin < rangeMax) return;
  else if (detector.rangeMin === undefined && detector.rangeMax !== undefined)
    onFault({
      path: ['detection', 'rangeMax'],
      found: rangeMax,
      expected: `more than rangeMin, which is ${rangeMin} (m)`,
    });
  else
    onFault({
      path: ['detection', 'rangeMin'],
      found: rangeMin,
      expected: `less than rangeMax, which is ${rangeMax} (m)`,
    });
}

/**
 * Energy that reaches the receiver from a Lambertian target that fills the beam at normal incidence, joules: E =
 * E_pulse · D² · η · T² · ρ / (4 R²), with the one-way transmission T of standard clear air.
 */
export function receivedEnergy({ pulse, receiver, wavelengthNm }: Optics, range: number, reflectance: number): number {
  const transmission = Math.exp(-airExtinction(wavelengthNm, STANDARD_VISIBILITY_KM) * range);
  const gathered = (receiver.diameter / (2 * range)) ** 2 * receiver.efficiency;
  return pulse.energy * gathered * transmission ** 2 * reflectance;
}
