import { DEGREE, writtenDegrees } from '../../base/angle.js';
import type { DeflectorModel, NoteKey } from './deflector-kind.js';
import { lineAxes, lineOf } from './directions.js';
import { EVEN_MODEL } from './even-deflector.js';
import { deflectorFields, pulsedFields } from './fields.js';
import { CYCLES_SHOWN } from './representative-duration.js';
import { wholeSteps } from './steps.js';
import { digits, inDegrees, inPulses } from './words.js';

/** Common part of parallel lines and a zigzag: straight lines across the frame's x axis (López et al. 2025). */
export interface ScanLines {
  kind: 'parallel' | 'zigzag';
  pulseRateHz: number;
  /** Lines a second. */
  scanRateHz: number;
  fieldOfView: number;
}

/** Keys of a description besides its kind. */
export const scanLineFields = {
  ...pulsedFields,
  scanRate: deflectorFields.scanRate,
  fieldOfView: deflectorFields.fieldOfView,
};

interface ScanLineNumbers {
  pulseRate: number;
  scanRate: number;
  fieldOfView: number;
}

/** A line has two ends. */
const PULSES_MIN = 2;

/** Lines in SI units. */
export function resolveScanLines<Kind extends ScanLines['kind']>(
  kind: Kind,
  { pulseRate, scanRate, fieldOfView }: ScanLineNumbers,
  note: NoteKey,
): ScanLines & { kind: Kind } {
  if (Math.floor(pulseRate / scanRate) < PULSES_MIN)
    note('scanRate', scanRate, `at most half of pulseRate, which is ${pulseRate} (Hz)`);
  return { kind, pulseRateHz: pulseRate, scanRateHz: scanRate, fieldOfView: fieldOfView * DEGREE };
}

/** Shots of a line. */
export const shotsOfLine = ({ pulseRateHz, scanRateHz }: ScanLines): number => wholeSteps(pulseRateHz / scanRateHz);

/** Rows of a scanner's description; `way` describes the order of the lines. */
export const describeScanLines = (deflector: ScanLines, way: string): string[][] => [
  ['deflector', `lines ${way}, ${inPulses(deflector)}`],
  ['lines', `${digits(deflector.scanRateHz)} a second, ${inDegrees(deflector.fieldOfView)} wide`],
];

/** The model without the order of the lines. */
export const SCAN_LINES_MODEL = {
  ...EVEN_MODEL,
  shape: 'line',
  positive: ['pulseRateHz', 'scanRateHz', 'fieldOfView'],
  fault: () => undefined,
  reach: ({ fieldOfView }) => lineOf(-fieldOfView / 2, fieldOfView / 2),
  rates: ({ pulseRateHz, scanRateHz, fieldOfView }) => ({
    pulseRateHz,
    lineRateHz: scanRateHz,
    stepAngle: (fieldOfView * scanRateHz) / pulseRateHz,
  }),
  field: ({ fieldOfView }) => fieldOfView,
  narrow: (_, field) => ({ changes: { fieldOfView: writtenDegrees(field) } }),
  axes: () => lineAxes(0),
  representativeDuration: ({ scanRateHz }) => CYCLES_SHOWN / scanRateHz,
  json: (deflector) => deflector,
} satisfies Omit<DeflectorModel<ScanLines>, 'name' | 'timing' | 'optics' | 'describe'>;
