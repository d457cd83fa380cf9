import { DEGREE } from '../../base/angle.js';
import { mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorKind, LegStart } from './deflector-kind.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { warmupShots } from './even-timing.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import { LOOP_MODEL, loopRates } from './loop.js';
import { type Optics, turnsOf } from './optics.js';
import { digits, inDegrees, inPulses } from './words.js';

/** A plane mirror that nutates about a shaft: a Palmer scan, an oval. */
export interface PalmerMirror {
  kind: 'palmer';
  pulseRateHz: number;
  rotationRateHz: number;
  /** Angle between the mirror's normal and the shaft. */
  mirrorTilt: number;
  /**
   * Angle between the shaft and the incoming beam. The undeflected beam is that of a mirror perpendicular to the shaft.
   */
  incidence: number;
}

const schema = mapField('a plane mirror that nutates about a shaft', {
  kind: kindField('palmer'),
  ...pulsedFields,
  rotationRate: deflectorFields.rotationRate,
  mirrorTilt: numberField("Angle between the mirror's normal and the shaft", { unit: 'deg', above: 0, max: 45 }),
  incidence: numberField('Angle between the shaft and the incoming beam', { unit: 'deg', min: 0, max: 80 }),
});

/** A mirror that nutates. */
export const palmer = {
  ...EVEN_DESCRIPTION,
  name: 'palmer',
  schema,
  examples: [
    { kind: 'palmer', pulseRate: 10_000, rotationRate: 20, mirrorTilt: 7, incidence: 45 },
    { kind: 'palmer', pulseRate: 10_000, rotationRate: -80.3, mirrorTilt: 12, incidence: 0 },
  ],
  overrides: ['pulseRate', 'rotationRate'],
  alternatives: {},
  resolve: ({ pulseRate, rotationRate, mirrorTilt, incidence }): PalmerMirror => ({
    kind: 'palmer',
    pulseRateHz: pulseRate,
    rotationRateHz: rotationRate,
    mirrorTilt: mirrorTilt * DEGREE,
    incidence: incidence * DEGREE,
  }),
  incident: false,

  ...LOOP_MODEL,
  optics,
  strokes: () => undefined,
  rates: (deflector) => loopRates(deflector, 2 * deflector.mirrorTilt),
  field: () => undefined,
  narrow: () => undefined,
  describe: (deflector) => [
    ['deflector', `mirror that nutates ${digits(deflector.rotationRateHz)} times/s, ${inPulses(deflector)}`],
    ['mirror', `${inDegrees(deflector.mirrorTilt)} off its shaft, light comes in at ${inDegrees(deflector.incidence)}`],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, PalmerMirror>;

function optics({ rotationRateHz, pulseRateHz, mirrorTilt, incidence }: PalmerMirror, { warmup }: LegStart): Optics {
  const row = {
    ...turnsOf(rotationRateHz / pulseRateHz, warmupShots(pulseRateHz, warmup)),
    tiltSine: Math.sin(mirrorTilt),
    tiltCosine: Math.cos(mirrorTilt),
    incidenceSine: Math.sin(incidence),
    incidenceCosine: Math.cos(incidence),
  };
  return { optics: 'nutate', rows: [row] };
}
