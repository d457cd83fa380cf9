import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { counted } from '../../base/text.js';
import { listField, mapField, numberField } from '../../base/yaml/fields.js';
import type { DeflectorKind, LegStart, ReachSweep } from './deflector-kind.js';
import { BEAM_AXES } from './directions.js';
import { EVEN_DESCRIPTION, EVEN_MODEL } from './even-deflector.js';
import { evenTiming, warmupShots } from './even-timing.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import { type Optics, turnsOf } from './optics.js';
import { UNREPEATED_SECONDS } from './representative-duration.js';
import { digits, inDegrees, inPulses } from './words.js';

/** Up to three wedge prisms that turn about the undeflected beam (Livox). */
export interface RisleyPrisms {
  kind: 'risley';
  pulseRateHz: number;
  /** Refractive index of the air between. */
  airIndex: number;
  /** The prisms, in the order in which light passes them. */
  prisms: RisleyPrism[];
}

export interface RisleyPrism {
  /** Angle between its two faces. Positive: light meets the inclined face first; negative: second. */
  angle: number;
  refractiveIndex: number;
  /** Rotations a second, signed. */
  rotationRateHz: number;
}

const prism = mapField('a wedge prism', {
  angle: numberField('Angle between its faces; positive: the inclined face meets the light first', {
    unit: 'deg',
    min: -60,
    max: 60,
  }),
  refractiveIndex: numberField('Refractive index', { min: 1, max: 4 }),
  rotationRate: deflectorFields.rotationRate,
});

/** Maximum number of prisms of a Risley deflector. */
const PRISMS_MAX = 3;

const schema = mapField('wedge prisms that turn about the undeflected beam', {
  kind: kindField('risley'),
  ...pulsedFields,
  airIndex: numberField('Refractive index of the air', { min: 1, max: 1.1 }).default(1),
  prisms: listField('prisms, in the order in which light passes them', prism, { min: 1, max: PRISMS_MAX }),
});

type Definition = z.output<typeof schema>;

/** Turning wedge prisms. */
export const risley = {
  ...EVEN_DESCRIPTION,
  name: 'risley',
  schema,
  examples: [
    {
      kind: 'risley',
      pulseRate: 10_000,
      prisms: [{ angle: 18, refractiveIndex: 1.5, rotationRate: -121 }],
    },
    {
      kind: 'risley',
      pulseRate: 10_000,
      airIndex: 1.0003,
      prisms: [
        { angle: 18.7, refractiveIndex: 1.51, rotationRate: -121.57 },
        { angle: -18.2, refractiveIndex: 1.51, rotationRate: 77.73 },
      ],
    },
    {
      kind: 'risley',
      pulseRate: 10_000,
      prisms: [
        { angle: 30.9, refractiveIndex: 1.51, rotationRate: -131.5 },
        { angle: 29.8, refractiveIndex: 1.51, rotationRate: 40.8 },
        { angle: -3.1, refractiveIndex: 1.49, rotationRate: 213.2 },
      ],
      channels: [
        { elevation: -1, incident: [-0.02, 1, 0.011] },
        { elevation: 1, azimuth: 28.4, incident: [0.02, 1, 0.011] },
      ],
    },
  ],
  overrides: ['pulseRate'],
  alternatives: {},
  resolve,
  incident: true,

  ...EVEN_MODEL,
  shape: 'area',
  positive: ['pulseRateHz', 'airIndex'],
  fault: ({ prisms }) => {
    const count = prisms?.length;
    return Number.isInteger(count) && count >= 1 && count <= PRISMS_MAX
      ? undefined
      : `prisms must be 1 to ${PRISMS_MAX}`;
  },
  timing: ({ pulseRateHz }, leg) => evenTiming(pulseRateHz, leg),
  optics,
  strokes: () => undefined,
  reach,
  rates: ({ pulseRateHz }) => ({ pulseRateHz }),
  field: () => undefined,
  narrow: () => undefined,
  axes: () => BEAM_AXES,
  representativeDuration: () => UNREPEATED_SECONDS,
  describe,
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof schema, RisleyPrisms>;

function resolve({ pulseRate, airIndex, prisms }: Definition): RisleyPrisms {
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

function optics({ prisms, airIndex, pulseRateHz }: RisleyPrisms, { warmup }: LegStart): Optics {
  const before = warmupShots(pulseRateHz, warmup);
  const rows = prisms.map(({ angle, refractiveIndex, rotationRateHz }) => {
    const index = refractiveIndex / airIndex;
    const inverseIndex = 1 / index;
    return {
      ...turnsOf(rotationRateHz / pulseRateHz, before),
      wedgeSine: Math.sin(Math.abs(angle)),
      wedgeCosine: Math.cos(angle),
      index,
      inverseIndex,
      indexSquare: index * index,
      inverseIndexSquare: inverseIndex * inverseIndex,
      inclinedFirst: angle > 0 ? 1 : 0,
    };
  });
  return { optics: 'refract', rows };
}

/** Number of phases of a prism that are tried. */
const PHASES = 36;
/** The third prism turns so much more slowly that it hardly moves during one turn of the second. */
const SLOWER = PHASES * 8192;

/**
 * Prisms whose rates have no common measure reach every combination of phases, and turning all prisms together turns
 * the pattern. So the first one is kept still, and the farthest beam over all phases of the others is turned round the
 * axis.
 */
function reach({ prisms, ...rest }: RisleyPrisms): ReachSweep<RisleyPrisms>[] {
  const rates = [0, 1 / PHASES, 1 / (PHASES * SLOWER)];
  return [
    {
      deflector: { ...rest, pulseRateHz: 1, prisms: prisms.map((one, k) => ({ ...one, rotationRateHz: rates[k] })) },
      pulseRateHz: 1,
      firsts: Array.from({ length: prisms.length > 2 ? PHASES : 1 }, (_, k) => k * SLOWER),
      count: prisms.length > 1 ? PHASES : 1,
      round: PHASES,
    },
  ];
}

function describe(deflector: RisleyPrisms): string[][] {
  return [
    ['deflector', `${counted(deflector.prisms.length, 'turning wedge prism')}, ${inPulses(deflector)}`],
    ...deflector.prisms.map(({ angle, refractiveIndex, rotationRateHz }, k) => [
      `prism ${k + 1}`,
      `${inDegrees(angle)}, index ${refractiveIndex}, ${digits(rotationRateHz)} turns/s`,
    ]),
  ];
}
