import { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { choiceField, listField, mapField, numberField, pairField, vectorField } from '../../base/yaml/fields.js';
import type { Attitude, GroundSide } from '../../platform/leg.js';
import { LEG_LIMITS } from '../../platform/leg-limits.js';
import { attitudeFields } from '../../platform/platform-schema.js';
import { coordinate } from '../schema/coordinate.js';

/** Fields that several kinds of leg share, and their conversion to SI units. */

/** Fixed attitude of the platform; see resolveAttitude. */
export const attitude = {
  heading: attitudeFields.heading.optional().meta({ examples: [10] }),
  pitch: attitudeFields.pitch.optional().meta({ examples: [10] }),
  roll: attitudeFields.roll.optional().meta({ examples: [10] }),
};

export const speedField = numberField('Speed', { unit: 'm/s', ...LEG_LIMITS.speed }).meta({ examples: [2] });

/** The ground of a leg, by its word. */
export const GROUNDS = { ground: 'highest', 'lowest-ground': 'lowest' } as const satisfies Record<string, GroundSide>;

const groundField = choiceField(
  'What heights are measured from: the highest surface of class ground or road surface there, or the lowest; absent: z = 0',
  Object.keys(GROUNDS) as [keyof typeof GROUNDS, keyof typeof GROUNDS],
);

/** The ground that a leg's heights are measured from. */
export const onField = groundField.optional().meta({ examples: ['ground'] });

/** The same of a recording: at its first pose, or at one place. */
export const onPlaceField = z
  .union(
    [
      groundField,
      mapField('the ground at one place', {
        ground: groundField,
        at: pairField('x and y of the place', coordinate),
      }),
    ],
    { error: 'ground or lowest-ground, or a map with one of them as ground, and at' },
  )
  .describe('What all heights are measured from: the ground below the first pose, or at another place; absent: z = 0')
  .optional()
  .meta({ examples: [{ ground: 'lowest-ground', at: [1, 2] }] });

/** The path's ground; nothing if it has none. */
export const resolveGround = (on: keyof typeof GROUNDS | undefined): { ground?: GroundSide } =>
  on === undefined ? {} : { ground: GROUNDS[on] };

/** Heading of a platform that follows its course unless it has a fixed angle; see fixedHeading. */
export const courseField = z
  .union([choiceField('Along the path', ['course']), attitudeFields.heading], {
    error: 'course, or a number >= -360 and <= 360 (deg)',
  })
  .describe('Heading of the platform: course, or an angle that it keeps; absent: course')
  .optional()
  .meta({ examples: [10] });

export const pointsField = (description: string) =>
  listField(description, vectorField('A point', coordinate), { min: 2, max: 100_000 }).meta({
    examples: [
      [
        [0, 0, 1],
        [9, 0, 1],
      ],
    ],
  });

/** Attitude in radians; `heading` is used if the leg has none. */
export function resolveAttitude(leg: { heading?: number; pitch?: number; roll?: number }, heading: number): Attitude {
  return {
    heading: leg.heading === undefined ? heading : leg.heading * DEGREE,
    pitch: (leg.pitch ?? 0) * DEGREE,
    roll: (leg.roll ?? 0) * DEGREE,
  };
}

/** Fixed heading of the platform, radians; undefined if it follows its course. */
export const fixedHeading = (heading: 'course' | number | undefined): number | undefined =>
  typeof heading === 'number' ? heading * DEGREE : undefined;
