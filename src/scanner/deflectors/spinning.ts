import type { z } from 'zod';
import { mapField, numberField } from '../../base/yaml/fields.js';
import { channelsSchema } from '../channel-schema.js';
import type { DeflectorKind, LegGiven, NoteKey, ScanRates, ShotTiming } from './deflector-kind.js';
import { BEAM_AXES } from './directions.js';
import { deflectorFields, kindField } from './fields.js';
import { stepsWithin } from './steps.js';
import { digits } from './words.js';

/**
 * Lasers on a spinning head (Velodyne, Hesai); nothing deflects them. Azimuth turns clockwise seen
 * from above, 0 at body +y.
 */
export interface SpinningArray {
  kind: 'spinning';
  /** Revolutions a second. */
  rotationRateHz: number;
  /** Time from one firing of the whole stack to the next, seconds. */
  firingPeriod: number;
}

const schema = mapField('a stack of lasers on a spinning head', {
  kind: kindField('spinning'),
  rotationRate: deflectorFields.rotationRate,
  firingPeriod: numberField('Time from one firing of the whole stack to the next', { unit: 'µs', above: 0, max: 1e6 }),
  channels: channelsSchema,
});

type Definition = z.output<typeof schema>;

const TURN = 2 * Math.PI;

/** A stack of lasers on a spinning head. */
export const spinning = {
  name: 'spinning',
  schema,
  examples: [
    {
      kind: 'spinning',
      rotationRate: 10,
      firingPeriod: 100,
      channels: [{ elevation: 1 }],
    },
    {
      kind: 'spinning',
      rotationRate: 19.7,
      firingPeriod: 110.592,
      channels: [
        { elevation: -15, time: 0 },
        { elevation: 3, azimuth: -2.5, roll: 4, origin: [0.02, 0.04, 0.1], time: 2.304 },
      ],
    },
  ],
  overrides: ['rotationRate'],
  alternatives: {},
  resolve,
  turnedBy: () => 'rotationRate',
  shotPeriod: ({ firingPeriod }) => ({ name: 'firingPeriod', micros: firingPeriod }),
  incident: false,

  shape: 'beam',
  positive: ['rotationRateHz', 'firingPeriod'],
  fault: () => undefined,
  pulseRate: ({ firingPeriod }) => 1 / firingPeriod,
  turn: () => 'shots',
  shotsPerTurn: ({ rotationRateHz, firingPeriod }) => 1 / (Math.abs(rotationRateHz) * firingPeriod),
  timing,
  optics: () => ({ optics: 'steady', rows: [{ x: 0, y: 0, z: 0 }] }),
  strokes: () => undefined,
  reach: () => [[0, 1, 0]],
  rates,
  field: () => TURN,
  narrow: (_, field) => ({ changes: {}, sector: [-field / 2, field / 2] }),
  axes: () => BEAM_AXES,
  representativeDuration: ({ rotationRateHz }) => 1 / rotationRateHz,
  describe: ({ rotationRateHz, firingPeriod }, lasers) => [
    ['deflector', `${lasers} lasers on a head that spins ${digits(rotationRateHz)} times/s`],
    ['firing', `every ${digits(firingPeriod * 1e6)} µs`],
  ],
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, SpinningArray>;

function resolve({ rotationRate, firingPeriod }: Definition, note: NoteKey): SpinningArray {
  if (rotationRate <= 0) note('rotationRate', rotationRate, 'a number > 0 (Hz)');
  return { kind: 'spinning', rotationRateHz: rotationRate, firingPeriod: firingPeriod * 1e-6 };
}

function timing({ rotationRateHz, firingPeriod }: SpinningArray, leg: LegGiven): ShotTiming {
  const headRate = TURN * rotationRateHz;
  const duration = leg.duration ?? leg.sector / headRate;
  return {
    shots: stepsWithin(duration / firingPeriod),
    duration,
    cycle: 1,
    cyclePeriod: firingPeriod,
    pulsePeriod: 0,
    cycleTime: 0,
    lead: 0,
    leadStep: 0,
    phase: 0,
    headRate,
  };
}

function rates({ rotationRateHz, firingPeriod }: SpinningArray, sector: number): ScanRates {
  const lineRateHz = Math.abs(rotationRateHz);
  const share = Math.min(1, sector / TURN);
  return { pulseRateHz: share / firingPeriod, lineRateHz, stepAngle: TURN * lineRateHz * firingPeriod };
}
