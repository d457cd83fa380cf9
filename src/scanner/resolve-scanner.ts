import { kruseExtinction, STANDARD_VISIBILITY_KM } from './atmosphere.js';
import type { Deflector, Detection, Scanner } from './scanner.js';
import type { DivergenceDefinition, ScannerDefinition } from './scanner-schema.js';

/**
 * What stands in for numbers that a maker does not publish. Where no least energy is stated it is derived from the range, so
 * energy, aperture and efficiency cancel out of what is detected; they only set the scale of the energies that are written.
 */
export const NOMINAL = Object.freeze({
  /** Joules. */
  pulseEnergy: 1e-6,
  /** Seconds. */
  pulseDuration: 5e-9,
  /** Full 1/e² angle, mrad. */
  divergenceMrad: 3,
  /** Metres; 0: all light leaves one point. */
  exitDiameter: 0,
  /** Metres. */
  apertureDiameter: 0.05,
  efficiency: 1,
  /** Of the target that is just seen at the longest range. */
  reflectance: 0.1,
});

/** Numbers of a survey's `detector` that replace the instrument's, SI. */
export type DetectorOverride = Partial<Detection>;

/** What is wrong with a definition beyond its schema: path within the definition, what stands there, what is allowed. */
export interface ScannerFault {
  path: readonly PropertyKey[];
  found: unknown;
  expected: string;
}

export type OnScannerFault = (fault: ScannerFault) => void;

const DEGREE = Math.PI / 180;
const SPEED_OF_LIGHT = 299_792_458;

/** The instrument in SI units, nominal values filled in. Calls `onFault` for numbers that contradict each other. */
export function resolveScanner(
  definition: ScannerDefinition,
  detector: DetectorOverride = {},
  onFault: OnScannerFault = () => {},
): Scanner {
  const { pulse, receiver } = definition;
  const optics = {
    wavelengthNm: definition.wavelength,
    pulse: {
      energy: pulse?.energy ?? NOMINAL.pulseEnergy,
      duration: pulse?.duration === undefined ? NOMINAL.pulseDuration : pulse.duration * 1e-9,
    },
    receiver: {
      diameter: receiver?.diameter ?? NOMINAL.apertureDiameter,
      efficiency: receiver?.efficiency ?? NOMINAL.efficiency,
    },
  };
  return {
    id: definition.id,
    name: definition.name,
    ...optics,
    divergence: toHalfAngle(definition.divergence),
    exitRadius: (definition.exitDiameter ?? NOMINAL.exitDiameter * 1000) / 2000,
    detection: resolveDetection(definition, detector, optics, onFault),
    deflector: resolveDeflector(definition, onFault),
    source: definition.source.trim(),
  };
}

/**
 * 1/e² half angle, radians. For a Gaussian profile exp(−2θ²/w²) the intensity is 1/e at w/√2 and one half at w·√(ln 2 / 2).
 * An elliptical beam gives the geometric mean, which keeps the solid angle.
 */
export function toHalfAngle(divergence: DivergenceDefinition | undefined): number {
  if (divergence === undefined) return NOMINAL.divergenceMrad / 2000;
  const mrad = 'mrad' in divergence ? divergence.mrad : Math.sqrt(divergence.horizontalMrad * divergence.verticalMrad);
  return mrad * 1e-3 * HALF_ANGLE_FACTOR[divergence.convention];
}

const HALF_ANGLE_FACTOR = {
  'full-1/e2': 0.5,
  'half-1/e2': 1,
  'full-1/e': Math.SQRT1_2,
  'half-1/e': Math.SQRT2,
  fwhm: 1 / Math.sqrt(2 * Math.LN2),
} as const;

type Optics = Pick<Scanner, 'wavelengthNm' | 'pulse' | 'receiver'>;

/** The laser programme that the chosen pulse rate belongs to, where the instrument has programmes. */
function programOf({ deflector }: ScannerDefinition) {
  if (deflector.kind !== 'polygon') return undefined;
  return deflector.programs?.find(({ pulseRate }) => pulseRate === deflector.pulseRate);
}

