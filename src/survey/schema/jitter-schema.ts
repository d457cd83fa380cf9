import { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, mapField, numberField, optionalField, pairField } from '../../base/yaml/fields.js';
import { type AxisJitters, type Jitter, type JitterSource, NO_JITTER } from '../../platform/jitter.js';
import { noteFault, type Reading } from '../resolve/reading.js';

/** The survey's `jitter`: deviations of the platform from its path that beams and points have alike. */

type Unit = 'm' | 'deg';

const DISTANCE_MAX = 1000;
const ANGLE_MAX = 360;
const HOLD_MAX = 2 ** 32 - 1;

const HOLD_EXPECTED = `a whole number >= 1 and <= ${HOLD_MAX}, or survey`;

/** A normal distribution without settings. */
const NORMAL_DEFAULTS = Object.freeze({ mean: 0, sigma: 0 });

/** Fields of the jitter of one coordinate. */
function sourceField(what: string, unit: Unit, max: number) {
  const range = { unit, min: -max, max };
  return mapField(`the jitter ${what}`, {
    mean: optionalField(numberField('Mean of a normal distribution', range), NORMAL_DEFAULTS.mean),
    sigma: optionalField(numberField('Its standard deviation', { unit, min: 0, max }), NORMAL_DEFAULTS.sigma),
    between: pairField('Instead of mean and sigma: bounds of a uniform distribution', range).optional(),
    clip: pairField('Bounds to which values beyond them are set', range).optional(),
    hold: z
      .union(
        [numberField('In pulses', { whole: true, min: 1, max: HOLD_MAX }), choiceField('All pulses', ['survey'])],
        {
          error: HOLD_EXPECTED,
        },
      )
      .default(1)
      .describe('Pulses in a row that share a draw; survey: all of the survey do'),
  }).optional();
}

const AXES = ['x', 'y', 'z'] as const;

export const jitterSchema = mapField(
  'deviations of the platform from its path from pulse to pulse; points lie on the surfaces that the beams meet',
  {
    position: mapField('the jitter of the position', {
      x: sourceField('along x of the world', 'm', DISTANCE_MAX),
      y: sourceField('along y of the world', 'm', DISTANCE_MAX),
      z: sourceField('along z of the world', 'm', DISTANCE_MAX),
    }).optional(),
    attitude: mapField('the jitter of the attitude; x, y and z follow one another', {
      x: sourceField("about the beam's right-hand direction", 'deg', ANGLE_MAX),
      y: sourceField('about the beam itself', 'deg', ANGLE_MAX),
      z: sourceField("about the beam's upward direction", 'deg', ANGLE_MAX),
    }).optional(),
  },
);

type JitterDefinition = z.output<typeof jitterSchema>;
type SourceDefinition = NonNullable<NonNullable<JitterDefinition['position']>['x']>;

/** The jitter in metres and radians. Notes distributions that contradict themselves. */
export function resolveJitter(reading: Reading, { position, attitude }: JitterDefinition): Jitter {
  return {
    position: resolveAxes(reading, 'position', position, 1),
    attitude: resolveAxes(reading, 'attitude', attitude, DEGREE),
  };
}

function resolveAxes(
  reading: Reading,
  key: 'position' | 'attitude',
  given: JitterDefinition['position'],
  unit: number,
): AxisJitters {
  const [x, y, z] = AXES.map((axis) => {
    const source = given?.[axis];
    return source === undefined ? NO_JITTER : resolveSource(reading, ['jitter', key, axis], source, unit);
  });
  return [x, y, z];
}

function resolveSource(reading: Reading, path: string[], source: SourceDefinition, unit: number): JitterSource {
  const { mean, sigma, between, clip, hold } = source;
  for (const [key, bounds] of Object.entries({ between, clip }))
    if (bounds !== undefined && bounds[0] > bounds[1])
      noteFault(reading, [...path, key, 1], bounds[1], `at least ${bounds[0]}`);
  if (between !== undefined && (mean !== undefined || sigma !== undefined))
    noteFault(reading, [...path, 'between'], between, 'either between, or mean and sigma');
  return {
    of: between
      ? { kind: 'uniform', min: between[0] * unit, max: between[1] * unit }
      : { kind: 'normal', mean: (mean ?? NORMAL_DEFAULTS.mean) * unit, sigma: (sigma ?? NORMAL_DEFAULTS.sigma) * unit },
    ...(clip && { clip: [clip[0] * unit, clip[1] * unit] as const }),
    hold: hold === 'survey' ? Number.POSITIVE_INFINITY : hold,
  };
}
