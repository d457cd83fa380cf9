import type { NoteKey } from './deflectors/deflector-kind.js';
import { type DeflectorDefinition, descriptionOf } from './deflectors/index.js';
import type { ReadPattern } from './deflectors/pattern-table.js';
import { isTooParallel, LEAST_EXIT_ANGLE } from './exit-angle.js';
import { NOMINAL } from './nominal.js';
import { resolveChannels, resolveHead } from './resolve-channels.js';
import { type DetectorOverride, resolveDetection } from './resolve-detection.js';
import { resolveDivergence } from './resolve-divergence.js';
import type { Deflector, Scanner } from './scanner.js';
import type { OnScannerFault, ScannerFault } from './scanner-fault.js';
import type { ScannerDefinition } from './scanner-schema.js';

interface ResolveScannerOptions {
  /** Numbers of the receiver that replace the instrument's, in SI units. */
  detector?: DetectorOverride;
  /** Called for numbers that contradict each other. */
  onFault?: OnScannerFault;
  /** Reads the file of a pattern. Absent: no files can be read, and a definition that names one is faulty. */
  readPattern?: ReadPattern;
}

/** The instrument in SI units, with nominal values filled in. The result is usable only if there was no fault. */
export function resolveScanner(definition: ScannerDefinition, options: ResolveScannerOptions = {}): Scanner {
  const { detector = {}, onFault = () => {}, readPattern } = options;
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
  const divergence = resolveDivergence(definition.divergence);
  const exitRadius = (definition.exitDiameter ?? NOMINAL.exitDiameter * 1000) / 2000;
  if (isTooParallel(exitRadius, divergence)) onFault(parallelFault(definition.divergence));
  return {
    id: definition.id,
    name: definition.name,
    ...optics,
    divergence,
    exitRadius,
    detection: resolveDetection(definition, detector, optics, onFault),
    channels: resolveChannels(definition, detector, onFault),
    deflector: resolveDeflector(definition.deflector, onFault, readPattern),
    head: resolveHead(definition, onFault),
    source: definition.source.trim(),
  };
}

function parallelFault(
  divergence: ScannerDefinition['divergence'] = { mrad: 0, convention: 'full-1/e2' },
): ScannerFault {
  const found = 'mrad' in divergence ? divergence.mrad : Math.min(divergence.horizontalMrad, divergence.verticalMrad);
  const expected = `a half angle (1/e²) of ${LEAST_EXIT_ANGLE * 1000} mrad or more for a beam with an exitDiameter`;
  return { path: ['divergence'], found, expected };
}

/** The deflector in SI units. Calls `onFault` for numbers that contradict each other. */
function resolveDeflector(
  definition: DeflectorDefinition,
  onFault: OnScannerFault,
  readPattern: ReadPattern | undefined,
): Deflector {
  const note: NoteKey = (key, found, expected) => onFault({ path: ['deflector', key], found, expected });
  checkProgram(definition, note);
  return descriptionOf(definition).resolve(definition, note, readPattern);
}

/** Notes a pulse rate that an instrument with fixed rates does not offer. */
function checkProgram(deflector: DeflectorDefinition, note: NoteKey): void {
  if (!('programs' in deflector) || deflector.programs === undefined) return;
  const rates = deflector.programs.map(({ pulseRate }) => pulseRate);
  if (!rates.includes(deflector.pulseRate)) note('pulseRate', deflector.pulseRate, `one of ${rates.join(', ')} (Hz)`);
}
