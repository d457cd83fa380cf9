import { DEGREE, writtenDegrees } from '../../base/angle.js';
import type { DeflectorModel, NoteKey } from './deflector-kind.js';
import { fanDirections, lineAxes } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming } from './even-timing.js';
import { facetRow } from './facets.js';
import { deflectorFields, pulsedFields } from './fields.js';
import { CYCLES_SHOWN } from './representative-duration.js';
import { areWhole, wholeSteps } from './steps.js';
import { cycleStrokes } from './strokes.js';
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

/** Steps of a line; whole ones where every line begins with a shot. */
function stepsOfLine({ pulseRateHz, scanRateHz }: ScanLines, restarts = false): number {
  const steps = pulseRateHz / scanRateHz;
  return restarts || areWhole(steps) ? wholeSteps(steps) : steps;
}

/** The lines of a cycle that begins with one to the right: 1 those, −1 those back. */
type LineOrder = readonly (1 | -1)[];

/** The part of a kind that follows from the order of the lines, which `way` describes. */
export const inOrder = (order: LineOrder, way: string) =>
  ({
    timing: (deflector, leg) => {
      const steps = stepsOfLine(deflector, leg.restarts);
      const repeats = order.length * steps;
      const running = Number.isInteger(steps) ? undefined : { steps, repeats };
      return evenTiming(deflector.pulseRateHz, leg, { cycle: wholeSteps(steps), repeats, running });
    },
    optics: (deflector, { restarts }) => {
      const { fieldOfView } = deflector;
      const facets = order.map((side) =>
        facetRow({ start: (-side * fieldOfView) / 2, step: (side * fieldOfView) / stepsOfLine(deflector, restarts) }),
      );
      return { optics: 'sweep', rows: [facets[0], ...facets] };
    },
    strokes: ({ fieldOfView }, timing) => cycleStrokes(timing, fieldOfView, order.length > 1),
    describe: (deflector) => [
      ['deflector', `lines ${way}, ${inPulses(deflector)}`],
      ['lines', `${digits(deflector.scanRateHz)} a second, ${inDegrees(deflector.fieldOfView)} wide`],
    ],
  }) satisfies Pick<DeflectorModel<ScanLines>, 'timing' | 'optics' | 'strokes' | 'describe'>;

/** Examples of a kind, as in YAML. */
export const scanLineExamples = <Kind extends ScanLines['kind']>(kind: Kind) =>
  [
    { kind, pulseRate: 10_000, scanRate: 71, fieldOfView: 60 },
    { kind, pulseRate: 10_000, scanRate: 10, fieldOfView: 360 },
  ] as const;

/** Descriptions of both kinds. */
const SCAN_LINES_DESCRIPTION = {
  ...EVEN_DESCRIPTION,
  overrides: ['pulseRate', 'scanRate', 'fieldOfView'],
  alternatives: {},
  incident: false,
} as const;

/** Models of both, without the order of the lines. */
const SCAN_LINES_MODEL = {
  ...EVEN_MODEL,
  shape: 'line',
  positive: ['pulseRateHz', 'scanRateHz', 'fieldOfView'],
  fault: () => undefined,
  reach: ({ fieldOfView }) => fanDirections(-fieldOfView / 2, fieldOfView / 2),
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
} as const satisfies Partial<DeflectorModel<ScanLines>>;

/** Both kinds without the order of the lines. */
export const SCAN_LINES = { ...SCAN_LINES_DESCRIPTION, ...SCAN_LINES_MODEL };
