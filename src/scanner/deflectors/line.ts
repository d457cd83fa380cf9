import { DEGREE, writtenDegrees } from '../../base/angle.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorKind } from './deflector-kind.js';
import { fanDirections, lineAxes } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming } from './even-timing.js';
import { facetRow } from './facets.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import type { Optics } from './optics.js';
import { CYCLES_SHOWN } from './representative-duration.js';
import { cycleStrokes } from './strokes.js';
import { inDegrees, inPulses } from './words.js';

/**
 * Fibres side by side, fired one after the other (TopoSys Falcon): elevations −halfAngle + k · 2 halfAngle / fibres.
 */
export interface FibreLine {
  kind: 'line';
  pulseRateHz: number;
  halfAngle: number;
  fibres: number;
}

const schema = mapField('fibres side by side, fired one after the other', {
  kind: kindField('line'),
  ...pulsedFields,
  halfAngle: deflectorFields.halfAngle,
  fibres: numberField('Fibres', { whole: true, min: 2, max: 1_000_000 }),
});

/** A line of fibres. */
export const line = {
  ...EVEN_DESCRIPTION,
  name: 'line',
  schema,
  examples: [
    { kind: 'line', pulseRate: 10_000, halfAngle: 7.15, fibres: 127 },
    { kind: 'line', pulseRate: 10_000, halfAngle: 90, fibres: 2 },
  ],
  overrides: ['pulseRate', 'halfAngle'],
  alternatives: {},
  resolve: ({ pulseRate, halfAngle, fibres }): FibreLine => ({
    kind: 'line',
    pulseRateHz: pulseRate,
    halfAngle: halfAngle * DEGREE,
    fibres,
  }),
  incident: false,

  ...EVEN_MODEL,
  shape: 'line',
  positive: ['pulseRateHz', 'halfAngle', 'fibres'],
  fault: () => undefined,
  timing: ({ pulseRateHz, fibres }, leg) => ({
    ...evenTiming(pulseRateHz, leg, { cycle: fibres, repeats: fibres }),
    jumps: true,
  }),
  optics,
  strokes: ({ halfAngle }, timing) => cycleStrokes(timing, 2 * halfAngle),
  reach: ({ halfAngle, fibres }) => fanDirections(-halfAngle, halfAngle - (2 * halfAngle) / fibres),
  rates: ({ pulseRateHz, fibres, halfAngle }) => ({
    pulseRateHz,
    lineRateHz: pulseRateHz / fibres,
    stepAngle: (2 * halfAngle) / fibres,
  }),
  field: ({ halfAngle }) => 2 * halfAngle,
  narrow: (_, field) => ({ changes: { halfAngle: writtenDegrees(field / 2) } }),
  axes: () => lineAxes(0),
  representativeDuration: ({ pulseRateHz, fibres }) => (CYCLES_SHOWN * fibres) / pulseRateHz,
  describe: (deflector) => [
    ['deflector', `${deflector.fibres} fibres side by side, one after the other, ${inPulses(deflector)}`],
    ['scan angle', `±${inDegrees(deflector.halfAngle)}`],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, FibreLine>;

function optics({ halfAngle, fibres }: FibreLine): Optics {
  const field = 2 * halfAngle;
  const facet = facetRow({ start: -field / 2, step: field / fibres });
  return { optics: 'sweep', rows: [facet, facet] };
}