function resolveDetection(
  definition: ScannerDefinition,
  detector: DetectorOverride,
  optics: Optics,
  onFault: OnScannerFault,
): Detection {
  const { detection } = definition;
  const program = programOf(definition);
  const statedMax = program?.rangeMax ?? detection.rangeMax;
  const rangeMax = detector.rangeMax ?? statedMax ?? 0;
  const rangeMin = detector.rangeMin ?? detection.rangeMin;
  checkRanges(rangeMin, rangeMax, detector, onFault);
  const seen = program?.sensitivity ??
    detection.sensitivity ?? { range: statedMax ?? rangeMax, reflectance: NOMINAL.reflectance };
  return {
    rangeMin,
    rangeMax,
    minEnergy: detector.minEnergy ?? detection.minEnergy ?? receivedEnergy(optics, seen.range, seen.reflectance),
    maxReturns: detector.maxReturns ?? detection.maxReturns,
    rangeResolution:
      detector.rangeResolution ?? detection.rangeResolution ?? (SPEED_OF_LIGHT * optics.pulse.duration) / 2,
    rangeNoise: detector.rangeNoise ?? detection.rangeNoise,
  };
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
 * Energy that reaches the receiver from a Lambertian target that fills the beam at normal incidence, joules:
 * E = E_pulse · D² · η · T² · ρ / (4 R²), with T the one-way transmission of standard clear air.
 */
export function receivedEnergy({ pulse, receiver, wavelengthNm }: Optics, range: number, reflectance: number): number {
  const transmission = Math.exp(-kruseExtinction(wavelengthNm, STANDARD_VISIBILITY_KM) * range);
  const gathered = (receiver.diameter / (2 * range)) ** 2 * receiver.efficiency;
  return pulse.energy * gathered * transmission ** 2 * reflectance;
}

function resolveDeflector({ deflector }: ScannerDefinition, onFault: OnScannerFault): Deflector {
  if (deflector.kind === 'polygon') return resolvePolygon(deflector, onFault);
  const firingPeriod = deflector.firingPeriod * 1e-6;
  const channels = deflector.channels.map(({ elevation, azimuth, time, origin }, index) => {
    if (time >= deflector.firingPeriod)
      onFault({
        path: ['deflector', 'channels', index, 'time'],
        found: time,
        expected: `less than firingPeriod, which is ${deflector.firingPeriod} (µs)`,
      });
    return { elevation: elevation * DEGREE, azimuthOffset: azimuth * DEGREE, origin, fireTime: time * 1e-6 };
  });
  return { kind: 'spinning', rotationRateHz: deflector.rotationRate, firingPeriod, channels };
}

type PolygonDefinition = Extract<ScannerDefinition['deflector'], { kind: 'polygon' }>;

function resolvePolygon(deflector: PolygonDefinition, onFault: OnScannerFault): Deflector {
  const { elevationMin, elevationMax, pulseRate, programs, facetAngle } = deflector;
  if (elevationMin >= elevationMax)
    onFault({
      path: ['deflector', 'elevationMin'],
      found: elevationMin,
      expected: `less than elevationMax, which is ${elevationMax} (deg)`,
    });
  if (programs && !programs.some((program) => program.pulseRate === pulseRate))
    onFault({
      path: ['deflector', 'pulseRate'],
      found: pulseRate,
      expected: `one of ${programs.map((program) => program.pulseRate).join(', ')} (Hz)`,
    });
  return {
    kind: 'polygon',
    pulseRateHz: pulseRate,
    elevationMin: elevationMin * DEGREE,
    elevationMax: elevationMax * DEGREE,
    verticalStep: deflector.verticalStep * DEGREE,
    horizontalStep: deflector.horizontalStep * DEGREE,
    facetAngle: facetAngle === undefined ? undefined : facetAngle * DEGREE,
    lineRateMaxHz: deflector.lineRateMax,
    origin: deflector.origin,
  };
}
