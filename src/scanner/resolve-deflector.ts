import type { DefinitionOf, DeflectorDefinition } from './deflector-schema.js';
import { type ReadPattern, resolvePattern, resolveRaster } from './resolve-pattern.js';
import { resolvePolygon } from './resolve-polygon.js';
import type {
  ConicMirror,
  Deflector,
  FibreLine,
  MemsMirror,
  MirrorSwing,
  OscillatingMirror,
  PalmerMirror,
  RisleyPrisms,
  ScanLines,
  SpinningArray,
} from './scanner.js';
import type { OnScannerFault } from './scanner-fault.js';

const DEGREE = Math.PI / 180;

/** Tells of a key of the deflector. */
type Note = (key: string, found: unknown, expected: string) => void;

/** The deflector in SI units. Calls `onFault` for numbers that contradict each other. */
export function resolveDeflector(
  deflector: DeflectorDefinition,
  onFault: OnScannerFault,
  readPattern?: ReadPattern,
): Deflector {
  const note: Note = (key, found, expected) => onFault({ path: ['deflector', key], found, expected });
  checkProgram(deflector, note);
  switch (deflector.kind) {
    case 'spinning':
      return resolveSpinning(deflector, note);
    case 'polygon':
      return resolvePolygon(deflector, note);
    case 'line':
      return resolveLine(deflector);
    case 'parallel':
    case 'zigzag':
      return resolveScanLines(deflector, note);
    case 'oscillating':
      return resolveOscillating(deflector, note);
    case 'conic':
      return resolveConic(deflector, note);
    case 'palmer':
      return resolvePalmer(deflector);
    case 'risley':
      return resolveRisley(deflector);
    case 'mems':
      return resolveMems(deflector);
    case 'raster':
      return resolveRaster(deflector, note);
    case 'pattern':
      return resolvePattern(deflector, note, readPattern);
  }
}

function checkProgram(deflector: DeflectorDefinition, note: Note): void {
  if (deflector.kind === 'spinning' || deflector.programs === undefined) return;
  const rates = deflector.programs.map(({ pulseRate }) => pulseRate);
  if (!rates.includes(deflector.pulseRate)) note('pulseRate', deflector.pulseRate, `one of ${rates.join(', ')} (Hz)`);
}

function resolveSpinning({ rotationRate, firingPeriod }: DefinitionOf<'spinning'>, note: Note): SpinningArray {
  if (rotationRate <= 0) note('rotationRate', rotationRate, 'a number > 0 (Hz)');
  return { kind: 'spinning', rotationRateHz: rotationRate, firingPeriod: firingPeriod * 1e-6 };
}

function resolveLine({ pulseRate, halfAngle, fibres }: DefinitionOf<'line'>): FibreLine {
  return { kind: 'line', pulseRateHz: pulseRate, halfAngle: halfAngle * DEGREE, fibres };
}

/** A line, or one swing of a mirror, has two ends. */
const PULSES_MIN = 2;

function resolveScanLines(deflector: DefinitionOf<'parallel' | 'zigzag'>, note: Note): ScanLines {
  const { kind, pulseRate, scanRate, fieldOfView } = deflector;
  if (Math.floor(pulseRate / scanRate) < PULSES_MIN)
    note('scanRate', scanRate, `at most half of pulseRate, which is ${pulseRate} (Hz)`);
  return { kind, pulseRateHz: pulseRate, scanRateHz: scanRate, fieldOfView: fieldOfView * DEGREE };
}

function resolveOscillating(deflector: DefinitionOf<'oscillating'>, note: Note): OscillatingMirror {
  const { pulseRate, scanRate, halfAngle, motion, turningPulses } = deflector;
  const cycle = Math.floor(pulseRate / scanRate);
  if (turningPulses % 2 !== 0) note('turningPulses', turningPulses, 'an even number');
  if (motion === 'sinusoidal' && turningPulses > 0)
    note('turningPulses', turningPulses, '0: a sinusoidal motion turns by itself');
  else if (cycle <= Math.max(PULSES_MIN, 2 * turningPulses))
    note(
      'scanRate',
      scanRate,
      `so few cycles that each has more than ${Math.max(PULSES_MIN, 2 * turningPulses)} pulses, twice turningPulses; pulseRate gives ${cycle}`,
    );
  return {
    kind: 'oscillating',
    pulseRateHz: pulseRate,
    scanRateHz: scanRate,
    halfAngle: halfAngle * DEGREE,
    motion,
    turningPulses,
  };
}

function resolveConic(deflector: DefinitionOf<'conic'>, note: Note): ConicMirror {
  const { pulseRate, rotationRate, halfAngle, halfAngleAcross, halfAngleAlong } = deflector;
  if (halfAngle !== undefined && (halfAngleAcross ?? halfAngleAlong) !== undefined)
    note('halfAngle', halfAngle, 'either halfAngle, or halfAngleAcross and halfAngleAlong');
  const across = halfAngleAcross ?? halfAngle;
  const along = halfAngleAlong ?? halfAngle;
  if (across === undefined || along === undefined)
    note(across === undefined ? 'halfAngleAcross' : 'halfAngleAlong', undefined, 'a number > 0 and < 90 (deg)');
  else if (across >= 90) note('halfAngle', across, 'a number > 0 and < 90 (deg)');
  return {
    kind: 'conic',
    pulseRateHz: pulseRate,
    rotationRateHz: rotationRate,
    halfAngleAcross: (across ?? 0) * DEGREE,
    halfAngleAlong: (along ?? 0) * DEGREE,
  };
}

function resolvePalmer({ pulseRate, rotationRate, mirrorTilt, incidence }: DefinitionOf<'palmer'>): PalmerMirror {
  return {
    kind: 'palmer',
    pulseRateHz: pulseRate,
    rotationRateHz: rotationRate,
    mirrorTilt: mirrorTilt * DEGREE,
    incidence: incidence * DEGREE,
  };
}

function resolveRisley({ pulseRate, airIndex, prisms }: DefinitionOf<'risley'>): RisleyPrisms {
  return {
    kind: 'risley',
    pulseRateHz: pulseRate,
    airIndex,
    prisms: prisms.map(({ angle, refractiveIndex, rotationRate }) => ({
      angle: angle * DEGREE,
      refractiveIndex,
      rotationRateHz: rotationRate,
    })),
  };
}

function resolveMems({ pulseRate, horizontal, vertical }: DefinitionOf<'mems'>): MemsMirror {
  const swing = ({ amplitude, rate, phase, waveform }: typeof horizontal): MirrorSwing => ({
    amplitude: amplitude * DEGREE,
    rateHz: rate,
    phase,
    waveform,
  });
  return { kind: 'mems', pulseRateHz: pulseRate, horizontal: swing(horizontal), vertical: swing(vertical) };
}
