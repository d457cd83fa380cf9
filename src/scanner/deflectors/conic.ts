import type { z } from 'zod';
import { DEGREE, writtenDegrees } from '../../base/angle.js';
import { mapField } from '../../base/yaml/fields.js';
import type { DeflectorKind, LegStart, NoteKey } from './deflector-kind.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { warmupShots } from './even-timing.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import { LOOP_MODEL, loopRates } from './loop.js';
import { type Optics, turnsOf } from './optics.js';
import { digits, inDegrees, inPulses } from './words.js';

/** A beam that circles on a cone about the undeflected beam. Seen along that beam, a positive rate is clockwise. */
export interface ConicMirror {
  kind: 'conic';
  pulseRateHz: number;
  rotationRateHz: number;
  /** Half angles of the cone along the frame's x axis and along its z axis. */
  halfAngleAcross: number;
  halfAngleAlong: number;
}

const schema = mapField('a beam that goes round on a cone', {
  kind: kindField('conic'),
  ...pulsedFields,
  rotationRate: deflectorFields.rotationRate,
  halfAngle: deflectorFields.halfAngle.optional(),
  halfAngleAcross: deflectorFields.halfAngleAcross.optional(),
  halfAngleAlong: deflectorFields.halfAngleAlong.optional(),
});

type Definition = z.output<typeof schema>;

/** A beam on a cone. */
export const conic = {
  ...EVEN_DESCRIPTION,
  name: 'conic',
  schema,
  examples: [
    { kind: 'conic', pulseRate: 10_000, rotationRate: 80.3, halfAngle: 20 },
    { kind: 'conic', pulseRate: 10_000, rotationRate: -20, halfAngleAcross: 20, halfAngleAlong: 14 },
  ],
  overrides: ['pulseRate', 'rotationRate', 'halfAngle', 'halfAngleAcross', 'halfAngleAlong'],
  alternatives: {
    halfAngle: ['halfAngleAcross', 'halfAngleAlong'],
    halfAngleAcross: ['halfAngle'],
    halfAngleAlong: ['halfAngle'],
  },
  resolve,
  incident: false,

  ...LOOP_MODEL,
  optics,
  strokes: () => undefined,
  rates: (deflector) => loopRates(deflector, deflector.halfAngleAlong),
  field: ({ halfAngleAcross }) => 2 * halfAngleAcross,
  narrow: ({ halfAngleAcross, halfAngleAlong }, field) =>
    halfAngleAcross === halfAngleAlong ? { changes: { halfAngle: writtenDegrees(field / 2) } } : undefined,
  describe: (deflector) => [
    ['deflector', `beam that goes round a cone ${digits(deflector.rotationRateHz)} times/s, ${inPulses(deflector)}`],
    ['cone', `half angle ${coneOf(deflector.halfAngleAcross, deflector.halfAngleAlong)}`],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, ConicMirror>;

function resolve(definition: Definition, note: NoteKey): ConicMirror {
  const { pulseRate, rotationRate, halfAngle, halfAngleAcross, halfAngleAlong } = definition;
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

function optics(deflector: ConicMirror, { warmup }: LegStart): Optics {
  const { rotationRateHz, pulseRateHz, halfAngleAcross, halfAngleAlong } = deflector;
  const turns = turnsOf(rotationRateHz / pulseRateHz, warmupShots(pulseRateHz, warmup));
  return {
    optics: 'cone',
    rows: [{ ...turns, across: Math.tan(halfAngleAcross), along: Math.tan(halfAngleAlong) }],
  };
}

const coneOf = (across: number, along: number): string =>
  across === along ? inDegrees(across) : `${inDegrees(across)} across, ${inDegrees(along)} along`;
