import type { NoteKey } from './deflectors/deflector-kind.js';
import { type DeflectorDefinition, deflectorDescription } from './deflectors/index.js';
import type { ReadPattern } from './deflectors/pattern-table.js';
import { isTooParallel, LEAST_EXIT_ANGLE } from './exit-angle.js';
import { NOMINAL } from './nominal.js';
import type { ReceiverDefinition } from './receiver/receiver-schema.js';
import { resolvePulse } from './receiver/resolve-pulse.js';
import { resolveSampling } from './receiver/resolve-receiver.js';
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
  const optics = {
    wavelengthNm: definition.wavelength,
    pulse: resolvePulse(definition.pulse ?? {}, onFault),
    receiver: resolveAperture(definition.receiver ?? {}, onFault),
  };
  const divergence = resolveDivergence(definition.divergence);
  const exitRadius = (definition.exitDiameter ?? NOMINAL.exitDiameter * 1000) / 2000;
  if (isTooParallel(exitRadius, divergence)) onFault(parallelFault(definition.divergence));
  const detection = resolveDetection(definition, detector, optics, onFault);
  const sampling = resolveSampling(definition, { optics, detection, detector }, onFault);
  return {
    id: definition.id,
    name: definition.name,
    ...optics,
    divergence,
    exitRadius,
    detection,
    ...(sampling && { sampling }),
    channels: resolveChannels(definition, detector, onFault),
    deflector: resolveDeflector(definition.deflector, onFault, readPattern),
    head: resolveHead(definition, onFault),
    source: definition.source.trim(),
  };
}

function resolveAperture(
  { diameter = NOMINAL.apertureDiameter, efficiency = NOMINAL.efficiency, overlap }: ReceiverDefinition,
  onFault: OnScannerFault,
): Scanner['receiver'] {
  if (overlap === undefined) return { diameter, efficiency };
  if (overlap.to <= overlap.from)
    onFault({
      path: ['receiver', 'overlap', 'to'],
      found: overlap.to,
      expected: `more than from, which is ${overlap.from} (m), usually 1 to 100`,
    });
  return { diameter, efficiency, overlap };
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
  return deflectorDescription(definition).resolve(definition, note, readPattern);
}

/** Notes a pulse rate that an instrument with fixed rates does not offer. */
function checkProgram(deflector: DeflectorDefinition, note: NoteKey): void {
  if (!('programs' in deflector) || deflector.programs === undefined) return;
  const rates = deflector.programs.map(({ pulseRate }) => pulseRate);
  if (!rates.includes(deflector.pulseRate)) note('pulseRate', deflector.pulseRate, `one of ${rates.join(', ')} (Hz)`);
}
